// The games in the sidebar. Only the rows in sight are drawn, so ten thousand games scroll as smoothly as ten.
import { type KeyboardEvent, memo, useState } from 'react';
import type { GameRow } from '../../../src-shared/games/bridge.ts';
import shared from '../../design/shared.module.css';
import { StateGlyph } from '../../design/state-glyph.tsx';
import { hashOf } from '../../routes/routes.ts';
import { useLanguage } from '../../text/language.ts';
import { plural, t } from '../../text/t.ts';
import { Button } from '../../ui/button.tsx';
import { classNames } from '../../ui/class-names.ts';
import { counted, formatCount } from '../../ui/format.ts';
import { IconButton } from '../../ui/icon-button.tsx';
import { listStep } from '../../ui/list-step.ts';
import sidebarStyles from '../../ui/sidebar.module.css';
import { useTextLength } from '../../ui/text-size.ts';
import { useRowsInSight } from '../../ui/use-rows-in-sight.ts';
import { GameLogo } from './game-logo.tsx';
import { setCreating, setPinning, unpinGame } from './games-actions.ts';

const ROW_PX = 30;

type Props = {
  instance_id: string | undefined;
  games: readonly GameRow[] | undefined;
  /** The namespaces of games that have none of the servers that they keep. */
  down: Readonly<Record<string, readonly string[] | undefined>>;
  openGameId: string | undefined;
  /** Why no game can be made now. */
  whyCannotCreate: string | undefined;
  /** The sentence of an instance that does not list its games: there they are added by their id. */
  whyNotListed?: string | undefined;
};

/** One focus stop for the whole list; arrows or J and K move in it, Enter opens. */
export function GameList({ instance_id, games, down, openGameId, whyCannotCreate, whyNotListed }: Props) {
  const isEmpty = games === undefined || games.length === 0;
  return (
    <nav className={sidebarStyles.games} aria-labelledby="games-title">
      <div className={sidebarStyles.head}>
        <h2 id="games-title">{t('Games')}</h2>
        {whyNotListed !== undefined && (
          <IconButton icon="key" size="tiny" label={t('Add a game by its id')} onClick={() => setPinning(true)} />
        )}
        <IconButton
          icon="plus"
          size="tiny"
          label={t('Create a game')}
          disabledReason={whyCannotCreate}
          onClick={() => setCreating(true)}
        />
      </div>
      {isEmpty && <p className={sidebarStyles.empty}>{whyNotListed ?? formatEmpty(games, whyCannotCreate)}</p>}
      {isEmpty && whyNotListed !== undefined && (
        <Button small className={sidebarStyles.pin} onClick={() => setPinning(true)}>
          {t('Add a game by its id')}
        </Button>
      )}
      {instance_id !== undefined && games !== undefined && games.length > 0 && (
        <Rows key={instance_id} instance_id={instance_id} games={games} down={down} openGameId={openGameId} />
      )}
    </nav>
  );
}

function formatEmpty(games: readonly GameRow[] | undefined, whyCannotCreate: string | undefined): string {
  if (whyCannotCreate !== undefined) return t('Games appear here once they can be read.');
  return games === undefined ? '' : t('No games yet. A game appears here with its first build.');
}

type RowsProps = Pick<Props, 'down' | 'openGameId'> & { instance_id: string; games: readonly GameRow[] };

function Rows({ instance_id, games, down, openGameId }: RowsProps) {
  const rowHeight = useTextLength(ROW_PX);
  const openIndex = games.findIndex((game) => game.id === openGameId);
  const [stop, setStop] = useState<number>();
  const stopIndex = Math.min(stop ?? Math.max(0, openIndex), games.length - 1);
  const { scroller, height, rows, show } = useRowsInSight({
    count: games.length,
    rowHeight,
    around: 8,
    firstTop: openIndex - 4,
  });
  const moveTo = (index: number, event: KeyboardEvent) => {
    event.preventDefault();
    setStop(index);
    show(index);
    scroller.current?.querySelector<HTMLElement>(`[data-index="${index}"]`)?.focus();
  };
  const move = (event: KeyboardEvent) => {
    const next = listStep(event, stopIndex, games.length);
    if (next !== undefined) moveTo(next, event);
  };
  return (
    <div ref={scroller} className={sidebarStyles.scroll}>
      <ul style={{ height }} onKeyDown={move}>
        {rows.map(({ index, top }) => {
          const game = games[index];
          if (game === undefined) return null;
          return (
            <li key={game.id} aria-setsize={games.length} aria-posinset={index + 1} style={{ top }}>
              <GameLink
                instance_id={instance_id}
                game={game}
                trouble={formatDown(down[game.id])}
                index={index}
                isOpen={index === openIndex}
                isStop={index === stopIndex}
                onFocus={() => setStop(index)}
              />
              {game.is_pinned === true && <Unpin instance_id={instance_id} game={game} />}
            </li>
          );
        })}
      </ul>
    </div>
  );
}

/** "prod is down". */
function formatDown(names: readonly string[] = []): string | undefined {
  if (names.length === 0) return undefined;
  return plural(names.length, '{names} is down', '{names} are down', { names: names.join(', ') });
}

type LinkProps = {
  instance_id: string;
  game: GameRow;
  /** What is wrong with it now. */
  trouble: string | undefined;
  index: number;
  isOpen: boolean;
  isStop: boolean;
  onFocus: () => void;
};

function GameLink({ instance_id, game, trouble, index, isOpen, isStop, onFocus }: LinkProps) {
  const players = counted(game.total_player_count, 'player');
  return (
    <a
      href={hashOf({ page: 'game', instance_id, game_id: game.id })}
      className={isOpen ? classNames(sidebarStyles.row, sidebarStyles.current) : sidebarStyles.row}
      data-index={index}
      title={trouble === undefined ? game.display_name : `${game.display_name}, ${trouble}`}
      aria-label={[game.display_name, players, ...(trouble === undefined ? [] : [trouble])].join(', ')}
      tabIndex={isStop ? 0 : -1}
      aria-current={isOpen ? 'page' : undefined}
      onFocus={onFocus}
    >
      <Row game={game} instance_id={instance_id} isDown={trouble !== undefined} />
    </a>
  );
}

/** Only for a game that was added by its id: the others are the instance's own list. */
function Unpin({ instance_id, game }: { instance_id: string; game: GameRow }) {
  return (
    <IconButton
      icon="x"
      size="tiny"
      className={sidebarStyles.rowMenu}
      label={t('Remove {game} from this list', { game: game.display_name })}
      onClick={() => void unpinGame(instance_id, game.id)}
    />
  );
}

type RowProps = { game: GameRow; instance_id: string; isDown: boolean };

/** Redrawn when its game changes, not when the list scrolls. */
const Row = memo(function Row({ game, instance_id, isDown }: RowProps) {
  useLanguage();
  return (
    <>
      <GameLogo id={game.id} instance_id={instance_id} url={game.logo_url} size={18} />
      {/* The space keeps the words apart for who hears them. */}
      <span className={classNames(shared.grow, shared.ellipsis, sidebarStyles.words)}>{game.display_name}</span>{' '}
      {isDown && <StateGlyph state="crashed" />}
      <span className={classNames(sidebarStyles.count, sidebarStyles.words)}>
        {formatCount(game.total_player_count)}
      </span>
    </>
  );
});
