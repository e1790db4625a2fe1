// Whatever a crash leaves behind, the log opens again with all that was flushed, and goes on.
import { spawn } from 'node:child_process';
import { appendFile, copyFile, mkdir, readFile, rm, truncate, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, it } from 'vitest';
import { createLogStore } from '../../../../embedded-server/files/logs/log-store.ts';
import { createRandom } from '../../../support/random.ts';
import { makeTempFolder } from '../../../support/temp-folder.ts';

const script = path.join(import.meta.dirname, 'write-and-die.ts');

/** Answers how many lines it had flushed when it was killed. */
async function writeUntilKilled(folder: string, flushes: number): Promise<number> {
  const child = spawn(process.execPath, [script, folder], { stdio: ['ignore', 'pipe', 'inherit'] });
  let output = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    output += text;
    if (output.split('\n').length > flushes) child.kill('SIGKILL');
  });
  await new Promise((resolve) => child.once('close', resolve));
  return Number(output.split('\n').at(-2));
}

it('keeps every flushed line when the process is killed, life after life', async () => {
  const random = createRandom();
  const folder = await makeTempFolder('logs');
  /** The kernel ends a write between two pages when the process is killed in it, so the last line of a life may be a part of itself. */
  const torn = new Set<number>();
  for (let life = 0; life < 6; life += 1) {
    const flushed = await writeUntilKilled(folder, 5 + random.below(40));
    const store = createLogStore({ folder });
    await store.mendAll();
    const reader = store.reader('server');
    const { first, last } = reader.extent();
    expect(first).toBe(1);
    expect(last).toBeGreaterThanOrEqual(flushed);
    if (last > flushed && reader.tail(1).lines[0]?.cut === true) torn.add(last);
    for (let from = 1; from <= last; ) {
      const page = reader.read({ from, limit: 10_000 });
      for (const line of page.lines) {
        const [text, whole] = [line.bytes.toString(), `line ${line.number}`];
        if (text !== whole && !(torn.has(line.number) && whole.startsWith(text))) expect(text).toBe(whole);
      }
      expect(page.next).toBe(from + page.lines.length);
      from = page.next;
    }
  }
});

async function makeLog(folder: string) {
  const store = createLogStore({ folder });
  const writer = store.openLog('server');
  for (let n = 1; n <= 40; n += 1) {
    await writer.write(n % 3 === 0 ? 'std_err' : 'std_out', Buffer.from(`line ${n}\n`));
    await writer.flush();
  }
  await writer.end();
  const text = path.join(folder, 'server', '000000000000001.log');
  return { store, text, index: text.replace('.log', '.idx') };
}

const textsOf = (store: ReturnType<typeof createLogStore>) =>
  store
    .reader('server')
    .read({ limit: 1_000 })
    .lines.map((line) => line.bytes.toString());
const upTo = (count: number) => Array.from({ length: count }, (_, n) => `line ${n + 1}`);

it('mends an index that was cut at any byte, lost, or filled with something else', async () => {
  const folder = await makeTempFolder('logs');
  const { store, index } = await makeLog(folder);
  const whole = await readFile(index);
  const random = createRandom();
  for (let length = 0; length <= whole.length; length += 1) {
    await writeFile(index, whole.subarray(0, length));
    await store.mendAll();
    expect(textsOf(store)).toEqual(upTo(40));
  }
  for (let turn = 0; turn < 200; turn += 1) {
    const harmed = Buffer.from(whole);
    for (let n = random.below(20); n >= 0; n -= 1) harmed[random.below(harmed.length)] = random.below(256);
    await writeFile(index, harmed);
    expect(textsOf(store).length).toBeLessThanOrEqual(40); // whatever it says, it neither hangs nor throws
    store.reader('server').tail(5);
    await store.mendAll();
    expect(textsOf(store)).toEqual(upTo(40));
  }
  await appendFile(index, Buffer.alloc(160));
  await store.mendAll();
  expect(textsOf(store)).toEqual(upTo(40));
  await rm(index);
  await store.mendAll();
  expect(textsOf(store)).toEqual(upTo(40));
});

it('mends a text that was cut at any byte, and goes on behind it', async () => {
  const folder = await makeTempFolder('logs');
  const { text, index } = await makeLog(folder);
  const whole = await readFile(text);
  for (let length = 0; length <= whole.length; length += 7) {
    const copy = path.join(await makeTempFolder('copy'));
    await mkdir(path.join(copy, 'server'));
    const copied = path.join(copy, 'server', path.basename(text));
    await copyFile(text, copied);
    await copyFile(index, copied.replace('.log', '.idx'));
    await truncate(copied, length);
    const store = createLogStore({ folder: copy });
    const writer = store.openLog('server');
    await writer.write('slipway', Buffer.from('again\n'));
    await writer.end();
    const kept = whole.toString('utf8', 0, length).split('\n');
    if (kept.at(-1) === '') kept.pop();
    expect(textsOf(store)).toEqual([...kept, 'again']);
  }
});

it('keeps streams and times of what the index still knows', async () => {
  const folder = await makeTempFolder('logs');
  const { store, index, text } = await makeLog(folder);
  const before = store.reader('server').read({ limit: 1_000 }).lines;
  await truncate(index, 16 * 31 + 3);
  await appendFile(text, 'torn');
  await store.mendAll();
  const after = store.reader('server').read({ limit: 1_000 }).lines;
  expect(after.slice(0, 30)).toEqual(before.slice(0, 30));
  expect(after.at(-1)).toMatchObject({ number: 41, cut: true });
});
