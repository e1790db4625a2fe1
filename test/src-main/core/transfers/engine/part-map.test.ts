// The part map as the core tells it: from the journal at any time, live while parts go out, and true after a restart.

import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import { againOf, partMapOf } from '../../../../../src-main/core/transfers/engine/part-map.ts';
import { whyAgain } from '../../../../../src-main/core/transfers/engine/passing-failures.ts';
import type { Part } from '../../../../../src-main/core/transfers/journal/transfer-record.ts';
import { createSpeedMeter } from '../../../../../src-main/core/transfers/queue/speed-meter.ts';
import { AppError } from '../../../../../src-shared/errors/app-error.ts';
import { messageFor } from '../../../../../src-shared/text/message.ts';
import type { TransferView } from '../../../../../src-shared/transfers/bridge.ts';
import { countRuns, type PartMap, spreadRuns } from '../../../../../src-shared/transfers/part-map.ts';
import { problemOf } from '../../../../../src-shared/transfers/problem-of.ts';
import { startTestCore, type TestCore } from '../../../../support/core.ts';
import { startFaultProxy } from '../../../../support/fault-proxy.ts';
import { startWithGame } from '../../../../support/service.ts';
import { makeTempFolder } from '../../../../support/temp-folder.ts';
import { until } from '../../../../support/until.ts';
import { randomFile } from '../../../../support/upload.ts';
import { MIB } from '../support.ts';

vi.setConfig({ testTimeout: 90_000 });

const PART = 5 * MIB;

function part(number: number, more: Partial<Part>): Part {
  return { number, offset: 0, length: 100, url: 'http://127.0.0.1/', state: 'pending', ...more };
}

describe('the map of parts', () => {
  const parts = [
    part(1, { state: 'verified', mishap: 'again', why: messageFor('transfer.checksum-mismatch') }),
    part(2, { state: 'verified' }),
    part(3, { state: 'sent' }),
    part(4, { state: 'sending' }),
    part(5, { state: 'sending', mishap: 'again', why: messageFor('transfer.line-silent') }),
    part(6, { held: 40 }),
    part(7, { mishap: 'refused', why: { text: 'The disk of this service is full.' } }),
    part(8, { length: 30 }),
  ];
  const live = new Map([
    [4, 25],
    [5, 170],
  ]);

  it('shows each part while the transfer goes on, what was held is in the queue again', () => {
    expect(partMapOf(parts, live, true)).toEqual({
      kinds: [
        ['verified', 2],
        ['stored', 1],
        ['in_flight', 1],
        ['sent_again', 1],
        ['queued', 1],
        ['sent_again', 1],
        ['queued', 1],
      ],
      lengths: [
        [100, 7],
        [30, 1],
      ],
      levels: { 4: 0.25, 5: 1, 6: 0.4 },
      why: {
        1: messageFor('transfer.checksum-mismatch'),
        5: messageFor('transfer.line-silent'),
        7: { text: 'The disk of this service is full.' },
      },
    });
  });

  it('shows what is held and what was refused while it rests', () => {
    expect(spreadRuns(partMapOf(parts, live, false).kinds).slice(5)).toEqual(['held', 'refused', 'queued']);
  });

  it('shows nothing on its way after the app was killed in the middle of a try', () => {
    const left = [part(1, { state: 'sending', held: 40 }), part(2, { state: 'sending' }), part(3, {})];
    const map = partMapOf(left, new Map(), false);
    expect(spreadRuns(map.kinds)).toEqual(['held', 'queued', 'queued']);
    expect(map.levels).toEqual({ 1: 0.4 });
  });

  it('says that at most what went out is sent again where the other side is still to be asked', () => {
    expect(againOf([part(1, { held: 40 })], true)).toEqual({ bytes: 40, parts: 1, first: 1, is_most: true });
    expect(againOf([part(1, { held: 40, kept: 30 })])).toEqual({ bytes: 10, parts: 1, first: 1 });
  });

  it('says why a part is sent again by a reason, also where it takes the words of the service', () => {
    expect(whyAgain(new AppError('TRANSFER_MISMATCH'))).toMatchObject({ reason: 'transfer.checksum-mismatch' });
    expect(whyAgain(new AppError('TRANSFER_STALLED'))).toMatchObject({ reason: 'transfer.line-silent' });
    const full = new AppError('INSTANCE_FAILED', 'system.failed', {
      why: messageFor('system.disk-full', { code: 'ENOSPC' }),
    });
    expect(whyAgain(full)).toEqual(full.toMessage());
  });

  it('counts neighbours and spreads them again', () => {
    const letters = 'aabbbacd'.split('');
    expect(countRuns(letters)).toEqual([
      ['a', 2],
      ['b', 3],
      ['a', 1],
      ['c', 1],
      ['d', 1],
    ]);
    expect(spreadRuns(countRuns(letters))).toEqual(letters);
  });
});

describe('the speed of the last five minutes', () => {
  it('is what went out between two looks, and says when everything waited', async () => {
    let now = 1_000_000;
    const trouble = { problem: { code: 'INSTANCE_UNREACHABLE' as const, message: '' }, tries: 1, next_try_at: 0 };
    const runs = [{ trouble: (): typeof trouble | undefined => undefined }];
    const meter = createSpeedMeter(() => runs, { now: () => now, everyMs: 3_600_000 });
    const send = meter.counted(async ({ onBytes }) => {
      onBytes(6_000);
      return { status: 200, headers: {}, body: '' };
    });
    meter.touch();
    await send({ onBytes: () => undefined } as unknown as Parameters<typeof send>[0]);
    now += 2_000;
    meter.look();
    runs[0] = { trouble: () => trouble };
    now += 2_000;
    meter.look();
    expect(meter.source.snapshot().points).toEqual([
      { at: 1_000_000, bytes_per_second: 0, is_lost: false },
      { at: 1_002_000, bytes_per_second: 3_000, is_lost: false },
      { at: 1_004_000, bytes_per_second: 0, is_lost: true },
    ]);
    // Until its first part is in, a try after a trouble counts as troubled; what it sends went over the network all the same.
    await send({ onBytes: () => undefined } as unknown as Parameters<typeof send>[0]);
    now += 2_000;
    meter.look();
    expect(meter.source.snapshot().points.at(-1)).toEqual({ at: 1_006_000, bytes_per_second: 3_000, is_lost: false });
    now += 300_000;
    meter.look();
    expect(meter.source.snapshot().points.map(({ at }) => at)).toEqual([1_306_000]);
    meter.close();
  });
});

function follow({ client }: TestCore) {
  let list: TransferView[] = [];
  const seen: TransferView[] = [];
  client.subscribe(
    'transfers',
    {},
    {
      next: (next) => {
        list = next;
        seen.push(...next);
      },
    },
  );
  const one = (id: string) => list.find((view) => view.id === id);
  const mapOf = (id: string) => {
    const maps: PartMap[] = [];
    client.subscribe('transfers.parts', { transfer_id: id }, { next: (map) => void maps.push(map) });
    return { maps, kinds: () => spreadRuns(maps.at(-1)?.kinds ?? []) };
  };
  return { one, mapOf, seen };
}

async function startSending(parts: number) {
  const service = await startWithGame();
  const proxy = await startFaultProxy(service.server.url);
  const test = await startTestCore({ askEvery: 50 });
  const added = await test.client.call('instances.add', { url: proxy.url, token: service.server.token, name: 'EU' });
  if (added.outcome !== 'added') throw new Error('expected it to be added');
  await test.whenState(added.instance_id, 'connected');
  const file = path.join(await makeTempFolder('build'), 'server.tar');
  await writeFile(file, randomFile(parts * PART));
  const request = { instance_id: added.instance_id, ...service.place, name: '1.4.2' };
  const start = async () => {
    // A handle is good for one transfer.
    const { source_id } = test.core.offerSource(file);
    return (await test.client.call('transfers.start', { ...request, source_id })).transfer_id;
  };
  return { service, proxy, test, start, ...follow(test) };
}

describe('the map of a real transfer', () => {
  it('holds what was under way when it is paused, and is whole at once after a restart', async () => {
    const { proxy, test, start, one, mapOf } = await startSending(4);
    proxy.fail({ method: 'PUT', match: /^\/uploads\/[^/]+\/3/, fault: { kind: 'half-open' } });
    const id = await start();
    const before = mapOf(id);
    await until(() => one(id)?.parts.verified === 3);
    await test.client.call('transfers.pause', { transfer_id: id });
    await until(() => before.kinds().includes('held'));
    expect(before.kinds()).toEqual(['verified', 'verified', 'held', 'verified']);
    expect(before.maps.at(-1)?.levels[3]).toBeGreaterThan(0);
    expect(one(id)).toMatchObject({ status: 'paused', paused: { by: 'person' }, game_name: expect.any(String) });
    await test.core.close();
    const again = await startTestCore({ folder: test.folder });
    const later = follow(again);
    const map = later.mapOf(id);
    await until(() => map.maps.length > 0);
    expect(map.maps[0]).toEqual(before.maps.at(-1));
    proxy.heal();
    await Promise.all(again.instances().map((view) => again.whenState(view.id, 'connected')));
    await again.client.call('transfers.resumeAll', {});
    await until(() => later.one(id)?.status === 'done');
    const resumed = expect.objectContaining({ after: 'person', kept: 3 });
    expect(later.seen).toContainEqual(expect.objectContaining({ id, resumed }));
    expect(later.one(id)).toMatchObject({ parts: { verified: 4 } });
    await until(() => map.kinds().every((kind) => kind === 'verified'));
    await again.core.close();
    const last = follow(await startTestCore({ folder: test.folder }));
    const ended = last.mapOf(id);
    await until(() => ended.maps.length > 0 && last.one(id) !== undefined);
    expect(ended.kinds()).toEqual(['verified', 'verified', 'verified', 'verified']);
    expect(last.one(id)).toMatchObject({ status: 'done', parts: { verified: 4 }, worked_ms: expect.any(Number) });
  });

  it('says of a part why it is sent again, and which one was refused', async () => {
    const { proxy, test, start, one, mapOf } = await startSending(2);
    const busy = {
      kind: 'status',
      status: 503,
      body: JSON.stringify({ code: 'INSTANCE_FAILED', message: 'Too busy.' }),
    };
    proxy.fail({ method: 'PUT', match: /^\/uploads\/[^/]+\/2/, times: 1, fault: busy as never });
    const slow = { kind: 'slow', bytesPerSecond: MIB } as const;
    proxy.fail({ method: 'PUT', match: /^\/uploads\/[^/]+\/2/, times: 1, fault: slow });
    const id = await start();
    const map = mapOf(id);
    await until(() => map.kinds()[1] === 'sent_again' && (map.maps.at(-1)?.levels[2] ?? 0) > 0);
    expect(map.maps.at(-1)?.why[2]?.text).toContain('Too busy');
    await test.client.call('transfers.pause', { transfer_id: id });
    await until(() => one(id)?.status === 'paused');
    const full = { kind: 'status', status: 507, body: JSON.stringify({ code: 'STORAGE_FULL', message: 'Full.' }) };
    proxy.fail({ method: 'PUT', match: /^\/uploads\//, times: 1, fault: full as never });
    await test.client.call('transfers.resume', { transfer_id: id });
    await until(() => one(id)?.status === 'failed');
    await until(() => map.kinds()[1] === 'refused');
    expect(problemOf(one(id))?.code).toBe('STORAGE_FULL');
    await test.client.call('transfers.retry', { transfer_id: id });
    await until(() => one(id)?.status === 'done');
    await test.client.call('transfers.clear', {});
    await until(() => one(id) === undefined);
  });

  it('pauses all without one of the queue taking the place of another, and lets all go on', async () => {
    const { proxy, test, start, one } = await startSending(1);
    const repair = proxy.fail({ method: 'PUT', match: /^\/uploads\//, fault: { kind: 'half-open' } });
    const ids = [await start(), await start(), await start()];
    await until(() => one(ids[1] ?? '')?.parts.sending === 1);
    await test.client.call('transfers.pauseAll', {});
    await until(() => ids.every((id) => one(id)?.status === 'paused'));
    expect(proxy.requests.filter(({ path: to }) => to.endsWith('/builds/prepare')).length).toBe(2);
    repair();
    await test.client.call('transfers.resumeAll', {});
    await until(() => ids.every((id) => one(id)?.status === 'done'));
  });
});
