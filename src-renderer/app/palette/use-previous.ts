// Tells to which version each namespace of the open game would be rolled back: as the game tells it; where it does not, as the timelines
// on the page know it, and where none of them is followed, as the instance says when the palette opens.

import { useEffect, useMemo, useState } from 'react';
import { client } from '../../bridge/client.ts';
import { goesBackTo } from '../../features/board/board-selectors.ts';
import { useBoard } from '../../features/board/board-store.ts';
import { namespaceKey } from '../../features/games/place-keys.ts';
import { targetOf } from '../../features/namespaces/namespaces-actions.ts';
import { type WayBack, wayBackOf } from '../../features/namespaces/roll-back-selectors.ts';
import { useLayers } from '../layers-store.ts';
import type { OpenGame, Previous } from './namespace-commands.ts';

const nothing: Previous = {};

/** What is not known, or belongs to a version that no longer runs, is left out. */
export function usePrevious(open: OpenGame | undefined): Previous {
  const isOpen = useLayers((state) => state.layer === 'palette');
  const [asked, setAsked] = useState(nothing);
  const instance_id = open?.instance.id ?? '';
  const game_id = open?.game.game_id ?? '';
  const game = open?.game;
  const running = (game?.namespaces ?? [])
    .filter((one) => one.last_good === undefined)
    .map((one) => `${one.namespace_id} ${one.version_id}`)
    .join('\n');
  const fromTimelines = usePreviousShown(instance_id, isOpen ? running : '');
  useEffect(() => {
    if (!isOpen || running === '') return undefined;
    const asking = new AbortController();
    const keep = async (namespace_id: string) => {
      const found = await ask(targetOf({ instance_id, game_id, namespace_id }), asking.signal);
      if (asking.signal.aborted || found === undefined) return;
      setAsked((known) => ({ ...known, [namespace_id]: found }));
    };
    setAsked(nothing);
    const known = previousIn(instance_id, running, useBoard.getState());
    for (const [namespace_id] of placesOf(running)) if (known[namespace_id] === undefined) void keep(namespace_id);
    return () => asking.abort();
  }, [isOpen, instance_id, game_id, running]);
  return useMemo(() => ({ ...asked, ...fromTimelines, ...toldBy(game) }), [asked, fromTimelines, game]);
}

function toldBy(game: OpenGame['game'] | undefined): Previous {
  const told = (game?.namespaces ?? []).flatMap(({ namespace_id: id }): [string, WayBack | null][] => {
    const back = game === undefined ? undefined : wayBackOf(game, id);
    return back === undefined ? [] : [[id, back]];
  });
  return Object.fromEntries(told);
}

/** As the timelines of the page tell it, nothing for no namespaces. */
function usePreviousShown(instance_id: string, running: string): Previous {
  const timelines = useBoard((state) => (running === '' ? undefined : state.timelines));
  const live = useBoard((state) => (running === '' ? undefined : state.live));
  return useMemo(
    () => (timelines && live ? previousIn(instance_id, running, { timelines, live }) : nothing),
    [instance_id, running, timelines, live],
  );
}

type Timelines = Pick<ReturnType<typeof useBoard.getState>, 'timelines' | 'live'>;

function previousIn(instance_id: string, running: string, { timelines, live }: Timelines): Previous {
  const previous = placesOf(running).flatMap(([namespace_id, version_id]): [string, WayBack | null][] => {
    const key = namespaceKey({ instance_id, namespace_id });
    const found = live[key] === true ? goesBackTo(timelines[key], version_id) : undefined;
    return found === undefined ? [] : [[namespace_id, found]];
  });
  return Object.fromEntries(previous);
}

/** Each namespace with the version that it runs. */
function placesOf(running: string): [string, string][] {
  return running
    .split('\n')
    .filter(Boolean)
    .map((line) => {
      const [namespace_id = '', version_id = ''] = line.split(' ');
      return [namespace_id, version_id];
    });
}

/** The version to go back to, null where there is none. An instance that does not tell is asked again by the command, which says why. */
async function ask(target: ReturnType<typeof targetOf>, signal: AbortSignal): Promise<WayBack | null | undefined> {
  try {
    const { previous } = await client.call('namespaces.history', { ...target, limit: 1 }, { signal });
    return previous === undefined ? null : { version_id: previous.version_id, name: previous.display_name };
  } catch {
    return undefined;
  }
}
