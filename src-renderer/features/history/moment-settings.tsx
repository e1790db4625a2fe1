// The version and the settings that differ between a moment and now, and how many are the same; and what one deployment changed.
import type { GameFull } from '../../../src-shared/service/games.ts';
import shared from '../../design/shared.module.css';
import { plural, t } from '../../text/t.ts';
import { classNames } from '../../ui/class-names.ts';
import { versionName } from '../namespaces/namespaces-selectors.ts';
import { type SettingChange, settingChanges } from '../namespaces/setting-words.ts';
import { changesSince, type Entry, nameOf } from './history-selectors.ts';
import { useHistory } from './history-store.ts';
import styles from './moment.module.css';

type Props = {
  game: GameFull;
  /** The name of the version then, and the id of the one that runs now. */
  then: string;
  now: string;
  isSame: boolean;
  /** Why the instance tells of versions alone. */
  whyNot: string | undefined;
};

/** Only what differs. */
export function MomentSettings({ game, then, now, isSame, whyNot }: Props) {
  const moment = useHistory((state) => state.moment);
  const changes = moment.state === 'read' ? changesSince(moment.value) : [];
  const isNothing = isSame && moment.state === 'read' && changes.length === 0;
  return (
    <>
      {isNothing ? (
        <p className={classNames(shared.small, shared.dim)}>{t('Nothing: it is like this now.')}</p>
      ) : (
        <Differences
          earlier={t('Then')}
          versions={isSame ? undefined : [then, versionName(game, now)]}
          changes={changes}
        />
      )}
      <Rest whyNot={whyNot} />
    </>
  );
}

/** What the deployment that runs now changed of what was there before it. */
export function BroughtSettings({ entry: { row }, before }: { entry: Entry; before: NonNullable<Entry['before']> }) {
  const differences = useHistory((state) => state.changes[row.deploy_ts]);
  const changes = (differences ?? []).flatMap(settingChanges);
  return <Differences earlier={t('Before')} versions={[nameOf(before), nameOf(row)]} changes={changes} />;
}

type Differing = {
  earlier: string;
  /** Their names, where it is not the same version. */
  versions: readonly [string, string] | undefined;
  changes: readonly SettingChange[];
};

function Differences({ earlier, versions, changes }: Differing) {
  return (
    <table className={styles.diff}>
      <thead>
        <tr>
          <th scope="col">{t('Version and settings')}</th>
          <th scope="col">{earlier}</th>
          <th scope="col">{t('Now')}</th>
        </tr>
      </thead>
      <tbody>
        {versions !== undefined && (
          <tr>
            <th scope="row">{t('Version')}</th>
            <td>{versions[0]}</td>
            <td>
              <b>{versions[1]}</b>
            </td>
          </tr>
        )}
        {changes.map((change) => (
          <Row key={change.key} change={change} />
        ))}
      </tbody>
    </table>
  );
}

function Row({ change: { label, isNamed, before, after, change } }: { change: SettingChange }) {
  const [then, now] = isNamed === true ? namedWords(change) : [before ?? t('none'), after ?? t('none')];
  return (
    <tr>
      <th scope="row">{isNamed === true ? <span className={shared.mono}>{label}</span> : label}</th>
      <td>{then}</td>
      <td>
        <b>{now}</b>
      </td>
    </tr>
  );
}

/** Values of variables may be secrets: they are not told. */
function namedWords(change: SettingChange['change']): [string, string] {
  if (change === 'added') return [t('not set'), t('set')];
  return change === 'removed' ? [t('set'), t('not set')] : [t('set'), t('changed')];
}

function Rest({ whyNot }: { whyNot: string | undefined }) {
  const moment = useHistory((state) => state.moment);
  if (whyNot !== undefined) return <p className={styles.same}>{whyNot}</p>;
  if (moment.state === 'reading') return null;
  if (moment.state === 'failed') {
    return <p className={styles.same}>{t('How it was set then could not be read. {why}', { why: moment.why })}</p>;
  }
  const { unchanged, from } = moment.value;
  if (from.settings === undefined) {
    return <p className={styles.same}>{t('How it was set then was not recorded yet.')}</p>;
  }
  return (
    <p className={styles.same}>
      {plural(unchanged, '{n} other setting is the same', '{n} other settings are the same')}
    </p>
  );
}
