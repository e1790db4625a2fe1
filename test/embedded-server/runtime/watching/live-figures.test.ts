// What servers use and what comes through their ports: written over as it comes, and what was read stays as it was.
import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, it } from 'vitest';
import type { ServerCounts } from '../../../../embedded-server/runtime/relay/messages.ts';
import { createLiveFigures } from '../../../../embedded-server/runtime/watching/live-figures.ts';
import { makeTempFolder } from '../../../support/temp-folder.ts';

const none = { connections: 0, connectionsTotal: 0, refused: 0, bytesIn: 0, bytesOut: 0, packetsIn: 0, packetsOut: 0 };

function counts(bytesIn: number, players: number, ports = ['game']): ServerCounts {
  const all = { ...none, dropped: 0, bytesIn };
  return { ...all, server_id: 'one', players, young: 0, silent: 0, ports: ports.map((name) => ({ ...all, name })) };
}

const usage = (at: number, cpu: number, over: ('cpu' | 'memory')[] = []) => ({
  t: 'usage' as const,
  at,
  servers: [{ server_id: 'one', cpu, memory: 64, processes: 1, over }],
});

async function open() {
  const figures = createLiveFigures(await makeTempFolder('figures'));
  figures.begin('one', 'staging');
  return figures;
}

it('keeps the newest of each server, and what was read before stays as it was', async () => {
  const figures = await open();
  expect(figures.now('one')).toBeUndefined();
  figures.takeCounts([counts(100, 3)]);
  figures.takeUsage(usage(1_000, 10, ['cpu']));
  const before = figures.now('one');
  const traffic = await figures.traffic('one');
  figures.takeCounts([counts(150, 4)]);
  figures.takeUsage(usage(2_000, 20));
  expect(before).toMatchObject({ at: 1_000, cpu: 10, connections: 3, bytes_in: 100, over: ['cpu'] });
  expect(figures.ofNamespace('staging')).toEqual([
    { id: 'one', at: 2_000, cpu: 20, memory: 64, connections: 4, bytes_in: 50, bytes_out: 0, processes: 1, over: [] },
  ]);
  expect(traffic['game']?.bytes_in).toBe(100);
  expect((await figures.traffic('one'))['game']?.bytes_in).toBe(150);
  expect((await figures.points('one', 0)).map(({ at }) => at)).toEqual([1_000, 2_000]);
});

it('takes what it is told as it is at that moment', async () => {
  const figures = await open();
  const told = counts(100, 3);
  figures.takeCounts([told]);
  Object.assign(told, { players: 9 });
  Object.assign(told.ports[0] ?? {}, { bytesIn: 9 });
  figures.takeUsage(usage(1_000, 10));
  expect(figures.now('one')?.connections).toBe(3);
  expect((await figures.traffic('one'))['game']?.bytes_in).toBe(100);
});

it('shows the ports of another life of a server, without what is left of the first', async () => {
  const figures = await open();
  figures.takeCounts([{ ...counts(100, 3), lastRefused: { why: 'full', from: '10.0.0.1:1', at: 5 } }]);
  figures.takeCounts([counts(0, 0, ['game', 'query'])]);
  expect(await figures.traffic('one')).toMatchObject({ game: { bytes_in: 0 }, query: { bytes_in: 0 } });
  figures.takeCounts([counts(7, 1, ['other', 'query'])]);
  const traffic = await figures.traffic('one');
  expect(Object.keys(traffic)).toEqual(['other', 'query']);
  expect(traffic['other']).not.toHaveProperty('last_refused_at');
});

it('tells no less than nothing when the relay begins to count again', async () => {
  const figures = await open();
  figures.takeCounts([counts(50_000_000, 3)]);
  figures.takeUsage(usage(1_000, 10));
  figures.takeCounts([counts(1_000, 3)]);
  figures.takeUsage(usage(2_000, 10));
  figures.takeCounts([counts(1_500, 3)]);
  figures.takeUsage(usage(3_000, 10));
  expect((await figures.points('one', 0)).map(({ bytes_in: bytes }) => bytes)).toEqual([50_000_000, 1_000, 500]);
});

it('is readable when the server has ended', async () => {
  const figures = await open();
  figures.takeCounts([counts(100, 3)]);
  figures.takeUsage(usage(1_000, 10));
  await figures.end('one');
  expect(figures.now('one')).toBeUndefined();
  expect(await figures.points('one', 0)).toHaveLength(1);
  expect((await figures.traffic('one'))['game']?.bytes_in).toBe(100);
});

it('has none of a server whose figures were cut off', async () => {
  const folder = await makeTempFolder('figures');
  await mkdir(path.join(folder, 'one'));
  const figures = createLiveFigures(folder);
  for (const text of ['', '{"points":[{"at"', '{"points":1}']) {
    await writeFile(path.join(folder, 'one', 'figures.json'), text);
    expect([await figures.points('one', 0), await figures.traffic('one')]).toEqual([[], {}]);
  }
});
