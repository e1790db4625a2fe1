// Which calls are one row: reads of one address, and never one that failed.
import { expect, test } from 'vitest';
import { callCounts, foldCalls } from '../../../../src-renderer/features/activity/fold-calls.ts';
import { someCall } from '../../support/some-calls.ts';

const watch = (id: number, more: object = {}) =>
  someCall({ id: String(id), at: id, path: `/games/g?watch_index=${id}`, is_watch: true, ...more });

test('reads of one address are one row at the place of the newest, whatever lies between them', () => {
  const write = someCall({ id: '5', method: 'POST', path: '/games/g' });
  const lines = foldCalls([watch(9), write, watch(4), watch(3)], {});
  expect(lines).toMatchObject([
    { kind: 'group', group: { count: 3, from: 3, failed: 0, state: 'closed', newest: { id: '9' } } },
    { kind: 'call', row: { id: '5' } },
  ]);
});

test('a watch that is counted on is as many calls, and one row of it stays a row', () => {
  expect(foldCalls([watch(2, { repeats: 40 })], {})).toMatchObject([{ kind: 'call' }]);
  const [group] = foldCalls([watch(3), watch(2, { repeats: 40 })], {});
  expect(group).toMatchObject({ kind: 'group', group: { count: 41 } });
  expect(callCounts([watch(3), watch(2, { repeats: 40 })])).toEqual({ all: 41, watches: 41, failed: 0 });
});

test('those that failed stay in sight, with how many were answered, until somebody closes the row', () => {
  const rows = [watch(4), watch(3, { status: 502 }), watch(2, { status: undefined }), watch(1)];
  const lines = foldCalls(rows, {});
  expect(lines.map(({ kind }) => kind)).toEqual(['group', 'call', 'call', 'rest']);
  expect(lines.at(-1)).toMatchObject({ count: 2 });
  const [head] = lines;
  if (head?.kind !== 'group') throw new Error('expected a group');
  expect(foldCalls(rows, { [head.group.key]: 'closed' })).toHaveLength(1);
  expect(foldCalls(rows, { [head.group.key]: 'all' })).toHaveLength(5);
});

test('two calls, and those of two instances, are not folded', () => {
  expect(foldCalls([watch(2), watch(1)], {})).toHaveLength(2);
  expect(foldCalls([watch(3), watch(2, { instance_id: 'x' }), watch(1)], {})).toHaveLength(3);
});
