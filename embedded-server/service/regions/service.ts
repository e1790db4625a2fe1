// Where servers can run: this machine, and regions simulated on it, each this machine with a worse network.
import { randomUUID } from 'node:crypto';
import { AppError } from '../../../src-shared/errors/app-error.ts';
import type { NetworkConditions } from '../../../src-shared/servers/network-presets.ts';
import { displayNameProblems, nameIdProblems } from '../../../src-shared/service/names.ts';
import type { CreateRegionBody, RegionSummary } from '../../../src-shared/service/regions.ts';
import type { Database } from '../../platform/storage/database.ts';
import type { Revision } from '../../platform/storage/revision.ts';
import { refuseProblems } from '../../platform/validation/problems.ts';
import { gameKey, gamesKey } from '../../platform/watch/keys.ts';
import type { WatchHub } from '../../platform/watch/watch-hub.ts';
import { localRegion } from '../../runtime/server-records/local-region.ts';
import type { GameStore } from '../games/store.ts';
import type { RegionStore, SimulatedRegion } from './store.ts';

export type RegionParts = {
  store: RegionStore;
  gameStore: GameStore;
  database: Database;
  revision: Revision;
  hub: WatchHub;
  now: () => number;
};
export type RegionService = ReturnType<typeof createRegionService>;

export function createRegionService(parts: RegionParts) {
  const { store } = parts;
  let simulated = store.list();
  const change = (work: () => void) => {
    changeForAll(parts, work);
    simulated = store.list();
  };
  const list = (): RegionSummary[] => [localRegion, ...simulated.map(summary)];
  return {
    list,
    /** By its id or its short name. */
    find: (name: string): RegionSummary | undefined =>
      list().find(({ region_id: id, region_name_id: slug }) => id === name || slug === name),
    /** The network that players of its servers are given. */
    conditions: (regionId: string): NetworkConditions | undefined =>
      simulated.find(({ region_id: id }) => id === regionId)?.conditions,
    create: ({ display_name, name_id, conditions }: CreateRegionBody): string => {
      const taken = new Set(list().map(({ region_name_id: slug }) => slug));
      refuseProblems('invalid.region-name', [...displayNameProblems(display_name), ...nameIdProblems(name_id, taken)]);
      const region_id = randomUUID();
      change(() => store.insert({ region_id, name_id, display_name, conditions, create_ts: parts.now() }));
      return region_id;
    },
    /** Servers that run there run on. */
    remove: (regionId: string): void => {
      if (!simulated.some(({ region_id: id }) => id === regionId)) throw new AppError('REGION_NOT_FOUND');
      change(() => store.remove(regionId));
    },
  };
}

/** Every game shows the regions, so every game changes with them. */
function changeForAll({ gameStore, database, revision, hub }: RegionParts, work: () => void): void {
  const games = gameStore.games().map(({ game_id: id }) => id);
  database.change(() => {
    work();
    const next = revision.next();
    for (const id of games) gameStore.setRevision(id, next);
  });
  hub.wake(gamesKey, ...games.map(gameKey));
}

function summary({ region_id, name_id, display_name }: SimulatedRegion): RegionSummary {
  return {
    provider: 'simulated',
    provider_display_name: 'Simulated on this machine',
    region_id,
    region_name_id: name_id,
    region_display_name: display_name,
    universal_region: 'unknown',
  };
}
