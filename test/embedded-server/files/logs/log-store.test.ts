// A log on disk: what goes in comes out, line by line, however it was cut on its way and whatever was dropped.
import { readdir, readFile, readlink, stat } from 'node:fs/promises';
import path from 'node:path';
import { expect, it } from 'vitest';
import type { LogLine } from '../../../../embedded-server/files/logs/blocks.ts';
import type { LogReader } from '../../../../embedded-server/files/logs/log-reader.ts';
import { createLogStore } from '../../../../embedded-server/files/logs/log-store.ts';
import type { LineStream } from '../../../../src-shared/servers/log.ts';
import { createRandom, type Random } from '../../../support/random.ts';
import { makeTempFolder } from '../../../support/temp-folder.ts';
import { until } from '../../../support/until.ts';

const textsOf = (lines: readonly LogLine[]) => lines.map((line) => line.bytes.toString('latin1'));

function readAll(reader: LogReader): LogLine[] {
  const lines: LogLine[] = [];
  for (let from = 1; ; ) {
    const page = reader.read({ from, limit: 997 });
    if (page.lines.length === 0) return lines;
    lines.push(...page.lines);
    from = page.next;
  }
}

/** Lines of two streams, cut into chunks at any byte, and what has to come out. */
function randomOutput(random: Random, count: number) {
  const streams: LineStream[] = ['std_out', 'std_err'];
  const begun = new Map<LineStream, string>();
  const chunks: { stream: LineStream; chunk: Buffer }[] = [];
  const expected: string[] = [];
  while (expected.length < count) {
    const stream = random.pick(streams);
    let chunk = '';
    for (let line = 1 + random.below(5); line > 0; line -= 1) {
      chunk += `${String.fromCharCode(32 + random.below(200)).repeat(random.below(120))}\n`;
    }
    if (random.below(2) === 0) chunk = chunk.slice(0, -1);
    const lines = ((begun.get(stream) ?? '') + chunk).split('\n');
    begun.set(stream, lines.pop() ?? '');
    expected.push(...lines);
    if (chunk !== '') chunks.push({ stream, chunk: Buffer.from(chunk, 'latin1') });
  }
  expected.push(...[...begun.values()].filter((rest) => rest !== ''));
  return { chunks, expected };
}

it('gives back random output line by line, over many segments and from any place', async () => {
  const random = createRandom();
  const folder = await makeTempFolder('logs');
  const store = createLogStore({ folder, segmentBytes: 8_192 });
  const { chunks, expected } = randomOutput(random, 4_000);
  const writer = store.openLog('server');
  for (const { stream, chunk } of chunks) await writer.write(stream, chunk);
  await writer.end();

  const reader = store.reader('server');
  const lines = readAll(reader);
  expect(textsOf(lines)).toEqual(expected);
  expect(lines.map((line) => line.number)).toEqual(expected.map((_, n) => n + 1));
  expect(reader.extent()).toEqual({ first: 1, last: expected.length, count: expected.length, dropped: 0 });
  for (let n = 0; n < 200; n += 1) {
    const at = 1 + random.below(expected.length);
    const limit = 1 + random.below(50);
    expect(textsOf(reader.read({ from: at, limit }).lines)).toEqual(expected.slice(at - 1, at - 1 + limit));
    const before = expected.slice(Math.max(0, at - 1 - limit), at - 1);
    expect(textsOf(reader.read({ before: at, limit }).lines)).toEqual(before);
  }
  expect(textsOf(reader.tail(7).lines)).toEqual(expected.slice(-7));
  const errors = lines.filter((line) => line.stream === 'std_err');
  expect(reader.read({ from: 1, limit: 10_000, streams: ['std_err'] }).lines).toEqual(errors);
  expect(reader.read({ before: 1e9, limit: 30, streams: ['std_err'] }).lines).toEqual(errors.slice(-30));
  expect(reader.read({ from: 1, limit: 10, streams: ['file'] })).toMatchObject({
    lines: [],
    next: expected.length + 1,
  });
});

it('walks backward page by page without losing or doubling a line', async () => {
  const folder = await makeTempFolder('logs');
  const store = createLogStore({ folder, segmentBytes: 4_096 });
  const writer = store.openLog('server');
  const texts = Array.from({ length: 3_000 }, (_, n) => `line ${n + 1}`);
  for (const text of texts) await writer.write('std_out', Buffer.from(`${text}\n`));
  await writer.end();
  const found: string[] = [];
  for (let before = Number.MAX_SAFE_INTEGER; before > 1; ) {
    const page = store.reader('server').read({ before, limit: 131 });
    found.unshift(...textsOf(page.lines));
    before = page.previous;
  }
  expect(found).toEqual(texts);
});

it('keeps the files as plain text that holds exactly the bytes written', async () => {
  const folder = await makeTempFolder('logs');
  const store = createLogStore({ folder });
  const bytes = Buffer.from([0xff, 0xfe, 0x00, 0x1b, 0x5b, 0x0d, 0x0a, 0xe2, 0x82, 0x0a]);
  const writer = store.openLog('server');
  await writer.write('std_out', bytes);
  await writer.end();
  expect(await readFile(path.join(folder, 'server', '000000000000001.log'))).toEqual(bytes);
  expect((await readdir(path.join(folder, 'server'))).toSorted()).toEqual([
    '000000000000001.idx',
    '000000000000001.log',
  ]);
  expect(
    store
      .reader('server')
      .read({ limit: 10 })
      .lines.map((line) => line.bytes),
  ).toEqual([bytes.subarray(0, 6), bytes.subarray(7, 9)]);
});

it('keeps the order in which the streams arrived, and whole lines apart', async () => {
  const store = createLogStore({ folder: await makeTempFolder('logs') });
  const writer = store.openLog('server');
  await writer.write('slipway', Buffer.from('started\n'));
  await writer.write('std_out', Buffer.from('loading '));
  await writer.write('std_err', Buffer.from('bad thing\n'));
  await writer.write('std_out', Buffer.from('map\nready'));
  await writer.end();
  const { lines } = store.reader('server').read({ limit: 10 });
  expect(lines.map(({ stream, bytes, cut }) => [stream, bytes.toString(), cut])).toEqual([
    ['slipway', 'started', false],
    ['std_err', 'bad thing', false],
    ['std_out', 'loading map', false],
    ['std_out', 'ready', true],
  ]);
});

it('shows a begun line after a pause, and takes the newline that comes later as its own', async () => {
  const store = createLogStore({ folder: await makeTempFolder('logs') });
  const reader = store.reader('server');
  const writer = store.openLog('server');
  await writer.write('std_out', Buffer.from('Name: '));
  expect(reader.extent().count).toBe(0);
  await until(() => reader.extent().count === 1, 'the begun line');
  await writer.write('std_out', Buffer.from('\nnext\n'));
  await writer.end();
  expect(reader.read({ limit: 10 }).lines.map(({ bytes, cut }) => [bytes.toString(), cut])).toEqual([
    ['Name: ', true],
    ['next', false],
  ]);
});

it.each([1, 1_000, 65_536, 100_000, 1_000_000])(
  'splits a line of 200,000 characters that comes in chunks of %i',
  async (size) => {
    const store = createLogStore({ folder: await makeTempFolder('logs') });
    const writer = store.openLog('server');
    const text = Buffer.from('ä'.repeat(100_000));
    for (let from = 0; from < text.length; from += size)
      await writer.write('std_out', text.subarray(from, from + size));
    await writer.write('std_out', Buffer.from('!\nshort\n'));
    await writer.end();
    const lines = store.reader('server').read({ limit: 10 }).lines;
    for (const line of lines) expect(line.bytes.length).toBeLessThanOrEqual(65_536);
    expect(Buffer.concat(lines.slice(0, -1).map((line) => line.bytes)).toString()).toBe(`${text.toString()}!`);
    expect(lines.map((line) => line.cut)).toEqual([true, true, true, false, false]);
    expect(lines.at(-1)?.bytes.toString()).toBe('short');
  },
);

it('drops the oldest lines over the cap, goes on counting, and says how many are gone', async () => {
  const folder = await makeTempFolder('logs');
  const store = createLogStore({ folder, capBytes: 64 * 1024, segmentBytes: 8 * 1024 });
  const writer = store.openLog('server');
  for (let n = 1; n <= 10_000; n += 1) {
    await writer.write('std_out', Buffer.from(`this is line ${n}\n`));
    if (n % 100 === 0) await writer.flush();
  }
  await writer.end();
  const { first, last, count, dropped } = store.reader('server').extent();
  expect(last).toBe(10_000);
  expect(first).toBeGreaterThan(5_000);
  expect(dropped).toBe(first - 1);
  expect(count).toBe(last - dropped);
  const page = store.reader('server').read({ limit: 1 });
  expect(page.lines.map(({ number, bytes }) => [number, bytes.toString()])).toEqual([[first, `this is line ${first}`]]);
  const names = await readdir(path.join(folder, 'server'));
  const sizes = await Promise.all(names.map(async (name) => (await stat(path.join(folder, 'server', name))).size));
  expect(sizes.reduce((all, size) => all + size)).toBeLessThanOrEqual(64 * 1024);
});

it('goes on with a log that is there, in numbers and in text', async () => {
  const folder = await makeTempFolder('logs');
  for (const life of [1, 2, 3]) {
    const store = createLogStore({ folder, segmentBytes: 64, capBytes: 1_000_000 });
    const writer = store.openLog('server');
    for (let n = 0; n < 10; n += 1) await writer.write('std_out', Buffer.from(`life ${life} line ${n}\n`));
    await store.close();
  }
  const lines = readAll(createLogStore({ folder }).reader('server'));
  expect(lines.map((line) => line.number)).toEqual(Array.from({ length: 30 }, (_, n) => n + 1));
  expect(textsOf(lines).slice(19, 21)).toEqual(['life 2 line 9', 'life 3 line 0']);
});

it('tells of its advance at most ten times a second, and the last figure always', async () => {
  const reported: number[] = [];
  const began = Date.now();
  const store = createLogStore({
    folder: await makeTempFolder('logs'),
    onAdvance: (server_id, { lines }) => void reported.push(server_id === 'server' ? lines : -1),
  });
  const writer = store.openLog('server');
  for (let n = 0; n < 500; n += 1) {
    await writer.write('std_out', Buffer.from(`${n}\n`));
    await writer.flush();
  }
  await writer.end();
  expect(reported.at(-1)).toBe(500);
  expect(reported.length).toBeLessThanOrEqual(2 + (Date.now() - began) / 100);
  expect(reported).toEqual(reported.toSorted((a, b) => a - b));
});

it('removes an ended log and refuses to remove or open one that is being written', async () => {
  const folder = await makeTempFolder('logs');
  const store = createLogStore({ folder });
  const writer = store.openLog('server');
  await writer.write('std_out', Buffer.from('hello\n'));
  expect(() => store.openLog('server')).toThrow('already being written');
  await expect(store.remove('server')).rejects.toThrow('still being written');
  await writer.end();
  expect(() => writer.write('std_out', Buffer.from('late\n'))).toThrow('has ended');
  await store.remove('server');
  expect(await readdir(folder)).toEqual([]);
  expect(store.reader('server').read({ limit: 10 })).toMatchObject({ lines: [], extent: { count: 0, last: 0 } });
});

it.each(['..', '../x', 'a/b', '', '.', 'a\0'])('refuses the name %j, which could lead elsewhere', async (name) => {
  const store = createLogStore({ folder: await makeTempFolder('logs') });
  expect(() => store.openLog(name)).toThrow('cannot be named');
  await expect(store.remove(name)).rejects.toThrow('cannot be named');
});

it('holds the files of few logs open, and loses nothing of the others', async () => {
  const random = createRandom();
  const folder = await makeTempFolder('logs');
  const store = createLogStore({ folder, segmentBytes: 8_192, mostOpen: 3 });
  const logs = Array.from({ length: 12 }, (_, at) => {
    const id = `log-${at}`;
    return { id, writer: store.openLog(id), expected: [] as string[] };
  });
  for (let round = 0; round < 40; round += 1) {
    const written = logs.filter(() => random.below(3) === 0);
    for (const { writer, expected } of written) {
      const line = `${round} ${'x'.repeat(random.below(900))}`;
      expected.push(line);
      void writer.write('std_out', Buffer.from(`${line}\n`));
    }
    if (random.below(2) === 0) await Promise.all(written.map(({ writer }) => writer.flush()));
  }
  for (const { writer } of logs) await writer.flush();
  await until(async () => (await openBelow(folder)).length <= 6, 'only three logs to be open');
  for (const { id, writer, expected } of logs) {
    await writer.end();
    expect(textsOf(readAll(store.reader(id)))).toEqual(expected);
  }
  expect(await openBelow(folder)).toEqual([]);
});

/** The files below a folder that this process has open; none where the system does not tell. */
async function openBelow(folder: string): Promise<string[]> {
  const numbers = await readdir('/proc/self/fd').catch(() => []);
  const files = await Promise.all(numbers.map((number) => readlink(`/proc/self/fd/${number}`).catch(() => '')));
  return files.filter((file) => file.startsWith(folder));
}
