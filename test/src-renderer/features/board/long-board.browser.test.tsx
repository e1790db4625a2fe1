// A board of 51 namespaces, 201 versions and 204 servers: what is pinned, how the rest is sorted and found, and what keys do there.
import { beforeEach, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { expectAccessible } from '../../support/axe.ts';
import type { createFakeCore } from '../../support/fake-core.ts';
import { focusOn, openWindow } from '../../support/open-window.tsx';
import { boardHash, laneId } from '../../support/some-board.ts';
import { longBoard, pinnedOn, rowId, setLongBoard } from '../../support/some-long-board.ts';

beforeEach(() => page.viewport(1280, 800));

type Core = ReturnType<typeof createFakeCore>;

function open(prepare: (core: Core) => void = () => undefined): Core {
  return openWindow((core) => {
    setLongBoard(core);
    prepare(core);
  }, boardHash);
}

const lane = (name: string) => page.getByRole('article', { name: `Namespace ${name}`, exact: true });
const search = () => page.getByRole('textbox', { name: 'Find a namespace' });
const shown = () =>
  [...document.querySelectorAll('[data-lane]')].map((each) =>
    each.getAttribute('aria-label')?.slice('Namespace '.length),
  );

test('what is pinned is on top, what crashed comes next, then what was deployed last', async () => {
  open();
  await expect.poll(() => shown().length).toBe(51);
  expect(shown().slice(0, 6)).toEqual(['prod', 'staging', 'pr-1182', 'load-test', 'pr-1179', 'pr-1176']);
  await expect.element(page.getByText('Crashed 4 times in 1 min')).toBeVisible();
  await expect.element(lane('pr-1182').getByRole('button', { name: 'Roll back to v0.4.9' })).toBeVisible();
  await expect.element(page.getByRole('radio', { name: 'Running 6' })).toBeVisible();
  await expect.element(page.getByRole('radio', { name: 'Crashed 1' })).toBeVisible();
  await expect.element(page.getByRole('radio', { name: 'Idle 44' })).toBeVisible();
});

test('the order of the others is chosen and kept, and the owner of a game may set it for everybody', async () => {
  const core = open();
  await expect.poll(() => shown().length).toBe(51);
  const sort = (name: string) => page.getByRole('option', { name });
  await userEvent.click(page.getByRole('combobox', { name: 'Sort by' }));
  await expect.element(sort('Order of the game')).not.toBeInTheDocument();
  await userEvent.click(sort('Crashed first, then players'));
  await expect.poll(() => core.settings.snapshot().board_sort).toBe('players');
  await userEvent.unhover(lane('prod'));
  await expect.poll(() => shown().slice(2, 6)).toEqual(['pr-1182', 'load-test', 'playtest', 'dev']);
  const namespaces = longBoard.namespaces.map((one) => (one.name_id === 'qa-40' ? { ...one, order: 0 } : one));
  core.settings.set({ ...core.settings.snapshot(), board_sort: 'set' });
  core.game(longBoard.game_id).set({ game: { ...longBoard, namespaces } });
  await expect.poll(() => shown().slice(2, 5)).toEqual(['qa-40', 'pr-1182', 'load-test']);
});

test('a namespace is moved by its menu and by Alt with an arrow, for everybody, and keeps the focus', async () => {
  const orders: string[][] = [];
  const core = open((fake) => {
    fake.handlers['namespaces.setOrder'] = async ({ namespace_ids: ids }) => {
      orders.push(ids);
      const namespaces = longBoard.namespaces.map((one) => ({ ...one, order: ids.indexOf(one.namespace_id) }));
      fake.game(longBoard.game_id).set({ game: { ...longBoard, namespaces } });
    };
  });
  await expect.poll(() => shown().slice(2, 5)).toEqual(['pr-1182', 'load-test', 'pr-1179']);
  await userEvent.click(lane('load-test').getByRole('button', { name: 'Menu of load-test' }));
  await expect.element(page.getByRole('menuitem', { name: 'Move up' })).toBeVisible();
  await expectAccessible('[role="menu"]');
  await userEvent.click(page.getByRole('menuitem', { name: 'Move up' }));
  await expect.poll(() => shown().slice(2, 5)).toEqual(['load-test', 'pr-1182', 'pr-1179']);
  expect(orders[0]).toHaveLength(51);
  expect(core.settings.snapshot().board_sort).toBe('set');
  focusOn(lane('load-test').element());
  await userEvent.keyboard('{Alt>}{ArrowDown}{/Alt}');
  await expect.poll(() => shown().slice(2, 5)).toEqual(['pr-1182', 'load-test', 'pr-1179']);
  await expect.element(lane('load-test')).toHaveFocus();
});

test('slash goes to the search, which finds names and versions, and arrows go on from there', async () => {
  open();
  await expect.poll(() => shown().length).toBe(51);
  await userEvent.keyboard('/');
  await expect.element(search()).toHaveFocus();
  await userEvent.keyboard('pr');
  await expect.poll(shown).toEqual(['prod', 'pr-1182', 'pr-1179', 'pr-1176']);
  await expect.element(page.getByText('4 of 51')).toBeVisible();
  await userEvent.keyboard('{ArrowDown}{ArrowDown}j');
  expect(document.activeElement).toBe(lane('pr-1179').element());
  await userEvent.keyboard('/');
  await userEvent.clear(search());
  await userEvent.keyboard('rc1');
  await expect.poll(shown).toEqual(['staging']);
  await userEvent.keyboard('zzz');
  await expect.element(page.getByText('No matching namespaces.')).toBeVisible();
  await userEvent.keyboard('{Escape}');
  await expect.poll(() => shown().length).toBe(51);
});

test('states filter what is pinned and what is not alike', async () => {
  open();
  await userEvent.click(page.getByRole('radio', { name: 'Crashed 1' }));
  await expect.poll(shown).toEqual(['pr-1182']);
  await userEvent.click(page.getByRole('radio', { name: 'Running 6' }));
  await expect.poll(() => shown().length).toBe(6);
});

test('what runs without listening comes after what crashed, and has a state to filter by', async () => {
  const core = open();
  await expect.poll(() => shown().length).toBe(51);
  const { list } = core.servers.of(rowId('pr-1179'));
  const problem = 'It runs, but does not listen on UDP 7777 yet.';
  list.set(...list.snapshot().map((one, at) => (at < 2 ? { ...one, state: 'silent' as const, problem } : one)));
  await expect.poll(() => shown().slice(2, 5)).toEqual(['pr-1182', 'pr-1179', 'load-test']);
  await expect.element(lane('pr-1179').getByText('2 of 5 not listening')).toBeVisible();
  await userEvent.click(page.getByRole('radio', { name: 'Not listening 1' }));
  await expect.poll(shown).toEqual(['pr-1179']);
});

test('a namespace is pinned from its row, and let go from its lane', async () => {
  const core = open((fake) => {
    fake.handlers['instances.pinNamespace'] = async () => undefined;
  });
  await userEvent.hover(lane('load-test'));
  await userEvent.click(lane('load-test').getByRole('button', { name: 'Pin load-test to the top' }));
  const asked = () => core.called.filter(({ name }) => name === 'instances.pinNamespace').map(({ input }) => input);
  await expect.poll(asked).toMatchObject([{ namespace_id: rowId('load-test'), is_pinned: true }]);
  core.instances.set(pinnedOn(laneId('prod'), laneId('staging'), rowId('load-test')));
  await expect.poll(() => shown().slice(0, 4)).toEqual(['prod', 'staging', 'load-test', 'pr-1182']);
  await userEvent.click(lane('prod').getByRole('button', { name: 'Unpin prod' }));
  await expect.poll(() => asked().at(-1)).toMatchObject({ namespace_id: laneId('prod'), is_pinned: false });
});

test('a version is brought to a namespace by the beginning of its name', async () => {
  open();
  await userEvent.click(page.getByRole('option', { name: /v0\.5\.0-rc1/ }));
  await userEvent.keyboard('l');
  await expect.element(search()).toHaveFocus();
  await userEvent.keyboard('qa-4');
  await expect.element(page.getByText('Press Enter to switch qa-4 to v0.5.0-rc1')).toBeVisible();
  await userEvent.keyboard('{ArrowDown}{Enter}');
  await expect.element(page.getByRole('dialog', { name: 'Switch version of qa-40' })).toBeVisible();
  await expect.poll(() => shown().length).toBe(51);
});

test('the menu of a row leads to its history and settings', async () => {
  open();
  await userEvent.click(lane('pr-1179').getByRole('button', { name: 'Menu of pr-1179' }));
  await expect.element(page.getByRole('menuitem', { name: 'Settings of pr-1179' })).toBeVisible();
  await expectAccessible('[role="menu"]');
  await userEvent.click(page.getByRole('menuitem', { name: 'History of pr-1179' }));
  await expect.poll(() => location.hash).toContain('/history/');
});

test('of a version that runs on many namespaces the first is named and the others are counted', async () => {
  open();
  const version = page.getByRole('option', { name: /v0\.5\.0-b3/ });
  await expect.element(version.getByText('pr-1182')).toBeVisible();
  await expect.element(version.getByText('+ 19')).toBeVisible();
});

test('nothing changes its place while it is pointed at', async () => {
  const core = open();
  await expect.poll(() => shown().length).toBe(51);
  await userEvent.hover(lane('load-test'));
  const namespaces = longBoard.namespaces.map((one) =>
    one.name_id === 'qa-30' ? { ...one, deploy_ts: new Date().toISOString() } : one,
  );
  core.game(longBoard.game_id).set({ game: { ...longBoard, namespaces } });
  await expect.element(lane('qa-30').getByText(/^since \d\d:\d\d$/)).toBeInTheDocument();
  expect(shown()[3]).toBe('load-test');
  await userEvent.hover(page.getByRole('heading', { name: 'Tidebreak' }));
  await expect.poll(() => shown()[3]).toBe('qa-30');
});
