// The activity of a game: what changed, and in a second view every call that the app made.
import type { InstanceView } from '../../../src-shared/instances/bridge.ts';
import type { GameFull } from '../../../src-shared/service/games.ts';
import { CallsPage } from './calls-page.tsx';
import { ChangesPage } from './changes-page.tsx';

type Props = { instance: InstanceView; game: GameFull; view: 'calls' | undefined };

/** Changes come first. */
export function ActivityPage({ instance, game, view }: Props) {
  if (view === 'calls') return <CallsPage instance={instance} game_id={game.game_id} />;
  return <ChangesPage key={`${instance.id} ${game.game_id}`} instance={instance} game={game} />;
}
