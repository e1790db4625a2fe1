// The header of a game: logo, name, ids to copy, players now, and the tabs that exist.
import type { GameRow, GameView } from '../../../src-shared/games/bridge.ts';
import { Button } from '../../ui/button.tsx';
import { CopyButton } from '../../ui/copy-button.tsx';
import { countWords, shortId } from '../../ui/words.ts';
import { GameLogo } from './game-logo.tsx';

type Game = NonNullable<GameView['game']>;
type Props = { id: string; instanceName: string; row: GameRow | undefined; game: Game | undefined };

/** Draws from the list's row until the game itself has been read. */
export function GameHeader({ id, instanceName, row, game }: Props) {
  const known = game ?? row;
  const players = game?.total_player_count ?? row?.total_player_count;
  return (
    <header className="head">
      <div className="head-row">
        <GameLogo id={id} url={known?.logo_url} size={40} />
        <div className="grow">
          <h1 className="cut">{known?.display_name ?? 'Game'}</h1>
          <div className="ids">
            {known !== undefined && (
              <>
                <span className="mono">{known.name_id}</span>
                <CopyButton text={known.name_id} label="Copy name id" />
                <span className="sep" />
              </>
            )}
            <span className="mono" title={id}>
              {shortId(id)}
            </span>
            <CopyButton text={id} label="Copy game id" />
          </div>
        </div>
        {players !== undefined && <Players count={players} instanceName={instanceName} />}
        <Button kind="primary" icon="upload" offReason="Builds can not be uploaded in this version yet">
          Upload build
        </Button>
      </div>
      <nav className="tabs" aria-label="Game">
        <a className="on" aria-current="page" href={location.hash}>
          Deploy
        </a>
      </nav>
    </header>
  );
}

function Players({ count, instanceName }: { count: number; instanceName: string }) {
  return (
    <div className="pcount">
      {count > 0 && <i className="livedot" />}
      <b className="tn">{countWords(count)}</b>
      <span>
        {count === 1 ? 'player' : 'players'} now
        <br />
        on {instanceName}
      </span>
    </div>
  );
}
