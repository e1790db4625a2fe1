// What was typed into a dialog and not sent stands there again after Escape, a click outside and its cross. Cancel takes it, and so
// does sending it.
import { beforeEach, describe, expect, test } from 'vitest';
import { type Locator, page, userEvent } from 'vitest/browser';
import { z } from 'zod';
import { setBuildDialog } from '../../../src-renderer/features/builds/builds-actions.ts';
import { setCreating, setPinning } from '../../../src-renderer/features/games/games-actions.ts';
import { setConnecting } from '../../../src-renderer/features/instances/connect/connect-actions.ts';
import { openInstanceDialog } from '../../../src-renderer/features/instances/instances-actions.ts';
import { openNewNamespace } from '../../../src-renderer/features/namespaces/namespaces-actions.ts';
import { openPromote } from '../../../src-renderer/features/promote/promote-actions.ts';
import { usePromote } from '../../../src-renderer/features/promote/promote-store.ts';
import { setClientDialog } from '../../../src-renderer/features/servers/clients/clients-actions.ts';
import { setCreatingServer } from '../../../src-renderer/features/servers/servers-actions.ts';
import { goTo } from '../../../src-renderer/routes/route-store.ts';
import { createDrafts } from '../../../src-renderer/ui/drafts.ts';
import type { DesktopRequest } from '../../../src-shared/desktop/bridge.ts';
import { openWindow } from '../support/open-window.tsx';
import { pressOutside } from '../support/press-outside.ts';
import { buildId } from '../support/some-builds.ts';
import { serversHash, someServer, tidebreak } from '../support/some-servers.ts';
import { buildPlaces } from '../support/typed-places/builds.ts';
import { box, button, type Core, gameHash, openGame } from '../support/typed-places/place.ts';
import { remote } from '../support/typed-places/remotes.ts';

beforeEach(() => page.viewport(1280, 800));

/** A dialog, how it comes up on its page, a field of it and what stands there at first. */
type Form = { name: string; page: () => unknown; open: () => unknown; field: () => Locator; start?: string };

const dialog = () => page.getByRole('dialog');
const inDialog = (name: string) => dialog().getByRole('textbox', { name, exact: true });
const withRemote = () => openWindow((core) => core.instances.set(remote));
const serverHash = `${serversHash}/${someServer().id}`;
const withServer = () => openGame(serverHash, (core) => core.servers.log.set(noLines));
const noLines = { extent: { first: 1, last: 0, count: 0, dropped: 0 }, lines: [] };

const question: Omit<DesktopRequest, 'id'> = {
  ...({ kind: 'add_remote', title: 'Add the remote games.example?', has_token: false } as const),
  url: 'https://games.example',
  sentence: 'A link asks Slipway to add games.example.',
};

const forms: readonly Form[] = [
  { name: 'a new game', page: openWindow, open: () => setCreating(true), field: () => inDialog('Name') },
  { name: 'a game by its id', page: withRemote, open: () => setPinning(true), field: () => inDialog('Game id') },
  {
    name: 'the arguments of a new server',
    page: () => openGame(serversHash),
    open: () => setCreatingServer(true),
    field: () => inDialog('Arguments'),
  },
  {
    name: 'the memory of a new server',
    page: () => openGame(serversHash),
    open: () => setCreatingServer(true),
    field: () => inDialog('Memory, MB'),
  },
  {
    name: 'a version of a stored build',
    page: () => openGame(`${gameHash}/builds/${buildId(3)}`),
    open: async () => {
      await expect.element(page.getByRole('heading', { name: 'v0.3.0' })).toBeVisible();
      setBuildDialog('version');
    },
    field: () => inDialog('Name'),
  },
  {
    name: 'how clients are opened',
    page: withServer,
    open: async () => {
      await expect.element(page.getByRole('button', { name: 'Kill', exact: true })).toBeVisible();
      setClientDialog('command');
    },
    field: () => inDialog('Command or address'),
  },
  {
    name: 'another name of a remote',
    page: withRemote,
    open: () => openInstanceDialog('rename', 'eu'),
    field: () => inDialog('Name'),
    start: 'Staging EU',
  },
  {
    name: 'another token of a remote',
    page: withRemote,
    open: () => openInstanceDialog('sign-in', 'eu'),
    field: () => dialog().getByLabelText('Token'),
  },
  {
    name: 'a new token',
    page: () => openGame(`${gameHash}/settings`),
    open: () => userEvent.click(button('Create a token')),
    field: () => inDialog('Name'),
  },
  {
    name: 'the name of a new namespace',
    page: () => openGame(gameHash),
    open: () => openNewNamespace('local', tidebreak.game_id),
    field: () => inDialog('Name'),
  },
];

describe.each(forms)('$name', ({ page: openPage, open, field, start = '' }) => {
  const closed = () => expect.element(dialog()).not.toBeInTheDocument();

  test('stays until Cancel takes it', async () => {
    await openPage();
    await open();
    await expect.element(field()).toHaveValue(start);
    await userEvent.fill(field(), '7000');
    await userEvent.keyboard('{Escape}');
    await closed();
    await open();
    await expect.element(field()).toHaveValue('7000');
    await userEvent.click(dialog().getByRole('button', { name: 'Close', exact: true }));
    await closed();
    await open();
    await expect.element(field()).toHaveValue('7000');
    await pressOutside();
    await closed();
    await open();
    await expect.element(field()).toHaveValue('7000');
    await userEvent.click(dialog().getByRole('button', { name: 'Cancel' }));
    await closed();
    await open();
    await expect.element(field()).toHaveValue(start);
  });
});

test('what was sent is let go of, and what was refused stays', async () => {
  let isRefused = true;
  const core = openGame(serversHash, (fake) => {
    fake.handlers['servers.create'] = async () => {
      if (isRefused) throw new Error('There is no room.');
      return { server_id: someServer().id };
    };
  });
  setCreatingServer(true);
  await userEvent.fill(inDialog('Tags'), 'mode=duel');
  await expect.element(page.getByRole('combobox', { name: 'Build' })).toHaveTextContent('v0.3.0');
  await userEvent.click(button('Start server'));
  await expect.element(dialog().getByRole('alert')).toBeVisible();
  await userEvent.keyboard('{Escape}');
  await expect.element(dialog()).not.toBeInTheDocument();
  isRefused = false;
  setCreatingServer(true);
  await expect.element(inDialog('Tags')).toHaveValue('mode=duel');
  await userEvent.click(button('Start server'));
  await expect.element(dialog()).not.toBeInTheDocument();
  expect(core.called.filter(({ name }) => name === 'servers.create')).toHaveLength(2);
  setCreatingServer(true);
  await expect.element(inDialog('Tags')).toHaveValue('');
});

test('a build that was chosen and is gone has to be chosen again', async () => {
  const builds = [3, 4];
  const core = openGame(serversHash, (fake) => {
    const read = fake.handlers['servers.choices'];
    fake.handlers['servers.choices'] = async (...call) => {
      const found = await read(...call);
      const [build] = found.builds;
      if (build === undefined) throw new Error('There is a build.');
      return { ...found, builds: builds.map((n) => ({ ...build, id: buildId(n), name: `v0.${n}.0` })) };
    };
  });
  setCreatingServer(true);
  const choice = page.getByRole('combobox', { name: 'Build' });
  await expect.element(choice).toHaveTextContent('v0.3.0');
  await userEvent.click(choice);
  await userEvent.click(page.getByRole('option', { name: 'v0.4.0' }));
  await userEvent.keyboard('{Escape}');
  await expect.element(dialog()).not.toBeInTheDocument();
  builds.pop();
  setCreatingServer(true);
  await expect.element(choice).toBeVisible();
  await expect.element(choice).not.toHaveTextContent('v0.');
  await userEvent.click(button('Start server'));
  await expect.element(page.getByText('Choose the build that it runs.')).toBeVisible();
  expect(core.called.some(({ name }) => name === 'servers.create')).toBe(false);
});

test('what is left out of a crash bundle stays left out', async () => {
  openGame(serverHash, (fake) => {
    fake.servers.log.set(noLines);
    fake.handlers['servers.previewBundle'] = async () => ({
      notes: [],
      files: [{ name: 'core.4711', bytes: 3e8, why: 'Memory.', optional: true }],
    });
  });
  await expect.element(page.getByRole('button', { name: 'Kill', exact: true })).toBeVisible();
  setClientDialog('bundle');
  const file = dialog().getByRole('checkbox', { name: /core\.4711/ });
  await userEvent.click(file);
  await userEvent.keyboard('{Escape}');
  await expect.element(dialog()).not.toBeInTheDocument();
  setClientDialog('bundle');
  await expect.element(file).not.toBeChecked();
});

test('the token for a link that was closed stands there when the link is opened again', async () => {
  const core: Core = openWindow((fake) => {
    fake.requests.set({ id: 'q1', ...question });
    fake.handlers['desktop.answer'] = async ({ request_id: id }) => {
      fake.requests.remove(id);
      return { outcome: 'dismissed' };
    };
  });
  await userEvent.fill(dialog().getByLabelText('Token'), 'a-token');
  await userEvent.keyboard('{Escape}');
  await expect.element(dialog()).not.toBeInTheDocument();
  core.requests.set({ id: 'q2', ...question });
  await expect.element(dialog().getByLabelText('Token')).toHaveValue('a-token');
});

test('the name of a version at the other side stays for this version', async () => {
  const promoted = buildPlaces.find(({ name }) => name === 'the name of a promoted version');
  await promoted?.open();
  const before = usePromote.getState().draft;
  await userEvent.fill(box('Name there'), 'reef');
  await userEvent.keyboard('{Escape}');
  await expect.element(dialog()).not.toBeInTheDocument();
  openPromote(before);
  await expect.element(box('Name there')).toHaveValue('reef');
  await userEvent.click(dialog().getByRole('button', { name: 'Cancel' }));
  await expect.element(dialog()).not.toBeInTheDocument();
  openPromote(before);
  await expect.element(box('Name there')).not.toHaveValue('reef');
});

test('what was typed on a page stands there after another page', async () => {
  openGame(`${gameHash}/settings`);
  await userEvent.fill(box('Name id'), 'reef');
  await userEvent.fill(box('Device link'), 'half of a link');
  goTo({ page: 'settings' });
  await userEvent.fill(box('Service port'), '7100');
  await userEvent.fill(box('File of certificates'), '/srv/company.pem');
  goTo({ page: 'game', instance_id: 'local', game_id: tidebreak.game_id, tab: 'settings' });
  await expect.element(box('Name id')).toHaveValue('reef');
  await expect.element(box('Device link')).toHaveValue('half of a link');
  await userEvent.click(button('Reset'));
  await expect.element(box('Name id')).toHaveValue('tidebreak');
  goTo({ page: 'settings' });
  await expect.element(box('Service port')).toHaveValue('7100');
  await expect.element(box('File of certificates')).toHaveValue('/srv/company.pem');
});

describe('no token gets into what a browser stores', () => {
  const canary = 'canary-0123456789';
  /** A field for a secret, and how it comes up. */
  const secrets: readonly { name: string; open: () => unknown; field: () => Locator; typed?: string }[] = [
    {
      name: 'another token of a remote',
      field: () => dialog().getByLabelText('Token'),
      open: () => (withRemote(), openInstanceDialog('sign-in', 'eu')),
    },
    {
      name: 'the token of a new remote',
      field: () => dialog().getByLabelText('Token', { exact: true }),
      open: () => (openWindow(), setConnecting(true)),
    },
    {
      name: 'the token for a link',
      field: () => dialog().getByLabelText('Token'),
      open: () => openWindow((fake) => fake.requests.set({ id: 'q1', ...question })),
    },
    {
      name: 'a device link',
      field: () => box('Device link'),
      open: () => openGame(`${gameHash}/settings`),
    },
    {
      name: 'a secret variable of a new server',
      field: () => inDialog('Environment'),
      open: () => (openGame(serversHash), setCreatingServer(true)),
      typed: `API_TOKEN=${canary}`,
    },
    {
      name: 'how clients are opened',
      field: () => inDialog('Command or address'),
      open: async () => {
        withServer();
        await expect.element(page.getByRole('button', { name: 'Kill', exact: true })).toBeVisible();
        setClientDialog('command');
      },
      typed: `/games/client --token ${canary}`,
    },
  ];

  test.each(secrets)('$name', async ({ open, field, typed = canary }) => {
    await open();
    await userEvent.fill(field(), typed);
    await expect.element(field()).toHaveValue(typed);
    // Beside it, so that what is looked at is what is written.
    createDrafts('beside', z.string()).keep('it', 'Tidebreak');
    const stored = JSON.stringify([Object.entries(sessionStorage), Object.entries(localStorage)]);
    expect(stored).toContain('Tidebreak');
    expect(stored).not.toContain(canary);
  });
});
