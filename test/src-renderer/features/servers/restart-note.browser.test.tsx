// What the window says about a server that ended by itself: whether another one takes its place, and where that is set.
import { beforeEach, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { AppError } from '../../../../src-shared/errors/app-error.ts';
import type { Server } from '../../../../src-shared/service/servers.ts';
import { expectAccessible } from '../../support/axe.ts';
import { openWindow } from '../../support/open-window.tsx';
import { serversHash, someDetail, someServer, tidebreak } from '../../support/some-servers.ts';

beforeEach(() => page.viewport(1280, 800));

const policy = { server_count: 2, on_version_switch: 'drain', drain_limit: 60_000, restart: 'back_off' } as const;
const crashed: Partial<Server> = {
  state: 'crashed',
  destroyed_at: 5,
  kept: true,
  exit: { signal: 'SIGSEGV', out_of_memory: false, by: 'itself' },
};

function open(change: Partial<Server>, settings: () => object = () => ({ limits: null, hosting: policy })) {
  const server = someServer(change);
  return openWindow((core) => {
    core.game(tidebreak.game_id).set({ game: tidebreak });
    core.servers.list.set(server);
    core.servers.detail.set(someDetail(server));
    core.handlers['servers.searchLog'] = async () => ({ hits: [], looked: 0 });
    core.handlers['servers.readLog'] = async () => ({ lines: [], extent: { first: 1, last: 0, count: 0, dropped: 0 } });
    core.handlers['namespaces.settings'] = async () => settings() as never;
  }, `${serversHash}/${server.id}`);
}

const another = page.getByText(/replaces it, with growing delays/);
const seen = page.getByRole('region', { name: 'Server 7c1e04b2' });

test('says that another one is started, and leads to where that is set', async () => {
  open(crashed);
  await expect.element(another).toBeVisible();
  await expectAccessible('[data-slot~="pane"]');
  await userEvent.click(seen.getByRole('button', { name: /^Settings of / }));
  const dialog = page.getByRole('dialog', { name: /^Settings of / });
  await expect.element(dialog.getByText('When a server ends')).toBeVisible();
});

test('says that none is started where the namespace leaves them ended, and where a person started it', async () => {
  open(crashed, () => ({ limits: null, hosting: { ...policy, restart: 'never' } }));
  await expect.element(page.getByText(/does not replace it/)).toBeVisible();
  open({ ...crashed, kept: false });
  await expect.element(page.getByText('It was started by hand, so it is not replaced.')).toBeVisible();
});

test('says why the policy is not known', async () => {
  open(crashed, () => {
    throw new AppError('INSTANCE_UNREACHABLE', { text: 'Local does not answer.' });
  });
  await expect.element(page.getByText(/Local does not answer\./)).toBeVisible();
});

test('says nothing of one that a person stopped, and nothing where services do not tell', async () => {
  open({ ...crashed, state: 'stopped', exit: { out_of_memory: false, by: 'you' } });
  await expect.element(page.getByText(/You stopped it/)).toBeVisible();
  await expect.element(another).not.toBeInTheDocument();
  open({ ...crashed, kept: undefined });
  await expect.element(page.getByText(/SIGSEGV/).first()).toBeVisible();
  await expect.element(another).not.toBeInTheDocument();
});
