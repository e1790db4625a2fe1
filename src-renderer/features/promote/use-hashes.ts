// The hashes of the versions of a game, as far as its instance tells them.
import { usePromote } from './promote-store.ts';

const none: Readonly<Record<string, string>> = {};

export function useHashes(game_id: string | undefined): Readonly<Record<string, string>> {
  const loaded = usePromote(({ hashes }) => hashes[game_id ?? '']);
  return loaded?.state === 'read' ? loaded.value.hashes : none;
}
