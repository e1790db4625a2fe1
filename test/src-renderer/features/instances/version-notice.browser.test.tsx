// A remote of another version than this app: what the window says of it.
import { beforeEach, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { messageFor } from '../../../../src-shared/text/message.ts';
import { slipwayVersion } from '../../../../src-shared/version.ts';
import { expectAccessible } from '../../support/axe.ts';
import { openWindow } from '../../support/open-window.tsx';
import { runningLocal, stagingEu } from '../../support/some-instances.ts';

beforeEach(() => page.viewport(1280, 800));

const lacking = {
  restart_server: messageFor('ability.restart-server'),
  server_console: messageFor('ability.server-console'),
  tokens: messageFor('token.too-narrow', { scope: messageFor('token.for-one-game') }),
};
const older = { ...stagingEu, version: '0.0.9', why_not: lacking };
const newer = { ...stagingEu, version: '99.0.0' };
const notice = () => page.getByRole('status').filter({ hasText: /runs Slipway|läuft Slipway/ });

type Remote = typeof older | typeof newer;

async function openRemote(remote: Remote, settings: { language?: 'de' } = {}) {
  const core = openWindow((fake) => {
    fake.settings.set({ ...fake.settings.snapshot(), ...settings });
    fake.instances.set(runningLocal);
    fake.instances.set(remote);
  });
  await userEvent.click(page.getByRole('button', { name: /^Staging EU/ }));
  return core;
}

test('says that a remote is older, and which features it lacks for that; what its token may not do is no such one', async () => {
  await openRemote(older);
  const says = `^Staging EU runs Slipway 0\\.0\\.9, older than this app \\(${slipwayVersion}\\)\\. Whoever operates it can update it\\.`;
  await expect.element(notice()).toMatchTextContent(new RegExp(says));
  await userEvent.click(notice().getByText('2 features not available'));
  await expect.element(notice().getByText('This instance does not restart servers through its API.')).toBeVisible();
  await expect.element(notice().getByText('This instance has no console for its servers.')).toBeVisible();
  expect(notice().getByRole('listitem').elements()).toHaveLength(2);
  await expect.element(page.getByRole('button', { name: /^Staging EU, eu\.example, older version/ })).toBeVisible();
});

test('says that all works with an older one that lacks nothing', async () => {
  await openRemote({ ...older, why_not: { tokens: lacking.tokens } });
  await expect.element(notice()).toMatchTextContent(/Everything in this window works with it\./);
});

test('says that a remote is newer, and leads to the updates of this app', async () => {
  await openRemote(newer);
  await expect
    .element(notice())
    .toMatchTextContent(/runs Slipway 99\.0\.0, newer than this app .+ Update the app to use all of it\./);
  await expect.element(page.getByRole('button', { name: /^Staging EU, eu\.example, newer version/ })).toBeVisible();
  await userEvent.click(notice().getByRole('button', { name: 'Updates' }));
  await expect.element(page.getByRole('heading', { name: 'Updates' })).toBeVisible();
});

test('is put away until the remote is of yet another version, and goes when it is of this one', async () => {
  const core = await openRemote(older);
  await userEvent.click(notice().getByRole('button', { name: 'Dismiss' }));
  await expect.element(notice()).not.toBeInTheDocument();
  core.instances.set({ ...older, version: '0.0.10' });
  await expect.element(notice()).toBeVisible();
  core.instances.set({ ...older, version: slipwayVersion });
  await expect.element(notice()).not.toBeInTheDocument();
});

test('says it in German', async () => {
  await openRemote(older, { language: 'de' });
  await expect.element(notice()).toMatchTextContent(/^Auf Staging EU läuft Slipway 0\.0\.9, älter als diese App/);
  await expect.element(notice()).toMatchTextContent(/Diese Instanz hat keine Konsole für ihre Server\./);
});

test('can be read by everybody in both themes', async () => {
  await openRemote(older);
  await userEvent.click(notice().getByText('2 features not available'));
  await expectAccessible('[data-slot~="main"]');
});
