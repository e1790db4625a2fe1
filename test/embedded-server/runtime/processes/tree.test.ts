// Which processes belong to a server, and which are never touched: all with made-up processes.
import { expect, test } from 'vitest';
import { type KillRoot, planKill } from '../../../../embedded-server/runtime/processes/end-tree.ts';
import type { ProcessRow } from '../../../../embedded-server/runtime/processes/system.ts';

const SELF = 50;
const row = (pid: number, parent: number, more: Partial<ProcessRow> = {}): ProcessRow => {
  return { pid, parent, group: pid, session: pid, identity: `boot/${pid}`, cpuMs: 0, memoryBytes: 0, ...more };
};
const ours = [row(1, 0), row(40, 1), row(SELF, 40)];
const server = row(100, SELF);
const root: KillRoot = {
  server_id: 'a',
  pid: 100,
  identity: 'boot/100',
  known: new Map(),
  markers: new Map(),
  grouped: [],
  frozen: new Map(),
  atOnce: true,
  self: SELF,
};
const plan = (rows: ProcessRow[], changes: Partial<KillRoot> = {}) => {
  const step = planKill([...ours, ...rows], { ...root, ...changes });
  return step.step === 'done' ? [] : step.pids.toSorted((one, other) => one - other);
};

test('children and their children belong to it, others do not', () => {
  expect(plan([server, row(101, 100), row(102, 101), row(103, SELF), row(104, 1)])).toEqual([100, 101, 102]);
});

test('who is in its session or its group belongs to it, whoever the parent is', () => {
  expect(plan([server, row(101, 1, { session: 100 }), row(102, 1, { group: 100 })])).toEqual([100, 101, 102]);
});

test('who carries its id belongs to it, even when the first process is long gone', () => {
  expect(plan([row(101, 1), row(102, 101)], { markers: new Map([[101, 'a']]) })).toEqual([101, 102]);
  expect(plan([row(101, 1)], { markers: new Map([[101, 'b']]) })).toEqual([]);
});

test('who is in its control group belongs to it', () => {
  expect(plan([row(101, 1), row(102, 1)], { grouped: [102, 999] })).toEqual([102]);
});

test('who was seen in the tree once stays in it, but a later process with the same number does not', () => {
  expect(plan([row(101, 1), row(102, 101)], { known: new Map([[101, 'boot/101']]) })).toEqual([101, 102]);
  expect(plan([row(101, 1, { identity: 'boot/7' })], { known: new Map([[101, 'boot/101']]) })).toEqual([]);
});

test('a process that only has the number of the first one is never touched, nor is what it started', () => {
  const stranger = row(100, 1, { identity: 'boot/9' });
  expect(plan([stranger, row(101, 100, { session: 100, group: 100 })])).toEqual([]);
});

test('a session that has the number after the first process is gone counts only while one of the tree is in it', () => {
  const rows = [row(101, 1, { session: 100 }), row(102, 1, { session: 100 })];
  expect(plan(rows)).toEqual([]);
  expect(plan(rows, { known: new Map([[101, 'boot/101']]) })).toEqual([101, 102]);
});

test.each([0, 1, -1, SELF, 40])('a record with the number %i ends nobody', (pid) => {
  const identity = `boot/${pid}`;
  const inGroup0 = row(300, 1, { group: 0, session: 0 });
  expect(plan([row(0, 0), inGroup0, server, row(101, 100)], { pid, identity })).toEqual([]);
});

test('we and those who started us are spared, even where they carry the mark of the server', () => {
  const markers = new Map([
    [1, 'a'],
    [40, 'a'],
    [SELF, 'a'],
    [100, 'a'],
  ]);
  expect(plan([server, row(200, SELF)], { markers })).toEqual([100]);
});

test('all stand still before any is ended, and who came meanwhile is stopped first', () => {
  const both = [...ours, server, row(101, 100)];
  const frozen = new Map([[100, 'boot/100']]);
  const slow = { ...root, atOnce: false };
  expect(planKill(both, slow)).toEqual({ step: 'freeze', pids: [100, 101] });
  expect(planKill(both, { ...slow, frozen })).toEqual({ step: 'freeze', pids: [101] });
  expect(planKill(both, { ...slow, frozen: frozen.set(101, 'boot/101') })).toEqual({ step: 'kill', pids: [100, 101] });
  expect(planKill(ours, slow)).toEqual({ step: 'done' });
});
