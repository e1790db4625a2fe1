// Connecting a remote in the window: fields, questions, device links, and what a person can do about it afterwards.
import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { AppError } from '../../../../../src-shared/errors/app-error.ts';
import type { CertificateView, DeviceLinkView, InstanceView } from '../../../../../src-shared/instances/bridge.ts';
import { openWindow } from '../../../support/open-window.tsx';
import { runningLocal, stagingEu } from '../../../support/some-instances.ts';

const staging: InstanceView = {
  ...stagingEu,
  id: 'r1',
  latency_ms: 34,
  version: '0.1.0',
  token_kind: 'owner',
  why_not: {},
};
const probe = { sentence: 'It answers in 34 ms and can do everything.', latency_ms: 34, why_not: {} };
const certificate: CertificateView = {
  fingerprint: 'AB:CD:EF',
  subject: 'eu.example',
  issuer: 'eu.example',
  names: 'eu.example',
  valid_from: 'Nov 1 2026',
  valid_to: 'Nov 1 2027',
  self_signed: true,
};
const url = () => page.getByLabelText('URL');
const token = () => page.getByLabelText('Token');
const connect = () => page.getByRole('button', { name: 'Connect', exact: true });

test('connects by address and token, says what the look found, and opens the remote', async () => {
  const core = openWindow((made) => {
    made.handlers['instances.add'] = async () => {
      made.instances.set(staging);
      return { outcome: 'added', instance_id: 'r1', probe };
    };
  });
  await expect.element(connect()).toHaveAttribute('aria-disabled', 'true');
  await userEvent.fill(url(), ' eu.example ');
  await userEvent.fill(page.getByLabelText('Name (optional)'), ' Staging EU ');
  await userEvent.fill(token(), 'secret-token');
  await userEvent.click(connect());
  await expect.element(page.getByRole('heading', { level: 1, name: 'Staging EU is connected' })).toBeVisible();
  await expect.element(page.getByText(probe.sentence).first()).toBeVisible();
  await expect.element(page.getByRole('button', { name: /^Staging EU, eu\.example, 34 ms/ })).toBeVisible();
  expect(core.called.find(({ name }) => name === 'instances.add')?.input).toMatchObject({
    token: 'secret-token',
    name: 'Staging EU',
  });
  await expect.element(token()).toHaveValue('');
});

test('leaves the person on the page that they went to meanwhile, and leads to the remote from the message', async () => {
  const added = Promise.withResolvers<void>();
  openWindow((made) => {
    made.handlers['instances.add'] = async () => {
      await added.promise;
      made.instances.set(staging);
      return { outcome: 'added', instance_id: 'r1', probe };
    };
  });
  await userEvent.fill(url(), 'eu.example');
  await userEvent.fill(token(), 'secret-token');
  await userEvent.click(connect());
  await userEvent.click(page.getByRole('link', { name: /^Settings/ }));
  await expect.element(page.getByRole('heading', { level: 1, name: 'Settings' })).toBeVisible();
  added.resolve();
  await expect.element(page.getByText('The remote is connected').first()).toBeVisible();
  await expect.element(page.getByRole('heading', { level: 1, name: 'Settings' })).toBeVisible();
  await userEvent.click(page.getByRole('button', { name: 'View details' }));
  await expect.element(page.getByRole('heading', { level: 1, name: 'Staging EU is connected' })).toBeVisible();
});

test('puts a refusal at the field that can mend it, and keeps what was typed', async () => {
  openWindow((made) => {
    made.handlers['instances.add'] = async ({ url: typed }) => {
      if (typed.includes('nowhere'))
        throw new AppError('INSTANCE_UNREACHABLE', { text: 'No machine is called nowhere.' });
      throw new AppError('API_UNAUTHORIZED', { text: 'It does not know this token.' });
    };
  });
  await userEvent.fill(url(), 'nowhere');
  await userEvent.fill(token(), 'x');
  await userEvent.click(connect());
  await expect.element(url()).toHaveAccessibleDescription('No machine is called nowhere.');
  await expect.element(url()).toHaveValue('nowhere');
  await userEvent.fill(url(), 'eu.example');
  await expect.element(page.getByText('No machine is called nowhere.')).not.toBeInTheDocument();
  await userEvent.click(connect());
  await expect.element(token()).toHaveAccessibleDescription('It does not know this token.');
  await expect.element(token()).toHaveValue('x');
});

test('trusts no certificate without a word: the fingerprint is shown, and agreeing sends just that one', async () => {
  const core = openWindow((made) => {
    made.handlers['instances.add'] = async ({ trust_fingerprint: agreed }) => {
      if (agreed === undefined) return { outcome: 'certificate', sentence: 'It is self-signed.', certificate };
      made.instances.set(staging);
      return { outcome: 'added', instance_id: 'r1', probe };
    };
  });
  await userEvent.fill(url(), 'eu.example');
  await userEvent.fill(token(), 'x');
  await userEvent.click(connect());
  const question = page.getByRole('alertdialog', { name: 'This certificate is not trusted' });
  await expect.element(question).toHaveFocus();
  await expect.element(question.getByText('AB:CD:EF')).toBeVisible();
  await userEvent.click(page.getByRole('button', { name: 'Do not connect' }));
  await expect.element(question).not.toBeInTheDocument();
  await userEvent.click(connect());
  await userEvent.click(page.getByRole('button', { name: 'Trust this certificate' }));
  await expect.element(page.getByRole('heading', { level: 1, name: 'Staging EU is connected' })).toBeVisible();
  const inputs = core.called.filter(({ name }) => name === 'instances.add').map(({ input }) => input);
  expect(inputs).toHaveLength(3);
  expect(inputs[2]).toMatchObject({ trust_fingerprint: 'AB:CD:EF' });
});

test('forgets what was agreed to for one address when another is typed', async () => {
  const core = openWindow((made) => {
    made.handlers['instances.add'] = async ({ allow_in_the_clear: agreed }) => {
      if (agreed !== true) return { outcome: 'in_the_clear', sentence: 'It is not https.' };
      throw new AppError('INSTANCE_UNREACHABLE', { text: 'It does not answer.' });
    };
  });
  await userEvent.fill(url(), 'http://a.example');
  await userEvent.fill(token(), 'x');
  await userEvent.click(connect());
  await userEvent.click(page.getByRole('button', { name: 'Send it unencrypted' }));
  await expect.element(page.getByText('It does not answer.')).toBeVisible();
  await userEvent.fill(url(), 'http://b.example');
  await userEvent.click(connect());
  await expect.element(page.getByRole('alertdialog', { name: 'Others can read what is sent' })).toBeVisible();
  const agreed = core.called
    .filter(({ name }) => name === 'instances.add')
    .map(({ input }) => Reflect.get(input as object, 'allow_in_the_clear'));
  expect(agreed).toEqual([undefined, true, undefined]);
});

test('shows a device link with its countdown until somebody opened it, also in the dialog of the sidebar', async () => {
  const link: DeviceLinkView = {
    id: 'l1',
    url: 'https://eu.example',
    link: 'https://eu.example/link/eyJhbGciOi',
    code: 'eyJhbGciOi-long-7f3a9',
    expires_at: Date.now() + 581_000,
    state: 'waiting',
  };
  const core = openWindow((made) => {
    made.handlers['instances.addByDeviceLink'] = async () => {
      made.deviceLinks.set(link);
      return { outcome: 'waiting', link };
    };
    made.handlers['instances.cancelDeviceLink'] = async () => {
      made.deviceLinks.remove('l1');
    };
  });
  await userEvent.click(page.getByRole('button', { name: 'Connect a remote' }));
  const dialog = page.getByRole('dialog', { name: 'Connect a remote' });
  await expect.element(dialog.getByRole('button', { name: 'Get a code' })).toHaveAttribute('aria-disabled', 'true');
  await userEvent.fill(dialog.getByLabelText('URL'), 'eu.example');
  await userEvent.click(dialog.getByRole('button', { name: 'Get a code' }));
  for (const group of ['eyJh', 'bGci', 'Oi-l']) {
    await expect.element(dialog.getByText(group, { exact: true })).toBeVisible();
  }
  await expect.element(dialog.getByRole('button', { name: 'Copy the link' })).toBeVisible();
  await expect.element(dialog.getByRole('timer')).toMatchTextContent(/^9:\d\d left$/);
  await userEvent.click(dialog.getByRole('button', { name: 'Open the link' }));
  expect(core.called.at(-1)).toEqual({ name: 'host.openLink', input: { url: link.link } });

  core.deviceLinks.set({ ...link, state: 'expired' });
  await expect.element(dialog.getByText('The code expired before anyone opened it.')).toBeVisible();
  await userEvent.click(dialog.getByRole('button', { name: 'Get a new code' }));
  core.deviceLinks.set({
    ...link,
    state: 'failed',
    problem: { code: 'API_FORBIDDEN', message: 'It refused the link.' },
  });
  await expect.element(dialog.getByText('It refused the link.')).toBeVisible();
  await userEvent.click(dialog.getByRole('button', { name: 'Get a new code' }));
  core.instances.set(staging);
  core.deviceLinks.set({ ...link, state: 'done', instance_id: 'r1' });
  await expect.element(dialog).not.toBeInTheDocument();
  await expect.element(page.getByRole('heading', { level: 1, name: 'Staging EU is connected' })).toBeVisible();
});

test('says of a remote whose token is refused that one signs in again, and does so from its banner', async () => {
  const core = openWindow((made) => {
    const problem = { code: 'API_UNAUTHORIZED', message: 'It no longer takes the token.' };
    const seen = new Date(2025, 10, 16, 14, 29).getTime();
    const known = { why_not: { list_games: 'It lists no games.' }, fresh_at: seen, stale_since: seen };
    made.instances.set({ ...staging, ...known, state: 'refused', problem });
    made.handlers['instances.setToken'] = async ({ token: given }) => {
      if (given === 'old') throw new AppError('API_UNAUTHORIZED', { text: 'It does not know this token.' });
      made.instances.set(staging);
      return { probe };
    };
  });
  await userEvent.click(page.getByRole('button', { name: /^Staging EU, Sign in again/ }));
  await expect.element(page.getByText(/What is shown is as of 16 Nov, 14:29/)).toBeVisible();
  await expect.element(page.getByText('1 feature not available, as of 16 Nov, 14:29')).toBeVisible();
  await userEvent.click(page.getByRole('button', { name: 'Sign in again' }).last());
  const dialog = page.getByRole('dialog', { name: 'Sign in to Staging EU again' });
  await userEvent.fill(dialog.getByLabelText('Token'), 'old');
  await userEvent.click(dialog.getByRole('button', { name: 'Sign in' }));
  await expect.element(dialog.getByText('It does not know this token.')).toBeVisible();
  await userEvent.fill(dialog.getByLabelText('Token'), 'new');
  await userEvent.click(dialog.getByRole('button', { name: 'Sign in' }));
  await expect.element(dialog).not.toBeInTheDocument();
  expect(core.called.at(-1)?.input).toEqual({ instance_id: 'r1', token: 'new' });
});

test('renames, protects and removes a remote from its menu, and says that nothing changes there', async () => {
  const core = openWindow((made) => {
    made.instances.set(staging);
    made.handlers['instances.rename'] = async ({ name }) => {
      made.instances.set({ ...staging, name });
    };
    made.handlers['instances.setReadOnly'] = async () => undefined;
    made.handlers['instances.remove'] = async () => {
      made.instances.remove('r1');
    };
  });
  const openMenu = (name: string) => userEvent.click(page.getByRole('button', { name: `Menu of ${name}` }));
  await openMenu('Staging EU');
  await userEvent.click(page.getByRole('menuitem', { name: 'Rename…' }));
  await userEvent.fill(page.getByRole('textbox', { name: 'Name' }), 'EU 2');
  await userEvent.keyboard('{Enter}');
  await expect.element(page.getByRole('button', { name: /^EU 2,/ })).toBeVisible();
  await openMenu('EU 2');
  await userEvent.click(page.getByRole('menuitem', { name: 'Mark as read-only' }));
  expect(core.called.at(-1)?.input).toEqual({ instance_id: 'r1', is_read_only: true });
  await openMenu('EU 2');
  await userEvent.click(page.getByRole('menuitem', { name: 'Remove from this app…' }));
  await expect.element(page.getByText(/Nothing changes on the remote/)).toBeVisible();
  await userEvent.click(page.getByRole('button', { name: 'Remove EU 2' }));
  await expect.element(page.getByRole('button', { name: /^EU 2,/ })).not.toBeInTheDocument();
});

test('adds a game by its pasted id where games are not listed, and says why they are not', async () => {
  const sentence = 'This instance does not list its games. Add a game by its id instead.';
  const core = openWindow((made) => {
    made.instances.remove(runningLocal.id);
    made.instances.set({ ...staging, why_not: { list_games: sentence } });
    made.handlers['games.pin'] = async ({ game_id: id }) => {
      made.games.set({ id, name_id: '', display_name: id, total_player_count: 0, is_pinned: true });
    };
    made.handlers['games.unpin'] = async ({ game_id: id }) => {
      made.games.remove(id);
    };
  });
  const games = page.getByRole('navigation', { name: 'Games' });
  await expect.element(games.getByText(sentence)).toBeVisible();
  await userEvent.click(games.getByRole('button', { name: 'Add a game by its id' }).last());
  await userEvent.click(page.getByRole('button', { name: 'Add game' }));
  await expect.element(page.getByRole('textbox', { name: 'Game id' })).toHaveAccessibleDescription(/Paste the id/);
  await userEvent.fill(page.getByRole('textbox', { name: 'Game id' }), 'g-1\n');
  await userEvent.click(page.getByRole('button', { name: 'Add game' }));
  await expect.element(games.getByRole('link', { name: /^g-1/ })).toBeVisible();
  expect(core.called.find(({ name }) => name === 'games.pin')?.input).toEqual({ instance_id: 'r1', game_id: 'g-1' });
  await userEvent.click(games.getByRole('button', { name: 'Remove g-1 from this list' }));
  await expect.element(games.getByRole('link', { name: /^g-1/ })).not.toBeInTheDocument();
});
