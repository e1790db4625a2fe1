// The two plates at the top of the switch sheet: what runs, and what would run.
import type { GameFull } from '../../../src-shared/service/games.ts';
import { Icon } from '../../design/icons.tsx';
import { Select } from '../../ui/select.tsx';
import { dateWords } from '../../ui/words.ts';
import { type VersionOption, versionName } from './namespaces-selectors.ts';

type Props = {
  game: GameFull;
  from: string;
  to: string | undefined;
  options: readonly VersionOption[];
  onTo: (versionId: string) => void;
};

/** Any version of the game can be chosen, older ones as well. */
export function FromTo({ game, from, to, options, onTo }: Props) {
  return (
    <div className="fromto">
      <div className="sheet-plate">
        <small>Running now</small>
        <b className="cut selectable">{versionName(game, from)}</b>
        <small>{madeWords(game, from)}</small>
      </div>
      <Icon name="arrow" />
      <div className="sheet-plate next">
        <small>After the switch</small>
        {options.length === 0 ? (
          <b className="dim">No other version</b>
        ) : (
          <Select label="Version after the switch" value={to ?? ''} options={options} onValue={onTo} />
        )}
        <small>{to === undefined ? 'Upload a build to make one' : madeWords(game, to)}</small>
      </div>
    </div>
  );
}

function madeWords(game: GameFull, versionId: string): string {
  const version = game.versions.find(({ version_id: id }) => id === versionId);
  return version === undefined
    ? 'no longer among the versions of the game'
    : `made ${dateWords(Date.parse(version.create_ts))}`;
}
