// Older rows of a history, read while something else happens.
import { beforeEach, expect, test, vi } from 'vitest';
import { followHistory, readHistory, readOlder } from '../../../../src-renderer/features/history/history-actions.ts';
import { useHistory } from '../../../../src-renderer/features/history/history-store.ts';
import type { HistoryRow } from '../../../../src-shared/namespaces/bridge.ts';
import { createFakeCore } from '../../support/fake-core.ts';
import { historyRows } from '../../support/some-history.ts';

const game = { instance_id: 'production', game_id: 'tidebreak' };
const prod = { ...game, namespace_id: 'prod' };
const staging = { ...game, namespace_id: 'staging' };
const [newest, ...rest] = historyRows;

beforeEach(() => useHistory.setState(useHistory.getInitialState(), true));

/** Prod without its newest deployment, staging with that one alone. Older rows of prod are answered by the test. */
function histories() {
  const core = createFakeCore();
  const older = Promise.withResolvers<HistoryRow[]>();
  core.handlers['namespaces.history'] = async ({ namespace_id: id, anchor = 0 }) => {
    const first = id === 'prod' ? rest.slice(0, 2) : historyRows.slice(0, 1);
    return { rows: anchor === 0 ? first : await older.promise, has_more: true };
  };
  core.attach();
  return { core, older };
}

/** The answer leaves it. */
async function open(place: typeof prod): Promise<() => void> {
  const stops = [followHistory(place), readHistory(place, false)];
  await vi.waitFor(() => expect(useHistory.getState().rows).toBeDefined());
  return () => stops.map((stop) => stop());
}

test('older rows of a namespace that was left are not added to those of the next one', async () => {
  const { older } = histories();
  const leave = await open(prod);
  const reading = readOlder(prod, false);
  leave();
  await open(staging);
  older.resolve(rest.slice(2));
  await reading;
  expect(useHistory.getState().rows).toEqual(historyRows.slice(0, 1));
});

test('a deployment that comes while older rows are read puts no row there twice', async () => {
  const { core, older } = histories();
  await open(prod);
  const reading = readOlder(prod, false);
  const answer = core.handlers['namespaces.history'];
  core.handlers['namespaces.history'] = async (input, context) =>
    input.anchor === 0 ? { rows: historyRows.slice(0, 3), has_more: true } : await answer(input, context);
  readHistory(prod, false);
  await vi.waitFor(() => expect(useHistory.getState().rows?.[0]).toEqual(newest));
  older.resolve(rest.slice(1, 4));
  await reading;
  expect(useHistory.getState().rows).toEqual(historyRows.slice(0, 5));
});
