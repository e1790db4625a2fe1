// What menus, the tray and notifications ask of the window. An order waits until a window took it, since a click may come
// before there is one.
import { randomUUID } from 'node:crypto';
import { listSource } from '../../../src-shared/bridge/source.ts';
import type { WindowCommand } from '../../../src-shared/desktop/bridge.ts';

/** So many wait at most; a window that takes none has other troubles. */
const MOST_WAITING = 10;

export type WindowCommands = ReturnType<typeof createWindowCommands>;

export function createWindowCommands() {
  const source = listSource<WindowCommand>();
  return {
    source,
    give: (order: Omit<WindowCommand, 'id'>) => {
      const waiting = source.snapshot();
      source.remove(...waiting.slice(0, Math.max(0, waiting.length - MOST_WAITING + 1)).map(({ id }) => id));
      source.set({ id: randomUUID(), ...order });
    },
    done: (id: string) => source.remove(id),
  };
}
