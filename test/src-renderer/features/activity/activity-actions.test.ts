// Calls that are read, opened and asked again while another one, or another filter, is looked at.
import { beforeEach, expect, test, vi } from 'vitest';
import {
  followActivity,
  openCall,
  readOlder,
  replayCall,
} from '../../../../src-renderer/features/activity/activity-actions.ts';
import { useActivity } from '../../../../src-renderer/features/activity/activity-store.ts';
import type { ActivityDetail, ActivityRow, ReplayAnswer } from '../../../../src-shared/activity/bridge.ts';
import { AppError } from '../../../../src-shared/errors/app-error.ts';
import { createFakeCore } from '../../support/fake-core.ts';
import { someCall } from '../../support/some-calls.ts';

beforeEach(() => useActivity.setState(useActivity.getInitialState(), true));

const detailOf = (id: string): ActivityDetail => ({ ...someCall({ id }), url: 'http://127.0.0.1:7420' });

test('what a call was answered again, or why not, is not shown at another call', async () => {
  const core = createFakeCore();
  core.handlers['activity.get'] = async ({ id }) => detailOf(id);
  core.attach();
  for (const isAnswered of [false, true]) {
    const answer = Promise.withResolvers<ReplayAnswer>();
    core.handlers['activity.replay'] = () => answer.promise;
    await openCall('1');
    const asking = replayCall('1', 'eu');
    await openCall('2');
    expect(useActivity.getState().isReplaying).toBe(false);
    if (isAnswered) answer.resolve({ at: 1, ms: 1, status: 200 });
    else answer.reject(new AppError('INSTANCE_UNREACHABLE'));
    await asking;
    expect(useActivity.getState()).toMatchObject({ detail: { id: '2' }, replay: undefined, replayProblem: undefined });
  }
});

test('of two calls that were opened the last one is shown, whichever is read first', async () => {
  const core = createFakeCore();
  const slow = Promise.withResolvers<ActivityDetail>();
  core.handlers['activity.get'] = ({ id }) => (id === '1' ? slow.promise : Promise.resolve(detailOf(id)));
  core.attach();
  const opening = openCall('1');
  await openCall('2');
  slow.resolve(detailOf('1'));
  await opening;
  expect(useActivity.getState().detail?.id).toBe('2');
});

test('older calls of a filter that was left are not put into the list of the next one, which can be read on', async () => {
  const core = createFakeCore();
  const older = Promise.withResolvers<ActivityRow[]>();
  core.handlers['activity.page'] = async ({ method, before }) => {
    if (method !== 'PUT')
      return { rows: before === undefined ? [someCall({ id: '9' })] : await older.promise, has_more: true };
    return {
      rows: [someCall({ id: before === undefined ? '8' : '7', method: 'PUT' })],
      has_more: before === undefined,
    };
  };
  core.attach();
  const { query } = useActivity.getState();
  const leave = followActivity(query, 'g1');
  await vi.waitFor(() => expect(useActivity.getState().rows).toHaveLength(1));
  const reading = readOlder('g1');
  leave();
  const puts = { ...query, method: 'PUT' };
  useActivity.setState({ query: puts });
  const stop = followActivity(puts, 'g1');
  await vi.waitFor(() => expect(useActivity.getState().rows).toHaveLength(1));
  await readOlder('g1');
  older.resolve([someCall({ id: '1' })]);
  await reading;
  expect(useActivity.getState()).toMatchObject({ rows: [{ id: '8' }, { id: '7' }], hasMore: false });
  stop();
});
