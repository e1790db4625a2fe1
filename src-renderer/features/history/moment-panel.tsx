// A moment of a namespace, as it was then, beside how it is now; and the way back to it.
import { useEffect, useState } from 'react';
import type { InstanceView } from '../../../src-shared/instances/bridge.ts';
import type { GameFull } from '../../../src-shared/service/games.ts';
import type { NamespaceSummary } from '../../../src-shared/service/namespaces.ts';
import shared from '../../design/shared.module.css';
import { plural, t, translate } from '../../text/t.ts';
import { Button } from '../../ui/button.tsx';
import { classNames } from '../../ui/class-names.ts';
import { formatDate } from '../../ui/format.ts';
import tagStyles from '../../ui/tag.module.css';
import { useNow, useNowSince } from '../../ui/use-now.ts';
import { whyCannotSwitchOn } from '../board/board-selectors.ts';
import { openBuildComparison } from '../builds/builds-actions.ts';
import { openRollBackTo } from '../namespaces/namespaces-actions.ts';
import type { NamespacePlace } from '../namespaces/namespaces-store.ts';
import { setupChanges } from '../namespaces/setting-words.ts';
import { impactOf } from '../namespaces/switch-impact.ts';
import { compareMoment, compareVersions } from './history-actions.ts';
import {
  changesSince,
  type Entry,
  formatPeriod,
  formatRan,
  formatVerdict,
  formatWhere,
  formatWho,
  nameOf,
  peakOf,
  restoreOf,
} from './history-selectors.ts';
import { useHistory } from './history-store.ts';
import styles from './moment.module.css';
import { MomentFiles } from './moment-files.tsx';
import { BroughtSettings, MomentSettings } from './moment-settings.tsx';

type Props = {
  instance: InstanceView;
  game: GameFull;
  namespace: NamespaceSummary;
  place: NamespacePlace;
  entry: Entry;
  at: number;
  onMoment: (at: number) => void;
};

/** On an instance that does not keep how it was set, the version alone is told. */
export function MomentPanel(props: Props) {
  const { instance, namespace, place, entry, at } = props;
  const whyNot = translate(instance.why_not?.compare_moments);
  const isTold = whyNot === undefined && instance.state === 'connected';
  const then = entry.row.version_id;
  const { version_id: now } = namespace;
  useEffect(() => (isTold ? compareMoment(place, at) : undefined), [isTold, place, at, now]);
  const before = useBefore(props, whyNot !== undefined);
  const from = then === now ? before?.version_id : then;
  useEffect(() => (from === undefined ? undefined : compareVersions(place, { from, to: now })), [place, from, now]);
  return (
    <aside className={styles.moment} aria-label={t('As it was then')}>
      <Head {...props} />
      <div className={styles.since}>
        {before === undefined ? (
          <>
            <h3>{t('Changed since')}</h3>
            <MomentSettings
              game={props.game}
              then={nameOf(entry.row)}
              now={now}
              isSame={then === now}
              whyNot={whyNot}
            />
          </>
        ) : (
          <>
            <h3>{t('Changed by this deployment')}</h3>
            <BroughtSettings entry={entry} before={before} />
          </>
        )}
        {from !== undefined && <MomentFiles />}
      </div>
      <Foot {...props} canCompare={from !== undefined} />
    </aside>
  );
}

/** Of a deployment that nothing changed since, what it changed itself is told: what ran before it, where that was another version. */
function useBefore({ namespace, entry, at }: Props, isVersionAlone: boolean): Entry['before'] {
  const moment = useHistory((state) => state.moment);
  const { row, from, before } = entry;
  const isLikeNow = isVersionAlone || (moment.state === 'read' && changesSince(moment.value).length === 0);
  if (row.version_id !== namespace.version_id || at !== from || !isLikeNow) return undefined;
  return before?.version_id === row.version_id ? undefined : before;
}

function Head({ namespace, entry, at, onMoment }: Props) {
  const now = useNowSince(entry.to === undefined ? entry.from : undefined);
  const timeline = useHistory((state) => state.timeline);
  const verdict = formatVerdict(entry);
  const where = formatWhere(entry.row);
  return (
    <header>
      <div className={styles.when}>
        <small>{at === entry.from ? formatPeriod(entry) : t('as of {date}', { date: formatDate(at) })}</small>
        <span className={shared.grow} />
        <OtherMoment at={at} onMoment={onMoment} />
      </div>
      <h2>
        <span className={classNames(shared.ellipsis, shared.selectable)}>{nameOf(entry.row)}</span>
        {verdict !== undefined && (
          <span data-slot="tag" className={classNames(tagStyles.tag, verdict.isBad && tagStyles.bad)}>
            {verdict.words}
          </span>
        )}
      </h2>
      <p>{formatRan(entry, namespace.name_id, now, peakOf(entry, timeline))}</p>
      <p className={shared.faint}>{[formatWho(entry.row), where].filter((part) => part !== '').join(', ')}</p>
    </header>
  );
}

/** Any moment, to the minute; deployments are not the only changes. */
function OtherMoment({ at, onMoment }: Pick<Props, 'at' | 'onMoment'>) {
  const now = useNow(true, 60_000);
  const [isOpen, setOpen] = useState(false);
  if (!isOpen) {
    return (
      <Button small kind="quiet" onClick={() => setOpen(true)}>
        {t('Other moment')}
      </Button>
    );
  }
  return (
    <input
      type="datetime-local"
      spellCheck={false}
      className={styles.pick}
      aria-label={t('Show it as it was at')}
      ref={(element) => element?.focus()}
      defaultValue={localText(at)}
      max={localText(now)}
      onChange={({ target }) => {
        const moment = Date.parse(target.value);
        if (!Number.isNaN(moment)) onMoment(Math.min(moment, Date.now()));
      }}
    />
  );
}

/** As the field takes it: local time, to the minute. */
function localText(at: number): string {
  const date = new Date(at);
  return new Date(at - date.getTimezoneOffset() * 60_000).toISOString().slice(0, 16);
}

function Foot({ instance, game, namespace, place, entry, canCompare }: Props & { canCompare: boolean }) {
  const [withSettings, setWithSettings] = useState(true);
  const moment = useHistory((state) => state.moment);
  const restore = moment.state === 'read' ? restoreOf(moment.value) : undefined;
  const count = restore === undefined ? 0 : setupChanges(...sidesOf(restore)).length;
  const isSame = entry.row.version_id === namespace.version_id;
  const off = whyNotBack({ instance, game, entry, isSame, hasSettings: count > 0 && withSettings });
  return (
    <div className={styles.foot}>
      <Consequence game={game} namespace={namespace} entry={entry} isSame={isSame} />
      {count > 0 && (
        <label className={styles.check}>
          <input type="checkbox" checked={withSettings} onChange={({ target }) => setWithSettings(target.checked)} />
          {plural(count, 'Bring back its {n} setting too', 'Bring back its {n} settings too')}
        </label>
      )}
      <div className={styles.ways}>
        {canCompare && <CompareButton place={place} />}
        <Button
          icon="undo"
          disabledReason={off}
          onClick={() => openRollBackTo(place, entry.row.version_id, withSettings ? restore : undefined)}
        >
          {t('Roll back to this')}
        </Button>
      </div>
    </div>
  );
}

function sidesOf({ limits, hosting }: NonNullable<ReturnType<typeof restoreOf>>) {
  return [
    { limits: limits?.before, hosting: hosting?.before },
    { limits: limits?.after, hosting: hosting?.after },
  ] as const;
}

type Off = { instance: InstanceView; game: GameFull; entry: Entry; isSame: boolean; hasSettings: boolean };

function whyNotBack({ instance, game, entry, isSame, hasSettings }: Off): string | undefined {
  const why = whyCannotSwitchOn(instance);
  if (why !== undefined) return why;
  if (!game.versions.some(({ version_id: id }) => id === entry.row.version_id)) return t('This version was deleted');
  return isSame && !hasSettings ? t('It is like this now') : undefined;
}

/** What happens, and who is affected. */
function Consequence({
  game,
  namespace,
  entry,
  isSame,
}: Pick<Props, 'game' | 'namespace' | 'entry'> & { isSame: boolean }) {
  const servers = useHistory((state) => state.servers);
  const name = namespace.name_id;
  if (isSame) return <p>{t('{name} runs this version now.', { name })}</p>;
  const { players = 0 } = impactOf(servers ?? [], game, entry.row.version_id);
  return (
    <p>
      {t('{name} gets {version} back.', { name, version: nameOf(entry.row) })}{' '}
      {players > 0 && plural(players, '{n} player has to rejoin.', '{n} players have to rejoin.')}
    </p>
  );
}

/** Where both have a build of their own. */
function CompareButton({ place }: { place: NamespacePlace }) {
  const files = useHistory((state) => state.files);
  const [then, now] = files.state === 'read' ? [files.value.from.build, files.value.to.build] : [];
  if (!then || !now || then.id === now.id) return null;
  return <Button onClick={() => openBuildComparison(place, now.id, then.id)}>{t('Compare builds')}</Button>;
}
