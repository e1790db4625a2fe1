// The hashes of the versions of a game, as far as its instance tells them.
import { gameKey } from '../games/place-keys.ts';
import type { Side } from './promote-selectors.ts';
import { usePromote } from './promote-store.ts';

const none: Readonly<Record<string, string>> = {};

export function useHashes({ instance, game_id }: Pick<Side, 'instance' | 'game_id'>): Readonly<Record<string, string>> {
  const loaded = usePromote(
    ({ hashes }) => hashes[gameKey({ instance_id: instance?.id ?? '', game_id: game_id ?? '' })],
  );
  return loaded?.state === 'read' ? loaded.value.hashes : none;
}
