// Reads a game once, over the topic that follows it: the first answer with a game in it is enough.
import { AppError } from '../../../../src-shared/errors/app-error.ts';
import type { GameFull } from '../../../../src-shared/service/games.ts';
import { client } from '../../../bridge/client.ts';
import { t } from '../../../text/t.ts';

const PATIENCE_MS = 20_000;

/** Throws in words when the instance does not tell it. */
export function readGame(instance_id: string, game_id: string): Promise<GameFull> {
  return new Promise((resolve, reject) => {
    const end = (settle: () => void) => {
      clearTimeout(timer);
      // It may answer before it has given out how it is stopped.
      queueMicrotask(() => stop());
      settle();
    };
    const late = () =>
      reject(new AppError('INSTANCE_UNREACHABLE', { text: t('The instance did not tell the game in time.') }));
    const timer = setTimeout(() => end(late), PATIENCE_MS);
    const stop = client.subscribe(
      'game',
      { instance_id, game_id },
      {
        next: ({ game }) => {
          if (game !== null) end(() => resolve(game));
        },
        error: (error) => end(() => reject(error)),
      },
    );
  });
}
