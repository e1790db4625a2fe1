// The two plates at the top of the switch sheet: what runs, and what would run.

import type { HistoryRow } from '../../../src-shared/namespaces/bridge.ts';
import type { GameFull } from '../../../src-shared/service/games.ts';
import type { Comparison } from '../../../src-shared/versions/bridge.ts';
import { Icon } from '../../design/icons.tsx';
import shared from '../../design/shared.module.css';
import { t } from '../../text/t.ts';
import { classNames } from '../../ui/class-names.ts';
import { formatDate } from '../../ui/format.ts';
import { Select } from '../../ui/select.tsx';
import sheetFactsStyles from '../../ui/sheet-facts.module.css';
import { StateLabel } from '../../ui/state-label.tsx';
import { useNowSince } from '../../ui/use-now.ts';
import { type VersionOption, versionName } from './namespaces-selectors.ts';
import { outcomeWords } from './outcome-words.ts';

type Props = {
  game: GameFull;
  from: string;
  to: string | undefined;
  options: readonly VersionOption[];
  facts: Comparison['namespace'];
  isRollBack: boolean;
  /** What ran on the namespace, newest first. */
  runs: readonly HistoryRow[];
  onTo: (version_id: string) => void;
};

/** Any version of the game can be chosen, older ones as well. */
export function FromTo({ game, from, to, options, facts, isRollBack, runs, onTo }: Props) {
  // What was chosen may run by now, and is no choice any more.
  const isChoice = to === undefined || options.some(({ value }) => value === to);
  const shown = isChoice ? options : [{ value: to, label: versionName(game, to) }, ...options];
  return (
    <div className={sheetFactsStyles.fromTo}>
      <div data-slot="plate" className={sheetFactsStyles.plate}>
        <small>{t('Running now')}</small>
        <b className={classNames(shared.ellipsis, shared.selectable)}>{versionName(game, from)}</b>
        <small>
          {facts?.since === undefined
            ? formatMade(game, from)
            : t('since {date}', { date: formatDate(Date.parse(facts.since)) })}
        </small>
        <Went runs={runs} version_id={from} />
      </div>
      <Icon name="arrow" />
      <div data-slot="plate" className={classNames(sheetFactsStyles.plate, sheetFactsStyles.next)}>
        <small>{isRollBack ? t('After the roll back') : t('After the switch')}</small>
        {shown.length === 0 ? (
          <b className={shared.dim}>{t('No other version')}</b>
        ) : (
          <Select label={t('Version after the switch')} value={to ?? ''} options={shown} onValue={onTo} />
        )}
        <small>{to === undefined ? formatNone(shown.length) : formatKnown(game, to, facts)}</small>
        {to !== undefined && <Went runs={runs} version_id={to} />}
      </div>
    </div>
  );
}

/** How it went when it was there last. Nothing for a version that never was. */
function Went({ runs, version_id }: { runs: readonly HistoryRow[]; version_id: string }) {
  const at = runs.findIndex((row) => row.version_id === version_id);
  const row = runs[at];
  const next = runs[at - 1];
  const from = Date.parse(row?.deploy_ts ?? '');
  const now = useNowSince(row === undefined || next !== undefined ? undefined : from);
  if (row?.outcome === undefined) return null;
  const times = { from, to: next === undefined ? undefined : Date.parse(next.deploy_ts) };
  const { glyph, words } = outcomeWords({ outcome: row.outcome, ...times }, now);
  return <StateLabel state={glyph}>{words}</StateLabel>;
}

/** Nothing is chosen where every other version went wrong there, and until it is known how they went. */
function formatNone(others: number): string {
  return others === 0 ? t('Upload a build to make one') : t('Choose a version');
}

/** The most telling fact: where it runs already, whether it ran here, when it was made. */
function formatKnown(game: GameFull, to: string, facts: Comparison['namespace']): string {
  const [other] = facts?.also_runs ?? [];
  if (other?.since !== undefined)
    return t('on {name_id} since {date}', { name_id: other.name_id, date: formatDate(Date.parse(other.since)) });
  if (facts?.ran_before !== undefined)
    return t('ran here from {date}', { date: formatDate(Date.parse(facts.ran_before)) });
  return formatMade(game, to);
}

function formatMade(game: GameFull, version_id: string): string {
  const version = game.versions.find(({ version_id: id }) => id === version_id);
  if (version === undefined) return t('no longer among the versions of the game');
  return t('created {date}', { date: formatDate(Date.parse(version.create_ts)) });
}
