// Asks to which version each namespace of the open game would be rolled back, each time the palette opens.
import { useEffect, useState } from 'react';
import { client } from '../../bridge/client.ts';
import { targetOf } from '../../features/namespaces/namespaces-actions.ts';
import { useLayers } from '../layers-store.ts';
import type { OpenGame, Previous } from './namespace-commands.ts';

const nothing: Previous = {};

/** What is not known, or belongs to a version that no longer runs, is left out. */
export function usePrevious(open: OpenGame | undefined): Previous {
  const isOpen = useLayers((state) => state.layer === 'palette');
  const [previous, setPrevious] = useState(nothing);
  const instanceId = open?.instance.id ?? '';
  const gameId = open?.game.game_id ?? '';
  const running = (open?.game.namespaces ?? []).map((one) => `${one.namespace_id} ${one.version_id}`).join('\n');
  useEffect(() => {
    if (!isOpen || running === '') return undefined;
    const asking = new AbortController();
    const keep = async (namespaceId: string) => {
      const found = await ask(targetOf({ instanceId, gameId, namespaceId }), asking.signal);
      if (asking.signal.aborted || found === undefined) return;
      setPrevious((known) => ({ ...known, [namespaceId]: found }));
    };
    setPrevious(nothing);
    for (const line of running.split('\n')) {
      const [namespaceId = ''] = line.split(' ');
      void keep(namespaceId);
    }
    return () => asking.abort();
  }, [isOpen, instanceId, gameId, running]);
  return previous;
}

/** The name of a version, null where there is none. An instance that does not tell is asked again by the command, which says why. */
async function ask(target: ReturnType<typeof targetOf>, signal: AbortSignal): Promise<string | null | undefined> {
  try {
    const { previous } = await client.call('namespaces.history', { ...target, limit: 1 }, { signal });
    return previous?.display_name ?? null;
  } catch {
    return undefined;
  }
}
