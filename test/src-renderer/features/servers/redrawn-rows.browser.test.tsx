// The table of servers while next to nothing happens: what shows the same stays as it is.
import { beforeEach, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { openWindow } from '../../support/open-window.tsx';
import { serversHash, someDetail, someServer, tidebreak } from '../../support/some-servers.ts';

beforeEach(() => page.viewport(1280, 800));

const row = (name: RegExp) => page.getByRole('row', { name });

/** The rows in which something was written since. */
function watchRows(): () => string[] {
  const rowOf = (node: Node) => (node instanceof Element ? node : node.parentElement)?.closest('[data-row]');
  const rows = new Set<string>();
  const note = (records: readonly MutationRecord[]) => {
    for (const { target } of records) rows.add(rowOf(target)?.getAttribute('data-row')?.slice(0, 8) ?? '');
  };
  const observer = new MutationObserver(note);
  observer.observe(document.body, { subtree: true, childList: true, attributes: true, characterData: true });
  return () => {
    note(observer.takeRecords());
    observer.disconnect();
    return [...rows].filter((id) => id !== '').toSorted();
  };
}

test('draws no row again but those that show something else', async () => {
  const servers = Array.from({ length: 20 }, (_, n) =>
    someServer({ id: `${String(n).padStart(8, '0')}-0000-4000-8000-000000000001`, created_at: 2_000_000 - n }),
  );
  const core = openWindow((made) => {
    made.game(tidebreak.game_id).set({ game: tidebreak });
    made.servers.list.set(...servers);
    for (const first of servers.slice(0, 1)) made.servers.detail.set(someDetail(first));
  }, serversHash);
  await expect.element(row(/^00000019/)).toBeInTheDocument();
  const inspector = page.getByRole('region', { name: 'Server 00000000' });
  await expect.poll(() => inspector.element().textContent).toContain('millicores');
  const redrawn = watchRows();
  core.servers.state.set({ fresh_at: Date.now() });
  core.game(tidebreak.game_id).set({ game: tidebreak, fresh_at: Date.now() });
  const usage = { at: 1, cpu: 30, memory: 1, connections: 0, bytes_in: 0, bytes_out: 0, processes: 1, over: [] };
  core.servers.usage.set({ ...usage, id: servers[7]?.id ?? '' });
  await expect.element(row(/^00000007.* 30.of.750/)).toBeInTheDocument();
  core.servers.list.set(
    ...servers.slice(3, 4).map((server) => ({ ...server, players: { now: 13, limit: 16, refused: 2 } })),
  );
  await expect.element(row(/^00000003 Running 13/)).toBeInTheDocument();
  expect(redrawn()).toEqual(['00000003', '00000007']);
});
