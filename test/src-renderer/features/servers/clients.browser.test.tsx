// Clients, crash bundles, and servers of a protected namespace in the window.
import { beforeEach, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { AppError } from '../../../../src-shared/errors/app-error.ts';
import type { ClientView } from '../../../../src-shared/servers/clients-bridge.ts';
import type { Server } from '../../../../src-shared/service/servers.ts';
import { messageFor } from '../../../../src-shared/text/message.ts';
import { numberMessage } from '../../../../src-shared/text/values.ts';
import { type createFakeCore } from '../../support/fake-core.ts';
import { focusOn, openWindow } from '../../support/open-window.tsx';
import { runningLocal } from '../../support/some-instances.ts';
import { namespace_id, serversHash, someDetail, someServer, tidebreak } from '../../support/some-servers.ts';

beforeEach(() => page.viewport(1280, 800));

type Core = ReturnType<typeof createFakeCore>;

function open(change: Partial<Server> = {}, prepare: (core: Core) => void = () => undefined, hash?: string): Core {
  const server = someServer(change);
  return openWindow((core) => {
    core.game(tidebreak.game_id).set({ game: tidebreak });
    core.servers.list.set(server);
    core.servers.detail.set(someDetail(server));
    core.handlers['servers.searchLog'] = async () => ({ hits: [], looked: 0 });
    core.handlers['servers.readLog'] = async () => ({ lines: [], extent: { first: 1, last: 0, count: 0, dropped: 0 } });
    core.handlers['servers.setClientCommand'] = async ({ command }) => {
      core.clientCommand.set({ command });
    };
    core.handlers['servers.openClients'] = async () => undefined;
    prepare(core);
  }, hash ?? `${serversHash}/${server.id}`);
}

const inputs = (core: Core, wanted: string) =>
  core.called.flatMap(({ name, input }) => (name === wanted ? [input] : []));

test('asks once how clients are opened, shows what that comes to, and then opens one or several', async () => {
  const core = open();
  await userEvent.click(page.getByRole('button', { name: 'Set up client', exact: true }));
  const dialog = page.getByRole('dialog', { name: 'Set up the game client' });
  const field = dialog.getByRole('textbox', { name: 'Command or address' });
  await userEvent.fill(field, 'game {prot}');
  await userEvent.click(dialog.getByRole('button', { name: 'Save and open a client' }));
  await expect.element(dialog.getByText(/\{prot\} means nothing here/)).toBeVisible();
  expect(inputs(core, 'servers.setClientCommand')).toEqual([]);
  await userEvent.fill(field, 'game --join {address}');
  await expect.element(dialog.getByText('game --join 127.0.0.1:21004')).toBeVisible();
  await userEvent.click(dialog.getByRole('button', { name: 'Save and open a client' }));
  await expect.element(dialog).not.toBeInTheDocument();
  expect(inputs(core, 'servers.openClients')).toMatchObject([{ host: '127.0.0.1', port: 21_004, count: 1 }]);
  await userEvent.click(page.getByRole('button', { name: 'More ways to open clients' }));
  await userEvent.click(page.getByRole('menuitem', { name: 'Open 3 clients' }));
  await expect.poll(() => inputs(core, 'servers.openClients').at(-1)).toMatchObject({ count: 3 });
});

test('says of a program that it runs as root where Slipway does, and of an address nothing', async () => {
  const words = 'Slipway runs as root, so this program does too.';
  open({}, (core) => core.clientCommand.set({ command: '', as_root: true }));
  await userEvent.click(page.getByRole('button', { name: 'Set up client', exact: true }));
  const dialog = page.getByRole('dialog', { name: 'Set up the game client' });
  const field = dialog.getByRole('textbox', { name: 'Command or address' });
  await userEvent.fill(field, 'game --join {address}');
  await expect.element(dialog.getByText(words)).toBeVisible();
  await userEvent.fill(field, 'http://{address}/');
  await expect.element(dialog.getByText('http://127.0.0.1:21004/')).toBeVisible();
  await expect.element(dialog.getByText(words)).not.toBeInTheDocument();
});

test('says that the client of a server on a remote opens on this machine, and where it connects', async () => {
  const port = {
    protocol: 'udp',
    public_hostname: 'eu.tidebreak.example',
    public_port: 4_711,
    routing: { game_guard: {} },
  } as const;
  const core = open({ network: { ports: { game: port } } }, (fake) => {
    fake.clientCommand.set({ command: 'game --join {address}' });
  });
  const button = page.getByRole('button', { name: 'Open client', exact: true });
  const words = 'Opens the client on this machine, connected to eu.tidebreak.example:4711';
  await expect.element(button).toHaveAccessibleDescription(words);
  await userEvent.hover(button);
  await expect.element(page.getByText(words).last()).toBeVisible();
  await userEvent.click(button);
  await expect
    .poll(() => inputs(core, 'servers.openClients'))
    .toMatchObject([{ host: 'eu.tidebreak.example', port: 4_711, count: 1 }]);
});

test('of a server with a web port the button says that its page opens in the browser here', async () => {
  const port = {
    protocol: 'http',
    public_hostname: 'eu.tidebreak.example',
    public_port: 8_080,
    routing: { host: {} },
  } as const;
  open({ network: { ports: { web: port } } });
  await expect
    .element(page.getByRole('button', { name: 'Open client', exact: true }))
    .toHaveAccessibleDescription('Opens http://eu.tidebreak.example:8080/ in the browser of this machine');
});

test('tiles the clients of a server with what each writes, and clears those that ended', async () => {
  const some = (label: string, change: Partial<ClientView>): ClientView => ({
    id: label,
    label,
    game_id: tidebreak.game_id,
    server_id: someServer().id,
    command: 'game',
    started_at: 1,
    pid: 4_000 + Number(label),
    lines: [],
    ...change,
  });
  const core = open({}, (fake) => {
    fake.clients.set(
      some('1', { lines: [{ number: 1, is_error: false, text: '\u001b[32mjoined\u001b[0m the reef' }] }),
      some('2', {
        ended_at: 2,
        ending: 'Ended with code 3.',
        lines: [{ number: 1, is_error: true, text: 'no sound' }],
      }),
      some('3', { server_id: 'another' }),
    );
    fake.handlers['servers.stopClient'] = async () => undefined;
    fake.handlers['servers.forgetClients'] = async () => undefined;
  });
  await expect.element(page.getByRole('heading', { name: '1 client open, 1 ended' })).toBeVisible();
  await expect.element(page.getByRole('log', { name: 'Output of client 1' })).toMatchTextContent(/1joined the reef/);
  await expect.element(page.getByText('Ended with code 3.')).toBeVisible();
  await expect.element(page.getByText('Client 3')).not.toBeInTheDocument();
  await userEvent.click(page.getByRole('button', { name: 'End client 1' }));
  expect(inputs(core, 'servers.stopClient')).toEqual([{ client_id: '1' }]);
  await userEvent.click(page.getByRole('button', { name: 'Clear ended' }));
  expect(inputs(core, 'servers.forgetClients')).toHaveLength(1);
});

test('says of a client that did not start why, and of those that failed before the page was open nothing', async () => {
  const core = open();
  const { id: server_id } = someServer();
  const ended = { game_id: tidebreak.game_id, server_id, command: 'chromium', started_at: 1, ended_at: 2 };
  const ending = messageFor('client.ended-with-code', { code: numberMessage(1) });
  const lines = [{ number: 1, is_error: true, text: 'cannot open display' }];
  const failed = { hint: messageFor('client.refuses-root') };
  await expect.element(page.getByRole('button', { name: 'Set up client', exact: true })).toBeVisible();
  core.clients.set({ ...ended, id: 'c1', label: '1', ending, lines, failed: {} });
  await expect.element(page.getByText('Client 1 did not start')).toBeVisible();
  await expect.element(page.getByText('Ended with code 1. cannot open display')).toBeVisible();
  core.clients.set({ ...ended, id: 'c2', label: '2', ending, lines, failed });
  await expect.element(page.getByText('Client 2 did not start')).toBeVisible();
  await expect.element(page.getByText(/Ended with code 1\. Slipway runs as root/)).toBeVisible();
  await expect.element(page.getByText('Client 1 did not start')).not.toBeInTheDocument();
});

test('shows what a crash bundle would hold before it is saved, and leaves out what is unticked', async () => {
  let refusal: AppError | undefined = new AppError('STORAGE_FULL', { text: 'The disk of this service is full.' });
  const core = open({ state: 'crashed', destroyed_at: Date.now() }, (fake) => {
    fake.handlers['servers.previewBundle'] = async () => ({
      notes: ['Values of secrets are masked.'],
      files: [
        { name: 'manifest.json', bytes: 900, why: 'What is inside, and why.', optional: false },
        { name: 'core.4711', bytes: 3e8, why: 'The memory of the process as it ended.', optional: true },
        {
          name: 'old.log',
          bytes: 0,
          why: 'A log.',
          optional: true,
          left_out: messageFor('bundle.larger-than', { size: numberMessage(1_024) }),
        },
      ],
    });
    fake.handlers['servers.saveBundle'] = async () => {
      if (refusal !== undefined) throw refusal;
      return { outcome: 'saved', file: '/home/ada/crash.zip' };
    };
  });
  await userEvent.click(page.getByRole('button', { name: 'Crash bundle' }));
  const dialog = page.getByRole('dialog', { name: 'Save a crash bundle' });
  await expect.element(dialog.getByText('Values of secrets are masked.')).toBeVisible();
  await expect.element(dialog.getByRole('checkbox', { name: /manifest\.json/ })).toBeDisabled();
  await expect.element(dialog.getByText('larger than 1,024 MiB')).toBeVisible();
  await userEvent.click(dialog.getByRole('checkbox', { name: /core\.4711/ }));
  await userEvent.click(dialog.getByRole('button', { name: 'Save bundle' }));
  await expect.element(dialog.getByText('The disk of this service is full.')).toBeVisible();
  refusal = undefined;
  await userEvent.click(dialog.getByRole('button', { name: 'Save bundle' }));
  await expect.element(page.getByText('/home/ada/crash.zip, without 1 file')).toBeVisible();
  expect(inputs(core, 'servers.saveBundle').at(-1)).toMatchObject({ leave_out: ['core.4711'] });
});

test('says what a crash bundle would hold in the language of the window', async () => {
  open({ state: 'crashed', destroyed_at: Date.now() }, (fake) => {
    fake.settings.set({ ...fake.settings.snapshot(), language: 'de' });
    const left_out = messageFor('bundle.larger-than', { size: numberMessage(1_024) });
    fake.handlers['servers.previewBundle'] = async () => ({
      notes: [messageFor('bundle.core-elsewhere', { program: 'systemd-coredump' })],
      files: [
        { name: 'exit.json', bytes: 90, why: messageFor('bundle.exit'), optional: false },
        { name: 'core', bytes: 3e9, why: messageFor('bundle.core'), optional: true, left_out },
      ],
    });
  });
  await userEvent.click(page.getByRole('button', { name: 'Absturzpaket' }));
  const dialog = page.getByRole('dialog', { name: 'Absturzpaket speichern' });
  await expect.element(dialog.getByText('Wie der Server endete')).toBeVisible();
  await expect.element(dialog.getByText('größer als 1.024 MiB')).toBeVisible();
  await expect.element(dialog.getByText(/übergibt Core-Dumps an systemd-coredump/)).toBeVisible();
});

test('asks for the name of a protected namespace before a server of it is stopped', async () => {
  const core = open({}, (fake) => {
    const mark = { game_id: tidebreak.game_id, namespace_id };
    fake.instances.set({ ...runningLocal, protected_namespaces: [mark] });
    fake.handlers['servers.stop'] = async () => undefined;
  });
  await userEvent.click(page.getByRole('button', { name: 'Kill', exact: true }));
  const dialog = page.getByRole('dialog', { name: 'production is protected' });
  await expect
    .element(dialog.getByText(/^12 players are on it and will be disconnected\. Type the name/))
    .toBeVisible();
  await userEvent.fill(dialog.getByRole('textbox'), 'productio');
  await expect.element(dialog.getByRole('button', { name: 'Kill 7c1e04b2' })).toHaveAttribute('aria-disabled', 'true');
  expect(inputs(core, 'servers.stop')).toEqual([]);
  await userEvent.fill(dialog.getByRole('textbox'), 'production');
  await userEvent.click(dialog.getByRole('button', { name: 'Kill 7c1e04b2' }));
  await expect.poll(() => inputs(core, 'servers.stop')).toMatchObject([{ grace_ms: 0, confirm: 'production' }]);
});

test('asks before a server is ended that somebody plays on, also from the palette, and not where nobody does', async () => {
  const core = open({}, (fake) => {
    fake.handlers['servers.stop'] = async () => undefined;
    fake.handlers['servers.restart'] = async () => ({ server_id: 'none' });
  });
  const button = (name: string) => page.getByRole('button', { name, exact: true });
  const dialog = page.getByRole('dialog', { name: 'Stop 7c1e04b2' });
  await userEvent.click(button('Stop'));
  await expect.element(dialog.getByText('12 players are on it and will be disconnected.')).toBeVisible();
  await userEvent.click(dialog.getByRole('button', { name: 'Cancel' }));
  await expect.element(dialog).not.toBeInTheDocument();
  expect(inputs(core, 'servers.stop')).toEqual([]);
  await userEvent.click(button('Kill'));
  await userEvent.click(page.getByRole('dialog').getByRole('button', { name: 'Kill 7c1e04b2' }));
  await expect.poll(() => inputs(core, 'servers.stop')).toMatchObject([{ grace_ms: 0 }]);
  await userEvent.keyboard('{Control>}k{/Control}');
  await expect.element(page.getByRole('combobox', { name: 'Search games and commands' })).toHaveFocus();
  await userEvent.keyboard('restart server{Enter}');
  const again = page.getByRole('dialog', { name: 'Restart 7c1e04b2' });
  await expect.element(again.getByText('12 players are on it and will be disconnected.')).toBeVisible();
  await userEvent.click(again.getByRole('button', { name: 'Cancel' }));
  expect(inputs(core, 'servers.restart')).toEqual([]);
  core.servers.list.set(someServer({ players: { now: 0, limit: 16, refused: 0 } }));
  await expect.element(page.getByText('0 connected', { exact: true })).toBeVisible();
  await userEvent.click(button('Stop'));
  await expect.poll(() => inputs(core, 'servers.stop')).toHaveLength(2);
});

test('closes the server that opened by itself with Space, and peeks at it again', async () => {
  open({}, undefined, serversHash);
  const row = page.getByRole('row', { name: /7c1e04b2/ });
  const inspector = page.getByRole('region', { name: 'Server 7c1e04b2' });
  await expect.element(inspector).toBeVisible();
  focusOn(row.element());
  await userEvent.keyboard(' ');
  await expect.element(inspector).not.toBeInTheDocument();
  await expect.element(row).toHaveFocus();
  await userEvent.keyboard(' ');
  await expect.element(inspector).toBeVisible();
  await expect.element(row).toHaveFocus();
});
