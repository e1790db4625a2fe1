// Draws the sheet that promotes a version, over any page, and keeps what it needs to know going while it is open.
import { useEffect, useMemo, useState } from 'react';
import { usePromoteRequest } from '../../routes/promote-request.ts';
import { followGame, followGames } from '../games/games-actions.ts';
import { useGames } from '../games/games-store.ts';
import { gameKey } from '../games/place-keys.ts';
import { useInstances } from '../instances/instances-store.ts';
import { followSwitchFacts } from '../namespaces/switch-facts-actions.ts';
import { followComparison, followHashes, followNameCheck, followPlan, openPromote } from './promote-actions.ts';
import { type Ends, endsOf, requestOf, type Side, targetPlace } from './promote-selectors.ts';
import { PromoteSheet } from './promote-sheet.tsx';
import { usePromote } from './promote-store.ts';

/** Nothing is followed while it is closed. */
export function PromoteLayer() {
  useEffect(answerRequests, []);
  const isOpen = usePromote((state) => state.isOpen);
  const ends = useEnds();
  useFollowedGames(isOpen, ends);
  useFollowedFacts(isOpen, ends);
  return <PromoteSheet open={isOpen} ends={ends} />;
}

/** Until the answer is called. */
function answerRequests(): () => void {
  return usePromoteRequest.subscribe(({ request }) => {
    if (request !== undefined) openPromote(request);
  });
}

function useEnds(): Ends {
  const draft = usePromote((state) => state.draft);
  const instances = useInstances((state) => state.instances);
  const games = useGames((state) => state.games);
  const open = useGames((state) => state.open);
  return useMemo(() => {
    const game = (instance_id: string, game_id: string) =>
      open[gameKey({ instance_id, game_id })]?.view?.game ?? undefined;
    return endsOf(draft, { instances: instances ?? [], games, game });
  }, [draft, instances, games, open]);
}

function useFollowedGames(isOpen: boolean, { from, to, destinations }: Ends): void {
  useFollowed(isOpen, from);
  useFollowed(isOpen, to);
  useFollowedDestinations(isOpen, destinations);
}

/** Their games, and what runs in the one of the same name. */
function useFollowedDestinations(isOpen: boolean, destinations: Ends['destinations']): void {
  const places = useSame(destinations.map(({ instance, twin }) => ({ instance_id: instance.id, game_id: twin?.id })));
  useEffect(() => {
    if (!isOpen) return undefined;
    const stops = places.flatMap(({ instance_id, game_id }) => [
      followGames(instance_id),
      ...(game_id === undefined ? [] : [followGame(instance_id, game_id)]),
    ]);
    return () => {
      for (const stop of stops) stop();
    };
  }, [isOpen, places]);
}

/** The hashes are read again when a lane runs something else. */
function useFollowed(isOpen: boolean, { instance, game_id, game }: Side): void {
  const instance_id = instance?.id;
  const running = game?.namespaces.map(({ version_id: id }) => id).join(' ');
  useEffect(() => (isOpen && instance_id !== undefined ? followGames(instance_id) : undefined), [isOpen, instance_id]);
  useEffect(() => {
    if (!isOpen || instance_id === undefined || game_id === undefined) return undefined;
    return followGame(instance_id, game_id);
  }, [isOpen, instance_id, game_id]);
  useEffect(() => {
    if (!isOpen || instance_id === undefined || game_id === undefined || running === undefined) return undefined;
    return followHashes(instance_id, game_id);
  }, [isOpen, instance_id, game_id, running]);
}

/** Reads again for each new request; what the target runs is part of what is compared. */
function useFollowedFacts(isOpen: boolean, ends: Ends): void {
  const name = usePromote((state) => state.draft.name);
  const kind = usePromote((state) => state.draft.kind);
  const plan = usePromote((state) => state.plan);
  const isLive = isOpen && ends.from.instance?.state === 'connected' && ends.to.instance?.state === 'connected';
  const request = useSame(isLive ? requestOf(ends, { name, kind, typed: '' }) : undefined);
  const place = useSame(isLive ? targetPlace(ends) : undefined);
  const running = ends.to.namespace?.version_id;
  const newGame = isLive ? ends.to.newGame : undefined;
  const there = ends.to.instance?.id;
  useEffect(() => {
    if (newGame === undefined || there === undefined) return undefined;
    return followNameCheck(there, newGame);
  }, [newGame, there]);
  useEffect(() => (place === undefined ? undefined : followSwitchFacts(place)), [place]);
  useEffect(() => (request === undefined ? undefined : followPlan(request)), [request, running]);
  useEffect(() => {
    if (request === undefined || place === undefined || running === undefined || plan.state !== 'read')
      return undefined;
    return followComparison(request, place, running, plan.value);
  }, [request, place, running, plan]);
}

/** The first of all values that say the same, so that only another one is a reason to ask again. */
function useSame<T>(value: T): T {
  const [kept, setKept] = useState(value);
  if (JSON.stringify(kept) === JSON.stringify(value)) return kept;
  setKept(value);
  return value;
}
