// The page of servers and its dialogs as axe sees them, in both themes.
import { beforeEach, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import type { Server } from '../../../../src-shared/service/servers.ts';
import { expectAccessible } from '../../support/axe.ts';
import { openWindow } from '../../support/open-window.tsx';
import { runningLocal } from '../../support/some-instances.ts';
import { namespace_id, serversHash, someDetail, someServer, tidebreak } from '../../support/some-servers.ts';

beforeEach(() => page.viewport(1280, 800));

function open(change: Partial<Server> = {}): void {
  const server = someServer(change);
  openWindow((core) => {
    core.game(tidebreak.game_id).set({ game: tidebreak });
    const mark = { game_id: tidebreak.game_id, namespace_id };
    core.instances.set({ ...runningLocal, protected_namespaces: [mark] });
    core.servers.list.set(server, someServer({ id: 'a20c6de8-0', state: 'crashed', destroyed_at: Date.now() }));
    core.servers.detail.set(someDetail(server));
    core.clients.set({
      id: '1',
      label: '1',
      game_id: tidebreak.game_id,
      server_id: server.id,
      command: 'game',
      started_at: 1,
      ended_at: 2,
      ending: 'Ended with code 3.',
      lines: [{ number: 1, is_error: true, text: 'no sound' }],
    });
    core.handlers['servers.searchLog'] = async () => ({ hits: [], looked: 0 });
    core.handlers['servers.readLog'] = async () => ({ lines: [], extent: { first: 1, last: 0, count: 0, dropped: 0 } });
    core.handlers['servers.previewBundle'] = async () => ({
      notes: ['Values of secrets are masked.'],
      files: [
        { name: 'manifest.json', bytes: 900, why: 'What is inside, and why.', optional: false },
        { name: 'core.4711', bytes: 3e8, why: 'The memory of the process.', optional: true, left_out: 'Too large.' },
      ],
    });
  }, `${serversHash}/${server.id}`);
}

test('a server with a client beside it', async () => {
  open();
  await expect.element(page.getByText('Ended with code 3.')).toBeVisible();
  await expectAccessible('[data-slot~="page"]');
});

test('how clients are opened, and the name of a protected namespace', async () => {
  open();
  await userEvent.click(page.getByRole('button', { name: 'Set up client', exact: true }));
  await userEvent.fill(page.getByRole('textbox', { name: 'Command or address' }), 'game {address}');
  await expectAccessible('[data-slot~="dialog"]');
  await userEvent.click(page.getByRole('button', { name: 'Cancel' }));
  await userEvent.click(page.getByRole('button', { name: 'Kill', exact: true }));
  await expect.element(page.getByRole('dialog', { name: 'production is protected' })).toBeVisible();
  await expectAccessible('[data-slot~="dialog"]');
});

test('what a crash bundle would hold', async () => {
  open({ state: 'crashed', destroyed_at: Date.now() });
  await userEvent.click(page.getByRole('button', { name: 'Crash bundle' }));
  await expect.element(page.getByText('Values of secrets are masked.')).toBeVisible();
  await expectAccessible('[data-slot~="dialog"]');
});
