// What happened while the switch sheet is open: somebody else's switch, a lost connection, and what became of one's own try.
import type { ChangedElsewhere } from '../../../src-shared/games/bridge.ts';
import type { InstanceView } from '../../../src-shared/instances/bridge.ts';
import type { GameFull } from '../../../src-shared/service/games.ts';
import shared from '../../design/shared.module.css';
import { StateGlyph } from '../../design/state-glyph.tsx';
import { t, translate } from '../../text/t.ts';
import { Button } from '../../ui/button.tsx';
import { formatDuration } from '../../ui/format.ts';
import { InlineError } from '../../ui/inline-error.tsx';
import sheetStyles from '../../ui/sheet.module.css';
import { useNow } from '../../ui/use-now.ts';
import { nextStep, whyInstanceUnavailable } from '../instances/instances-selectors.ts';
import { versionName } from './namespaces-selectors.ts';
import { type SwitchAttempt, useNamespaces } from './namespaces-store.ts';
import type { SwitchDraft } from './why-cannot-switch.ts';

type Props = {
  game: GameFull;
  namespace_id: string;
  instance: InstanceView;
  changes: readonly ChangedElsewhere[];
  draft: SwitchDraft;
  onLookAgain: () => void;
};

/** Nothing while nothing happened. */
export function SwitchNews({ game, namespace_id, instance, changes, draft, onLookAgain }: Props) {
  const attempt = useNamespaces((state) => state.attempt);
  const present = game.namespaces.find(({ namespace_id: id }) => id === namespace_id)?.version_id;
  const isChanged = present !== draft.from;
  const isAway = instance.state !== 'connected';
  const now = useNow(isChanged || isAway);
  const changed = changedMeanwhile(game, { namespace_id, from: draft.from, changes, now });
  const isDeleted = draft.version_id !== undefined && !game.versions.some((one) => one.version_id === draft.version_id);
  return (
    <>
      {isAway && (
        <p className={sheetStyles.note} role="status">
          <StateGlyph state="waiting" />
          <span>
            {whyInstanceUnavailable(instance)}. {nextStep(instance, now)} {t('What you chose stays.')}
          </span>
        </p>
      )}
      {present === undefined && (
        <InlineError title={t('This namespace is gone')}>{t('Somebody deleted it meanwhile.')}</InlineError>
      )}
      {changed !== undefined && attempt?.state !== 'busy' && (
        <p className={sheetStyles.note} role="alert">
          <StateGlyph state="notice" />
          <span className={shared.grow}>{changed}</span>
          <Button small onClick={onLookAgain}>
            {t('Decide on what runs now')}
          </Button>
        </p>
      )}
      {isDeleted && (
        <InlineError title={t('This version was deleted meanwhile')}>
          {t('Nothing was switched. Choose another version below.')}
        </InlineError>
      )}
      <SwitchResult attempt={attempt} />
    </>
  );
}

function SwitchResult({ attempt }: { attempt: SwitchAttempt | undefined }) {
  if (attempt?.state === 'failed')
    return <InlineError title={t('It was not switched')}>{attempt.error.message}</InlineError>;
  if (attempt?.state !== 'answered') return null;
  const { outcome } = attempt.outcome;
  const sentence = translate(attempt.outcome.sentence);
  if (outcome === 'unknown') {
    return (
      <InlineError title={t('It is not known whether it switched')}>
        {t('{sentence} Switching again is safe: it ends on the same version.', { sentence })}
      </InlineError>
    );
  }
  return <InlineError title={t('It was not switched')}>{sentence}</InlineError>;
}

/** What somebody changed while the sheet was open, in a sentence; undefined when nothing did. */
function changedMeanwhile(
  game: GameFull,
  {
    namespace_id,
    from,
    changes,
    now,
  }: { namespace_id: string; from: string; changes: readonly ChangedElsewhere[]; now: number },
): string | undefined {
  const namespace = game.namespaces.find(({ namespace_id: id }) => id === namespace_id);
  if (namespace === undefined || namespace.version_id === from) return undefined;
  const seen = changes.find(
    ({ namespace_id: id, version_id: version }) => id === namespace_id && version === namespace.version_id,
  );
  const seconds = seen === undefined ? 0 : Math.round((now - seen.seen_at) / 1000);
  const when =
    seconds > 0
      ? t('{time} ago', { time: seconds < 60 ? `${seconds} s` : formatDuration(seconds * 1000) })
      : t('just now');
  const values = { name: namespace.name_id, when, version: versionName(game, namespace.version_id) };
  if (seen === undefined) return t('{name} was changed from here {when}: it runs {version} now.', values);
  return seen.by_service === true
    ? t('{name} was rolled back by Slipway itself {when}: it runs {version} now.', values)
    : t('{name} was changed by someone else {when}: it runs {version} now.', values);
}
