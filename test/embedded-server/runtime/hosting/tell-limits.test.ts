// How servers of a namespace are told how many players they may have: all of them, the newest last, with room for others in between.
import { expect, onTestFinished, test } from 'vitest';
import { createLimitTeller } from '../../../../embedded-server/runtime/hosting/tell-limits.ts';
import { until } from '../../../support/until.ts';

function teller(count: number) {
  const told: { id: string; limit: number }[] = [];
  let living = Array.from({ length: count }, (_, at) => `server-${at}`);
  const problems: unknown[] = [];
  const limits = createLimitTeller({
    livingIn: (namespace_id) => {
      if (namespace_id === 'unreadable') throw new Error('the records cannot be read');
      return living;
    },
    tell: (id, limit) => void told.push({ id, limit }),
    onProblem: (thrown) => problems.push(thrown),
  });
  onTestFinished(limits.close);
  const lastOf = () => new Map(told.map(({ id, limit }) => [id, limit]));
  return { limits, told, problems, lastOf, living: () => living, begin: (id: string) => (living = [...living, id]) };
}

test('a few hear of it at once, and all in the end', async () => {
  const { limits, told, lastOf, living } = teller(100);
  limits.tell('n', 8);
  expect(told).toHaveLength(16);
  await until(() => told.length === 100, 'all servers');
  expect(lastOf()).toEqual(new Map(living().map((id) => [id, 8])));
});

test('other work has its turn while many are told', async () => {
  const { limits, told } = teller(1_000);
  limits.tell('n', 8);
  await new Promise(setImmediate);
  expect(told.length).toBeLessThan(1_000);
  await until(() => told.length === 1_000, 'all servers');
});

test('what is set again and again is told now and then, and the last is what all have', async () => {
  const { limits, told, lastOf, begin } = teller(40);
  for (let limit = 1; limit <= 500; limit += 1) limits.tell('n', limit);
  begin('late');
  await until(() => lastOf().get('late') === 500 && told.at(-1)?.limit === 500, 'the last limit');
  expect([...lastOf().values()].every((limit) => limit === 500)).toBe(true);
  expect(lastOf().size).toBe(41);
  expect(told.length, 'the first and the last').toBe(40 + 41);
});

test('namespaces do not wait for each other, and one that was told is told again at once later', async () => {
  const { limits, told } = teller(1);
  limits.tell('n', 1);
  limits.tell('m', 2);
  expect(told.map(({ limit }) => limit)).toEqual([1, 2]);
  limits.tell('n', 3);
  await until(() => told.some(({ limit }) => limit === 3), 'the second limit of the first');
});

test('nobody is told once the service ends', async () => {
  const { limits, told } = teller(100);
  limits.tell('n', 8);
  limits.close();
  for (let turn = 0; turn < 20; turn += 1) await new Promise(setImmediate);
  expect(told).toHaveLength(16);
});

test('what goes wrong is reported, and the next limit is told', async () => {
  const { limits, problems } = teller(1);
  limits.tell('unreadable', 8);
  await until(() => problems.length === 1, 'the problem');
  limits.tell('unreadable', 9);
  await until(() => problems.length === 2, 'the next one');
});
