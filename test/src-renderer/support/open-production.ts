// Opens the window on the game of some-switch.ts, whose prod is on a remote.
import { expect } from 'vitest';
import { page } from 'vitest/browser';
import type { RemoteView } from '../../../src-shared/instances/bridge.ts';
import type { createFakeCore } from './fake-core.ts';
import { openWindow } from './open-window.tsx';
import { prod, prodComparison, prodServers, prodSettings, production, tidebreak } from './some-switch.ts';

/** The stand-in core of such a window. */
export type Core = ReturnType<typeof createFakeCore>;

/** Draws its page, with the remote changed as asked, and what `prepare` sets beside it. */
export async function openProduction(
  change: Partial<RemoteView> = {},
  prepare: (core: Core) => void = () => undefined,
  instance_id = prod.instance_id,
): Promise<Core> {
  const core = openWindow((prepared) => {
    prepared.instances.set(production(change));
    prepared.game(prod.game_id).set({ game: tidebreak });
    prepared.servers.list.set(...prodServers());
    prepared.handlers['versions.compare'] = async () => prodComparison;
    prepared.handlers['namespaces.settings'] = async () => prodSettings;
    prepare(prepared);
  }, `#/games/${instance_id}/${prod.game_id}`);
  await expect.element(page.getByRole('heading', { name: 'Tidebreak' })).toBeVisible();
  return core;
}

/** What a call was given, each time. */
export function inputsOf(core: Core, wanted: string): unknown[] {
  return core.called.filter(({ name }) => name === wanted).map(({ input }) => input);
}
