// The calls about a game in the window: live, found, from close by, as curl and HAR, asked again, and cleared.
import { beforeEach, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { fits } from '../../../../src-renderer/features/activity/activity-selectors.ts';
import type { ActivityRow } from '../../../../src-shared/activity/bridge.ts';
import { expectAccessible } from '../../support/axe.ts';
import { type createFakeCore } from '../../support/fake-core.ts';
import { focusOn, openWindow } from '../../support/open-window.tsx';
import { someCall } from '../../support/some-calls.ts';
import { localId, stagingEu } from '../../support/some-instances.ts';
import { tidebreak } from '../../support/some-servers.ts';
import { watchCopies, watchSaves } from '../../support/taken-out.ts';

beforeEach(() => page.viewport(1280, 800));

const game_id = tidebreak.game_id;
const about = (path: string) => `/cloud/games/${game_id}${path}`;

function open(calls: ActivityRow[], prepare: (core: ReturnType<typeof createFakeCore>) => void = () => undefined) {
  const kept = calls.toSorted((a, b) => Number(b.id) - Number(a.id));
  return openWindow((core) => {
    core.instances.set(stagingEu);
    core.game(game_id).set({ game: tidebreak });
    core.handlers['activity.page'] = async ({ before, limit = 100, ...filter }) => {
      const found = kept.filter(
        (row) => fits(row, filter) && (before === undefined || Number(row.id) < Number(before)),
      );
      return { rows: found.slice(0, limit), has_more: found.length > limit };
    };
    core.handlers['activity.get'] = async ({ id }) => {
      const call = kept.find((row) => row.id === id);
      if (call === undefined) throw new Error('no such call');
      return { ...call, url: 'http://127.0.0.1:7420', answer_body: '{"game":{"name":"Tidebreak"},"n":1}' };
    };
    prepare(core);
  }, `#/games/${localId}/${game_id}/activity/calls`);
}

const row = (name: string | RegExp) => page.getByRole('row', { name });
const many = (count: number) =>
  Array.from({ length: count }, (_, n) => someCall({ id: String(n + 1), path: about(`/x/${n + 1}`) }));

test('shows the calls about the game, newest first, and new ones as they are made', async () => {
  const core = open([
    someCall({ id: '1', path: about('') }),
    someCall({ id: '2', path: about('/versions'), method: 'POST', status: 409, repeats: 1 }),
    someCall({ id: '3', path: '/cloud/games' }),
  ]);
  await expect.element(row(/GET/).first()).toBeVisible();
  await expect.element(row(/POST .*versions 409/)).toBeVisible();
  expect(row(/\/cloud\/games 200/).elements()).toHaveLength(0);
  core.activity.set(someCall({ id: '4', path: about('/namespaces'), method: 'PUT' }));
  await expect.element(row(/PUT .*namespaces 200/)).toBeVisible();
  await userEvent.keyboard('/');
  await expect.element(page.getByRole('textbox', { name: 'Find a call' })).toHaveFocus();
  await userEvent.click(page.getByRole('radio', { name: 'Failed' }));
  await expect.element(row(/PUT .*namespaces/)).not.toBeInTheDocument();
  await expect.element(row(/POST .*versions 409/)).toBeVisible();
  await userEvent.click(page.getByRole('radio', { name: 'Everything' }));
  await userEvent.click(page.getByRole('radio', { name: 'All' }));
  await expect.element(row(/GET \/cloud\/games 200/)).toBeVisible();
});

test('draws only the rows in sight of thousands, reads older ones as they come near, and moves by keys', async () => {
  open(many(900));
  await expect.element(row(/\/x\/900 /)).toBeVisible();
  expect(document.querySelectorAll('[role="row"][data-index]').length).toBeLessThan(60);
  focusOn(row(/\/x\/900 /).element());
  await userEvent.keyboard('jj');
  await expect.element(row(/\/x\/898 /)).toHaveFocus();
  await userEvent.keyboard('{End}');
  await expect.element(page.getByRole('grid')).toHaveAttribute('aria-rowcount', '401');
  await userEvent.keyboard('{Home}{Enter}');
  await expect.element(page.getByRole('region', { name: /\/x\/900/ })).toBeVisible();
});

test('shows one call without its token, and the same read of another instance beside it', async () => {
  open([someCall({ id: '1', path: about('') })], (core) => {
    core.handlers['activity.replay'] = async ({ instance_id: id }) => {
      if (id !== 'eu') throw new Error('expected the other instance');
      return { at: 1, ms: 40, status: 200, answer_body: '{"game":{"name":"Tidebreak"},"n":2}' };
    };
  });
  await userEvent.click(row(/GET/).first());
  await expect.element(page.getByText('Bearer *** (the token is not stored)')).toBeVisible();
  await expect.element(page.getByText(/"name": "Tidebreak"/)).toBeVisible();
  await userEvent.click(page.getByRole('button', { name: 'Replay' }));
  await expect.element(page.getByText('1 line differs.')).toBeVisible();
  await expect.element(page.getByRole('region', { name: 'Local, recorded' }).getByText(/- +"n": 1/)).toBeVisible();
  await expect.element(page.getByRole('region', { name: 'Staging EU, now' }).getByText(/\+ +"n": 2/)).toBeVisible();
  await userEvent.keyboard('{Escape}');
});

test('copies a call as a command line, and saves those that are shown as an HTTP archive', async () => {
  const copies = watchCopies();
  const saves = watchSaves();
  const core = open([someCall({ id: '1', path: about('') })], (given) => {
    given.handlers['activity.curl'] = async ({ id }) => ({
      text: `curl ${id} -H 'Authorization: Bearer $SLIPWAY_TOKEN'`,
    });
    given.handlers['activity.har'] = async () => ({ text: '{"log":{"version":"1.2"}}' });
  });
  await userEvent.click(row(/GET/).first());
  await userEvent.click(page.getByRole('button', { name: 'Copy as curl' }));
  await expect.element(page.getByText('It uses $SLIPWAY_TOKEN in place of the token.')).toBeVisible();
  expect(copies).toEqual(["curl 1 -H 'Authorization: Bearer $SLIPWAY_TOKEN'"]);
  await userEvent.click(page.getByRole('button', { name: 'Export HAR' }));
  await expect.element(page.getByText('Tokens and other secrets are masked in it.')).toBeVisible();
  await expect.poll(() => saves).toEqual([{ name: 'slipway-activity.har', text: '{"log":{"version":"1.2"}}' }]);
  expect(core.called.find(({ name }) => name === 'activity.har')?.input).toMatchObject({ game_id });
});

test('does not send again what changes things', async () => {
  open([someCall({ id: '1', path: about(''), method: 'PUT' })]);
  await userEvent.click(row(/PUT/).first());
  await expect.element(page.getByRole('button', { name: 'Replay' })).toHaveAttribute('aria-disabled', 'true');
});

test('clears only when that is meant', async () => {
  const core = open(many(3), (given) => {
    given.handlers['activity.clear'] = async () => undefined;
  });
  await userEvent.click(page.getByRole('button', { name: 'Clear' }));
  await userEvent.click(page.getByRole('button', { name: 'Keep them' }));
  expect(core.called.some(({ name }) => name === 'activity.clear')).toBe(false);
  await userEvent.click(page.getByRole('button', { name: 'Clear' }));
  await userEvent.click(page.getByRole('button', { name: 'Clear all calls' }));
  await expect.element(page.getByRole('heading', { name: 'No matching calls' })).toBeVisible();
});

test('opens by G and A', async () => {
  open([]);
  await expect.element(page.getByRole('link', { name: 'Activity' })).toHaveAttribute('aria-current', 'page');
  await userEvent.keyboard('gs');
  await expect.element(page.getByRole('link', { name: /^Servers/ })).toHaveAttribute('aria-current', 'page');
  await userEvent.keyboard('ga');
  await expect.element(page.getByRole('link', { name: 'Activity' })).toHaveAttribute('aria-current', 'page');
});

test('is found right by axe in both themes, with a call open', async () => {
  open([
    someCall({ id: '1', path: about('') }),
    someCall({ id: '2', path: about('/a'), status: 503, method: 'PUT' }),
    someCall({ id: '3', path: about('/b'), status: undefined, error: 'refused', repeats: 9 }),
  ]);
  await userEvent.click(row(/GET/).first());
  await expect.element(page.getByText(/"name": "Tidebreak"/)).toBeVisible();
  await expectAccessible('[data-slot~="page"]');
});
