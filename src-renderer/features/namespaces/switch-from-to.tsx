// The two plates at the top of the switch sheet: what runs, and what would run.
import type { GameFull } from '../../../src-shared/service/games.ts';
import type { Comparison } from '../../../src-shared/versions/bridge.ts';
import { Icon } from '../../design/icons.tsx';
import { Select } from '../../ui/select.tsx';
import { dateWords } from '../../ui/words.ts';
import { type VersionOption, versionName } from './namespaces-selectors.ts';

type Props = {
  game: GameFull;
  from: string;
  to: string | undefined;
  options: readonly VersionOption[];
  facts: Comparison['namespace'];
  onTo: (versionId: string) => void;
};

/** Any version of the game can be chosen, older ones as well. */
export function FromTo({ game, from, to, options, facts, onTo }: Props) {
  return (
    <div className="fromto">
      <div className="sheet-plate">
        <small>Running now</small>
        <b className="cut selectable">{versionName(game, from)}</b>
        <small>
          {facts?.since === undefined ? madeWords(game, from) : `since ${dateWords(Date.parse(facts.since))}`}
        </small>
      </div>
      <Icon name="arrow" />
      <div className="sheet-plate next">
        <small>After the switch</small>
        {options.length === 0 ? (
          <b className="dim">No other version</b>
        ) : (
          <Select label="Version after the switch" value={to ?? ''} options={options} onValue={onTo} />
        )}
        <small>{to === undefined ? 'Upload a build to make one' : knownWords(game, to, facts)}</small>
      </div>
    </div>
  );
}

/** The most telling fact: where it runs already, whether it ran here, when it was made. */
function knownWords(game: GameFull, to: string, facts: Comparison['namespace']): string {
  const [other] = facts?.also_runs ?? [];
  if (other?.since !== undefined) return `on ${other.name_id} since ${dateWords(Date.parse(other.since))}`;
  if (facts?.ran_before !== undefined) return `ran here from ${dateWords(Date.parse(facts.ran_before))}`;
  return madeWords(game, to);
}

function madeWords(game: GameFull, versionId: string): string {
  const version = game.versions.find(({ version_id: id }) => id === versionId);
  if (version === undefined) return 'no longer among the versions of the game';
  return `made ${dateWords(Date.parse(version.create_ts))}`;
}
