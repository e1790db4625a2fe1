// The sheet that promotes a version: the same bytes to another namespace or instance, after a look at what stands in the way.
import { useRef } from 'react';
import type { GameFull } from '../../../src-shared/service/games.ts';
import { Icon } from '../../design/icons.tsx';
import shared from '../../design/shared.module.css';
import { t, translate } from '../../text/t.ts';
import { InlineError } from '../../ui/inline-error.tsx';
import sheetStyles from '../../ui/sheet.module.css';
import { Sheet } from '../../ui/sheet.tsx';
import tagStyles from '../../ui/tag.module.css';
import { shortHash } from '../builds/build-format.ts';
import { Affected } from '../namespaces/switch-affected.tsx';
import { ChangeList } from '../namespaces/switch-change-list.tsx';
import { impactOf } from '../namespaces/switch-impact.ts';
import { useSwitchFacts } from '../namespaces/switch-store.ts';
import { closePromote } from './promote-actions.ts';
import { PromoteChecks } from './promote-checks.tsx';
import { PromoteFoot } from './promote-foot.tsx';
import type { Ends } from './promote-selectors.ts';
import { PromoteSent } from './promote-sent.tsx';
import { PromoteSource } from './promote-source.tsx';
import { usePromote } from './promote-store.ts';
import { Missing, PromoteWhere } from './promote-where.tsx';
import { missingAt, resultOf } from './promote-words.ts';
import { choiceIn, firstChoiceOf, useFirstChoice } from './use-first-choice.ts';
import { useHashes } from './use-hashes.ts';

type Props = { open: boolean; ends: Ends };

/** What was chosen stays while things change under it. */
export function PromoteSheet({ open, ends }: Props) {
  const cancel = useRef<HTMLButtonElement>(null);
  const { from, to } = ends;
  useFirstChoice(open, ends, cancel);
  return (
    <Sheet
      open={open}
      onOpenChange={(next) => !next && closePromote()}
      title={
        from.version === undefined
          ? t('Promote a version')
          : t('Promote {version}', { version: from.version.display_name })
      }
      line={<Source from={from} />}
      tags={to.namespace?.isProtected === true ? <ProtectedTag /> : undefined}
      initialFocus={() => choiceIn(cancel.current, firstChoiceOf(ends)) ?? cancel.current}
    >
      <Body ends={ends} />
      <PromoteFoot ends={ends} cancel={cancel} />
    </Sheet>
  );
}

/** Game, where it runs now, and its hash. */
function Source({ from }: Pick<Ends, 'from'>) {
  const { game, instance, version } = from;
  const hash = useHash(from);
  if (game === undefined || instance === undefined || version === undefined) {
    return t('Run the same bytes somewhere else. What is already there is not sent again.');
  }
  return (
    <>
      {formatSource(game, instance.name, version.version_id)}
      {hash !== undefined && (
        <>
          {', '}
          <span className={shared.mono} title={hash}>
            SHA-256 {shortHash(hash)}
          </span>
        </>
      )}
    </>
  );
}

/** The plan knows it also where the instance does not tell. */
function useHash(from: Ends['from']): string | undefined {
  const reported = usePromote(({ plan }) => (plan.state === 'read' ? plan.value.sha256 : undefined));
  return useHashes(from)[from.version?.version_id ?? ''] ?? reported;
}

function formatSource(game: GameFull, instance: string, version: string): string {
  const namespace = game.namespaces.find(({ version_id: id }) => id === version)?.name_id;
  const values = { game: game.display_name, instance };
  return namespace === undefined
    ? t('{game}, from {instance}', values)
    : t('{game}, from {namespace} on {instance}', { ...values, namespace });
}

function ProtectedTag() {
  return (
    <span data-slot="tag" className={tagStyles.tag}>
      <Icon name="lock" size={12} />
      {t('Protected')}
    </span>
  );
}

function Body({ ends }: { ends: Ends }) {
  const missing = missingAt(ends);
  const asksVersion = usePromote((state) => state.draft.asksVersion);
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls has to be reached by keyboard
    <div className={sheetStyles.body} tabIndex={0} role="group" aria-label={t('What the promotion does')}>
      <PromoteResult />
      {asksVersion === true && <PromoteSource from={ends.from} />}
      {ends.from.version !== undefined && <PromoteWhere ends={ends} />}
      {missing === undefined ? <Facts ends={ends} /> : <Missing text={missing} />}
    </div>
  );
}

function Facts({ ends }: { ends: Ends }) {
  const plan = usePromote((state) => state.plan);
  return (
    <>
      {plan.state === 'read' && <PromoteSent ends={ends} plan={plan.value} />}
      {plan.state === 'read' && <Changes to={ends.to} version={plan.value.version_id} />}
      <PromoteChecks ends={ends} />
    </>
  );
}

/** A game that is made for it has nothing to compare, and nobody to meet. */
function Changes({ to: { instance, game, namespace }, version }: Pick<Ends, 'to'> & { version: string | undefined }) {
  const comparison = usePromote((state) => state.comparison);
  const servers = useSwitchFacts((state) => state.servers);
  if (instance === undefined || game === undefined || namespace === undefined) return null;
  if (version === namespace.version_id) return null;
  return (
    <>
      <ChangeList comparison={comparison} />
      <Affected instance={instance} impact={impactOf(servers ?? [], game, version)} name={namespace.name} />
    </>
  );
}

function PromoteResult() {
  const attempt = usePromote((state) => state.attempt);
  if (attempt === undefined || attempt.state === 'busy') return null;
  const { title, detail } = resultOf(attempt);
  return <InlineError title={translate(title)}>{detail}</InlineError>;
}
