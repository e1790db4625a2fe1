// The servers of all namespaces of a game: in groups, the first one open, and several of them ended at once.
import { afterEach, beforeEach, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { changeSettings } from '../../../../src-renderer/features/settings/settings-actions.ts';
import { useLanguage } from '../../../../src-renderer/text/language.ts';
import { expectAccessible } from '../../support/axe.ts';
import type { createFakeCore } from '../../support/fake-core.ts';
import { focusOn, openWindow } from '../../support/open-window.tsx';
import { runningLocal } from '../../support/some-instances.ts';
import { someServer, tidebreak } from '../../support/some-servers.ts';
import { allHash, crashesOfStaging, livingServers, setServersAll, spaceId } from '../../support/some-servers-all.ts';

beforeEach(() => page.viewport(1280, 800));
afterEach(() => useLanguage.setState(useLanguage.getInitialState(), true));

type Core = ReturnType<typeof createFakeCore>;

const open = (prepare: (core: Core) => void = () => undefined, hash = allHash) =>
  openWindow((core) => {
    setServersAll(core);
    prepare(core);
  }, hash);

const row = (name: string | RegExp) => page.getByRole('row', { name });
const tab = (name: string) =>
  page.getByRole('navigation', { name: 'Game' }).getByRole('link', { name: new RegExp(`^${name}`) });
const bar = () => page.getByRole('toolbar', { name: 'Selected servers' });
const rowNames = () =>
  [...document.querySelectorAll('[role="grid"] [role="rowgroup"] [role="row"]')].map(
    (each) => each.querySelector('b[role="rowheader"], [role="gridcell"]')?.textContent,
  );

test('lists the servers of all namespaces, the one that needs somebody first, and opens its newest crash', async () => {
  open();
  await expect.element(page.getByRole('region', { name: 'Server a20c6de8' })).toBeVisible();
  expect(rowNames()).toEqual([
    'staging',
    'a20c6de8',
    'prod',
    'b83f91a0',
    '7c1e04b2',
    'playtest',
    'e95a7710',
    '0d62ce47',
    'f4410b7e',
    '41f8b3c9',
    'dev',
    '18ad3b66',
  ]);
  await expect.element(row(/^staging 1 server, nobody can join/)).toBeVisible();
  await expect.element(row(/^prod 2 servers, 21 players/)).toBeVisible();
  await expect.element(row(/^dev 1 server, nobody plays/)).toBeVisible();
  await expect.element(row(/^a20c6de8 0\.1\.4 Crashed 4×/)).toHaveAttribute('aria-selected', 'true');
  await expect.element(row(/^41f8b3c9 0\.1\.1 Stops in/)).toBeVisible();
  await expect.element(row(/^18ad3b66 0\.1\.5-dev\.3 Running/)).toBeVisible();
});

test('what opened by itself follows the crash loop, and what a person opened stays', async () => {
  const core = open();
  await expect.element(page.getByRole('region', { name: 'Server a20c6de8' })).toBeVisible();
  const again = (id: string, at: number) => {
    const [newest] = crashesOfStaging();
    if (newest !== undefined)
      core.servers.of(spaceId('staging')).list.set({ ...newest, id, created_at: at, destroyed_at: at });
  };
  again('c0ffee00-0', Date.now());
  await expect.element(page.getByRole('region', { name: 'Server c0ffee00' })).toBeVisible();
  await expect.element(row(/^c0ffee00 0\.1\.4 Crashed 5×/)).toHaveAttribute('aria-selected', 'true');
  await userEvent.click(row(/^c0ffee00/));
  again('deadbeef-0', Date.now() + 1);
  await expect.element(row(/^deadbeef 0\.1\.4 Crashed 6×/)).toHaveAttribute('aria-selected', 'true');
  await expect.element(page.getByRole('region', { name: 'Server c0ffee00' })).toBeVisible();
});

test('the counts stay on each tab, and with each filter', async () => {
  open();
  for (const name of ['Servers7', 'Builds0']) await expect.element(tab(name)).toBeVisible();
  await userEvent.click(page.getByRole('radio', { name: 'Crashed 1' }));
  await expect.element(row(/7c1e04b2/)).not.toBeInTheDocument();
  for (const name of ['All 8', 'Running 5', 'Crashed 1'])
    await expect.element(page.getByRole('radio', { name })).toBeVisible();
  for (const name of ['Deploy', 'Builds', 'Activity', 'Settings']) {
    await userEvent.click(tab(name));
    await expect.element(tab(name)).toHaveAttribute('aria-current', 'page');
    await expect.element(tab('Servers7')).toBeVisible();
    await expect.element(tab('Builds0')).toBeVisible();
  }
});

test('one namespace alone can be looked at, and all again', async () => {
  open();
  const choice = page.getByRole('combobox', { name: 'Namespace' });
  await expect.element(choice).toMatchTextContent(/All namespaces/);
  await userEvent.click(choice);
  await userEvent.click(page.getByRole('option', { name: 'prod' }));
  await expect.element(page.getByRole('radio', { name: 'All 2' })).toBeVisible();
  await expect.element(row(/18ad3b66/)).not.toBeInTheDocument();
  await expect.element(page.getByRole('region', { name: 'Server b83f91a0' })).toBeVisible();
  expect(location.hash).toContain(`/servers/${spaceId('prod')}/`);
  await expect.element(tab('Servers7')).toBeVisible();
  await userEvent.click(choice);
  await userEvent.click(page.getByRole('option', { name: 'All namespaces' }));
  await expect.element(row(/18ad3b66/)).toBeVisible();
});

test('several servers are stopped at once, by Ctrl and Shift and a press, after asking as somebody plays there', async () => {
  const core = open((fake) => {
    fake.handlers['servers.stop'] = async () => undefined;
  });
  await expect.element(row(/^b83f91a0/)).toBeVisible();
  await userEvent.click(row(/^b83f91a0/), { modifiers: ['Control'] });
  await expect.element(bar()).toMatchTextContent(/1 selected/);
  await userEvent.click(row(/^7c1e04b2/), { modifiers: ['Shift'] });
  await expect.element(bar()).toMatchTextContent(/2 selected/);
  await expect.element(bar()).toMatchTextContent(/on prod, 21 players/);
  await expect.element(page.getByRole('checkbox', { name: 'Select all servers of prod' })).toBeChecked();
  await expect.element(page.getByRole('region', { name: 'Server a20c6de8' })).toBeVisible();
  expect(
    row(/^b83f91a0/)
      .element()
      .querySelectorAll('[data-slot~="meter"]'),
    'and its gauges too',
  ).toHaveLength(2);
  await userEvent.click(bar().getByRole('button', { name: 'Stop' }));
  const dialog = page.getByRole('dialog', { name: 'Stop 2 servers' });
  await expect
    .element(dialog)
    .toMatchTextContent(
      /21 players are on them and will be disconnected\. None start in their place until you start them again\./,
    );
  await expectAccessible('[data-slot~="dialog"]');
  await userEvent.click(dialog.getByRole('button', { name: 'Stop 2 servers' }));
  await expect.element(bar()).not.toBeInTheDocument();
  const stopped = core.called.flatMap(({ name, input }) => (name === 'servers.stop' ? [input] : []));
  expect(stopped.toSorted((a, b) => JSON.stringify(a).localeCompare(JSON.stringify(b)))).toEqual(
    livingServers.prod.map(({ id }) => ({
      instance_id: 'local',
      game_id: tidebreak.game_id,
      namespace_id: spaceId('prod'),
      server_id: id,
    })),
  );
});

test('by the keyboard too: Shift with an arrow and X select, Tab leads to the buttons, Escape gives up', async () => {
  const core = open((fake) => {
    fake.handlers['servers.stop'] = async () => undefined;
  });
  await expect.element(row(/^18ad3b66/)).toBeVisible();
  focusOn(row(/^18ad3b66/).element());
  await userEvent.keyboard('x');
  await expect.element(page.getByRole('checkbox', { name: 'Select 18ad3b66' })).toBeChecked();
  await userEvent.keyboard('x');
  await expect.element(bar()).not.toBeInTheDocument();
  await userEvent.keyboard('{Shift>}{ArrowUp}{ArrowUp}{/Shift}');
  await expect.element(row(/^f4410b7e/)).toHaveFocus();
  await expect.element(bar()).toMatchTextContent(/3 selected/);
  await expect.element(bar()).toMatchTextContent(/in 2 namespaces, 23 players/);
  await userEvent.keyboard('{Escape}');
  await expect.element(bar()).not.toBeInTheDocument();
  await userEvent.keyboard('{Control>}a{/Control}');
  await expect.element(bar()).toMatchTextContent(/8 selected/);
  await userEvent.keyboard('{Escape}');
  focusOn(row(/^18ad3b66/).element());
  await userEvent.keyboard('x{Tab}{Tab}{Enter}');
  await expect.poll(() => core.called.filter(({ name }) => name === 'servers.stop')).toHaveLength(1);
  await expect.element(bar()).not.toBeInTheDocument();
});

test('a protected namespace asks for its name, and those that did not stop stay selected', async () => {
  const core = open((fake) => {
    const mark = { game_id: tidebreak.game_id, namespace_id: spaceId('prod') };
    fake.instances.set({ ...runningLocal, protected_namespaces: [mark] });
    fake.handlers['servers.stop'] = async ({ server_id: id }) => {
      if (id.startsWith('18ad3b66')) throw new Error('It does not answer.');
    };
  });
  await userEvent.click(page.getByRole('checkbox', { name: 'Select all servers of prod' }));
  await userEvent.click(page.getByRole('checkbox', { name: 'Select all servers of dev' }));
  await userEvent.click(bar().getByRole('button', { name: 'Stop' }));
  const dialog = page.getByRole('dialog', { name: 'Stop 3 servers' });
  await expect
    .element(dialog.getByRole('button', { name: 'Stop 3 servers' }))
    .toHaveAccessibleDescription('Type prod to confirm');
  await userEvent.keyboard('{Enter}');
  expect(core.called.some(({ name }) => name === 'servers.stop')).toBe(false);
  await userEvent.fill(dialog.getByRole('textbox', { name: 'Type prod to confirm' }), 'prod');
  await userEvent.click(dialog.getByRole('button', { name: 'Stop 3 servers' }));
  await expect.element(page.getByText('1 server could not be stopped').first()).toBeVisible();
  await expect.element(bar()).toMatchTextContent(/1 selected/);
  const confirms = core.called.flatMap(({ name, input }) => (name === 'servers.stop' ? [input] : []));
  expect(confirms).toEqual([
    expect.objectContaining({ confirm: 'prod' }),
    expect.objectContaining({ confirm: 'prod' }),
    expect.not.objectContaining({ confirm: expect.anything() }),
  ]);
});

test('restarts those of the selected that do not drain, and says why none can be where all do', async () => {
  const own = { environment: spaceId('dev'), version: livingServers.dev[0]?.version, kept: true };
  const drains = someServer({ ...own, id: 'd2a14000-0000-4000-8000-000000000001', state: 'draining' });
  const core = open((fake) => {
    fake.servers.of(spaceId('dev')).list.set(drains);
    fake.handlers['servers.restart'] = async ({ server_id }) => ({ server_id });
  });
  const restart = bar().getByRole('button', { name: 'Restart' });
  await userEvent.click(page.getByRole('checkbox', { name: 'Select d2a14000' }));
  await expect.element(restart).toHaveAccessibleDescription('All of them are draining. Stop them to end them now.');
  await userEvent.click(page.getByRole('checkbox', { name: 'Select 18ad3b66' }));
  await expect.element(bar()).toMatchTextContent(/2 selected/);
  await userEvent.click(restart);
  await expect.element(bar()).not.toBeInTheDocument();
  const restarted = core.called.flatMap(({ name, input }) => (name === 'servers.restart' ? [input] : []));
  expect(restarted).toEqual([expect.objectContaining({ server_id: livingServers.dev[0]?.id })]);
});

test('says in German too until when a server may stay, whole, beside the open one', async () => {
  open();
  await expect.element(page.getByRole('region', { name: 'Server a20c6de8' })).toBeVisible();
  await changeSettings({ language: 'de' });
  await expect.element(row(/^41f8b3c9 0\.1\.1 Stoppt in 5\d:\d\d/)).toBeVisible();
  const cells = document.querySelectorAll('[role="grid"] [role="gridcell"]');
  const cut = [...cells].filter((cell) => cell.checkVisibility() && cell.scrollWidth > cell.clientWidth + 1);
  expect(cut.map((cell) => cell.textContent)).toEqual([]);
});

test('nothing opens by itself where it would lie over the list', async () => {
  await page.viewport(1000, 800);
  open();
  await expect.element(row(/^7c1e04b2 0\.1\.3 Running prod 12/)).toBeVisible();
  await expect.element(page.getByRole('region', { name: /^Server/ })).not.toBeInTheDocument();
  await userEvent.click(row(/^7c1e04b2/));
  await expect.element(page.getByRole('region', { name: 'Server 7c1e04b2' })).toBeVisible();
});
