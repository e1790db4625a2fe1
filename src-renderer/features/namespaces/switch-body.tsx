// What the switch sheet says between its head and its foot.
import type { ChangedElsewhere } from '../../../src-shared/games/bridge.ts';
import type { InstanceView } from '../../../src-shared/instances/bridge.ts';
import type { GameFull } from '../../../src-shared/service/games.ts';
import type { Sentence } from '../../../src-shared/text/message.ts';
import { StateGlyph } from '../../design/state-glyph.tsx';
import { t, translate } from '../../text/t.ts';
import { formatDate } from '../../ui/format.ts';
import sheetStyles from '../../ui/sheet.module.css';
import { isOtherNamespace } from '../instances/in-namespace.ts';
import { versionName } from './namespaces-selectors.ts';
import type { NamespacePlace, Restore } from './namespaces-store.ts';
import { markedOptions } from './roll-back-selectors.ts';
import { setupChanges } from './setting-words.ts';
import { Affected } from './switch-affected.tsx';
import { ChangeList, Move } from './switch-change-list.tsx';
import styles from './switch-changes.module.css';
import { CheckList } from './switch-check-list.tsx';
import { checksOf } from './switch-checks.ts';
import { FromTo } from './switch-from-to.tsx';
import { impactOf } from './switch-impact.ts';
import { SwitchNews } from './switch-news.tsx';
import { RunningServers } from './switch-running.tsx';
import { useSwitchFacts } from './switch-store.ts';
import type { SwitchDraft } from './why-cannot-switch.ts';

type Props = {
  instance: InstanceView;
  game: GameFull;
  place: NamespacePlace;
  changes: readonly ChangedElsewhere[];
  name: string;
  isRollBack: boolean;
  /** What speaks against going back to this version. */
  note: Sentence | undefined;
  /** Settings that come back with the version. */
  restore: Restore | undefined;
  draft: SwitchDraft;
  onDraft: (change: Partial<SwitchDraft>) => void;
  onLookAgain: () => void;
};

/** In the order in which a person decides. */
export function SwitchBody(props: Props) {
  const { instance, game, place, draft, changes, onLookAgain } = props;
  const isSameVersion = draft.version_id === draft.from;
  const refused = translate(instance.why_not?.switch_version);
  // Where the token tells nothing of the namespace either, there is nothing else to say.
  const isTold = !isOtherNamespace(instance, place.namespace_id);
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls has to be reached by keyboard
    <div className={sheetStyles.body} tabIndex={0} role="group" aria-label={t('What the switch does')}>
      <SwitchNews
        game={game}
        namespace_id={place.namespace_id}
        instance={instance}
        changes={changes}
        draft={draft}
        onLookAgain={onLookAgain}
      />
      {refused !== undefined && (
        <p className={sheetStyles.note} role="status">
          <StateGlyph state="notice" />
          <span>{refused}</span>
        </p>
      )}
      {isTold && <Told {...props} isSameVersion={isSameVersion} />}
    </div>
  );
}

function Told({ isSameVersion, ...props }: Props & { isSameVersion: boolean }) {
  const { draft, restore } = props;
  return (
    <>
      {!isSameVersion && <Versions {...props} />}
      {restore !== undefined && <RestoreList restore={restore} />}
      {!isSameVersion && draft.version_id !== undefined && <Consequences {...props} to={draft.version_id} />}
    </>
  );
}

/** From what to what, and what speaks against it. */
function Versions({ game, draft, isRollBack, note, onDraft }: Props) {
  const { comparison, history } = useSwitchFacts();
  const { from, version_id: to } = draft;
  const compared = comparison.state === 'read' ? comparison.value : undefined;
  return (
    <>
      <FromTo
        game={game}
        from={from}
        to={to}
        options={markedOptions(game, from)}
        facts={compared?.namespace}
        isRollBack={isRollBack}
        runs={history.state === 'read' ? history.value : []}
        onTo={(version_id) => onDraft({ version_id, typed: '' })}
      />
      {note !== undefined && (
        <p className={sheetStyles.note} role="status">
          <StateGlyph state="notice" />
          <span>{translate(note)}</span>
        </p>
      )}
      {history.state === 'failed' && (
        <p className={sheetStyles.note} role="status">
          <StateGlyph state="notice" />
          <span>{t('How versions went here is not known. {why}', { why: history.why })}</span>
        </p>
      )}
      {to !== undefined && <ChangeList comparison={comparison} />}
    </>
  );
}

/** Whom it meets, what was checked, and what becomes of running servers. */
function Consequences({ instance, game, place, name, draft, restore, onDraft, to }: Props & { to: string }) {
  const { comparison, settings, servers } = useSwitchFacts();
  const { namespace_id } = place;
  const compared = comparison.state === 'read' ? comparison.value : undefined;
  const impact = impactOf(servers ?? [], game, to, compared);
  const known = settings.state === 'read' ? settings.value : undefined;
  return (
    <>
      <Affected instance={instance} impact={impact} name={name} />
      {compared !== undefined && (
        <CheckList checks={checksOf({ comparison: compared, settings: known, game, namespace_id, waits: impact })} />
      )}
      <RunningServers
        impact={impact}
        name={name}
        to={versionName(game, to)}
        chosen={draft.onSwitch ?? restore?.hosting?.before.on_version_switch}
        onChoose={(onSwitch) => onDraft({ onSwitch })}
      />
    </>
  );
}

/** The settings that come back when a namespace is rolled back to a moment, from how they are now to how they were then. */
function RestoreList({ restore: { at, limits, hosting } }: { restore: Restore }) {
  const rows = setupChanges(
    { limits: limits?.after, hosting: hosting?.after },
    { limits: limits?.before, hosting: hosting?.before },
  );
  return (
    <section aria-labelledby="switch-restore">
      <h3 id="switch-restore">{t('Settings of {date} that come back', { date: formatDate(at) })}</h3>
      <div className={styles.changes}>
        {rows.map(({ key, label, before, after }) => (
          <Row key={key} label={label} before={before ?? ''} after={after ?? ''} />
        ))}
      </div>
    </section>
  );
}

function Row({ label, before, after }: { label: string; before: string; after: string }) {
  return (
    <>
      <div className={styles.key}>{label}</div>
      <div className={styles.what}>
        <Move before={before} after={after} />
      </div>
      <div className={styles.difference} />
    </>
  );
}
