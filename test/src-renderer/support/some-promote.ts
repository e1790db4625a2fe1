// A version to be promoted from Local to Production, which has it already under another id, for tests and pictures of the sheet that asks.
import { expect } from 'vitest';
import { page } from 'vitest/browser';
import { openPromote } from '../../../src-renderer/features/promote/promote-actions.ts';
import { listSource } from '../../../src-shared/bridge/source.ts';
import type { GameRow } from '../../../src-shared/games/bridge.ts';
import type { PromotePlan } from '../../../src-shared/versions/promote.ts';
import { type createFakeCore, fullGame } from './fake-core.ts';
import { openWindow } from './open-window.tsx';
import { localId, runningLocal } from './some-instances.ts';
import {
  newVersion,
  oldVersion,
  prod,
  prodComparison,
  prodServers,
  prodSettings,
  production,
  tidebreak,
} from './some-switch.ts';

type Core = ReturnType<typeof createFakeCore>;

export const version = '2f9c27d4-61b8-4c3e-9a51-7d20b4c8e1a9';
export const here = {
  ...fullGame('4f9c27d4-61b8-4c3e-9a51-7d20b4c8e1a7', 'Tidebreak', 'tidebreak'),
  versions: [{ version_id: version, display_name: 'v0.5.0-rc1', create_ts: '2026-11-18T09:00:00.000Z' }],
};
const hash = '3f9c27d4'.repeat(8);
export const plan: PromotePlan = {
  way: 'send',
  sentence: 'v0.5.0-rc1 is sent to Production from this machine.',
  version_name: 'v0.5.0-rc1',
  sha256: hash,
  bytes: 1_330_000_000,
  problems: [],
  warnings: [],
};
export const rowOf = ({ game_id: id }: { game_id: string }) => ({
  id,
  name_id: `tidebreak-${id.slice(0, 3)}`,
  display_name: 'Tidebreak',
  total_player_count: 0,
});

export function listOf(...rows: GameRow[]) {
  const list = listSource<GameRow>();
  list.set(...rows);
  return list;
}

/** The sheet that promotes a version of here to Production, with what was found out there. */
export async function openPromoteSheet(
  found: Partial<PromotePlan> = {},
  prepare: (core: Core) => void = () => undefined,
  remote = production(),
): Promise<Core> {
  const core = openWindow((prepared) => {
    prepared.instances.set(runningLocal, remote);
    prepared.games.set(rowOf(here));
    prepared.gamesOn.set('production', listOf(rowOf(tidebreak)));
    prepared.game(here.game_id).set({ game: here });
    prepared.game(prod.game_id).set({ game: tidebreak });
    prepared.servers.list.set(...prodServers());
    prepared.handlers['versions.checkPromote'] = async () => ({ ...plan, ...found });
    prepared.handlers['versions.compare'] = async () => prodComparison;
    prepared.handlers['versions.hashes'] = async ({ game_id }) => ({
      hashes: game_id === here.game_id ? { [version]: hash } : { [oldVersion]: 'a'.repeat(64), [newVersion]: hash },
    });
    prepared.handlers['namespaces.settings'] = async () => prodSettings;
    prepare(prepared);
  }, `#/games/local/${here.game_id}`);
  await expect.element(page.getByRole('heading', { name: 'Tidebreak' })).toBeVisible();
  openPromote({ fromInstance: localId, fromGame: here.game_id, version });
  await expect.element(page.getByRole('dialog', { name: 'Promote v0.5.0-rc1' })).toBeVisible();
  return core;
}
