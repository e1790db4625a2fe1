// Does what menus, the tray and notifications of the desktop app ask of the window, each once.
import type { WindowCommand } from '../../src-shared/desktop/bridge.ts';
import { client } from '../bridge/client.ts';
import { whenSpoken } from '../features/settings/follow-language.ts';
import { goTo } from '../routes/route-store.ts';
import { parseHash } from '../routes/routes.ts';
import { phrase } from '../text/t.ts';
import { say } from '../ui/notices/notices-actions.ts';
import { runShortcut } from './keyboard.ts';

/** Takes orders until the answer is called. */
export function startWindowCommands(): () => void {
  const taken = new Set<string>();
  return client.subscribe(
    'desktop.orders',
    {},
    {
      next: (orders) => {
        for (const order of orders.filter(({ id }) => !taken.has(id))) {
          taken.add(order.id);
          run(order);
          void putAway(order.id);
        }
      },
    },
  );
}

function run({ shortcut, index, hash, say: message }: WindowCommand): void {
  if (shortcut !== undefined) runShortcut(shortcut, index);
  if (hash !== undefined) goTo(parseHash(hash));
  if (message !== undefined) void tell(message);
}

/** What is told at the start comes before the window knows its language. */
async function tell({ title, detail, is_news }: NonNullable<WindowCommand['say']>): Promise<void> {
  await whenSpoken();
  say({ state: is_news === true ? 'notice' : 'failed', title, detail });
}

async function putAway(id: string): Promise<void> {
  try {
    await client.call('desktop.orderDone', { order_id: id });
  } catch {
    say({ state: 'notice', title: phrase('Slipway may ask this window for the same thing again') });
  }
}
