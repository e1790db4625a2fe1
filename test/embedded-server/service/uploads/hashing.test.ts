// The hash thread beside uploads: order, replaced parts and a lost thread change nothing about the digest.
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { createFileHasher } from '../../../../embedded-server/platform/hashing/file-hasher.ts';
import { SHORTEST_PART } from '../../../../src-shared/service/builds.ts';
import { makeTempFolder } from '../../../support/temp-folder.ts';
import {
  blobs,
  digestHeader,
  prepareBuild,
  put,
  randomFile,
  sha256,
  slice,
  startUploads,
} from '../../../support/upload.ts';

const MiB = 1_048_576;
const PART = SHORTEST_PART;
const script = new URL('../../../../embedded-server/platform/hashing/hash-thread.ts', import.meta.url);

/** As the front has it: in memory that threads share. */
function shared(bytes: Uint8Array): Buffer {
  const memory = Buffer.from(new SharedArrayBuffer(bytes.length));
  memory.set(bytes);
  return memory;
}

async function startMultipart(bytes: number, hashThread = script) {
  const started = await startUploads({ threads: { hash: hashThread } });
  const file = randomFile(bytes);
  const { parts } = await prepareBuild(started.call, started.place, { bytes, multipart: true, partSize: PART });
  const send = async (number: number, from = file) => {
    const part = parts[number - 1];
    if (part === undefined) throw new Error('No such part');
    return (await put(part.url, slice(from, part))).status;
  };
  return { file, parts, send, stored: () => blobs(started.server.dataFolder), name: sha256(file).toString('hex') };
}

it.each([
  [1, 2, 3],
  [3, 2, 1],
  [2, 3, 1],
  [1, 3, 2],
])('names the file by its bytes when its parts come as %i, %i, %i', async (...order) => {
  const { send, stored, name } = await startMultipart(2 * PART + MiB);
  for (const number of order) expect(await send(number)).toBe(200);
  expect(await stored()).toEqual([name]);
});

it('names the file by its bytes when its parts come at once, and some of them wrong or half at first', async () => {
  const { file, parts, send, stored, name } = await startMultipart(4 * PART + MiB);
  const other = randomFile(4 * PART + MiB);
  const wrong = async (number: number) => {
    const part = parts[number - 1];
    if (part === undefined) throw new Error('No such part');
    const headers = { 'content-digest': digestHeader(slice(file, part)) };
    expect((await put(part.url, slice(other, part), { headers })).status).toBe(400);
  };
  await Promise.all([wrong(1), wrong(3), send(2), send(4)]);
  await Promise.all([wrong(1), send(3), wrong(5)]);
  expect(await Promise.all([send(5), send(1)])).toEqual([200, 200]);
  expect(await stored()).toEqual([name]);
});

it('has the right digest after a part that was hashed already is replaced', async () => {
  const { send, stored, name } = await startMultipart(2 * PART + MiB);
  const other = randomFile(2 * PART + MiB);
  expect(await send(1, other)).toBe(200);
  expect(await send(2)).toBe(200);
  expect(await send(1)).toBe(200);
  expect(await send(3)).toBe(200);
  expect(await stored()).toEqual([name]);
});

it('receives although its thread cannot start', async () => {
  const { send, stored, name } = await startMultipart(PART + MiB, new URL('none.js', script));
  expect(await Promise.all([send(2), send(1)])).toEqual([200, 200]);
  expect(await stored()).toEqual([name]);
});

it('hashes what a lost thread had begun, and starts another one for what comes next', async () => {
  const file = path.join(await makeTempFolder(), 'file');
  const bytes = randomFile(3 * MiB);
  await writeFile(file, bytes);
  const hasher = createFileHasher({ script });
  onTestFinished(() => hasher.close());
  const begun = hasher.start(file, MiB, 2 * MiB);
  begun.add(MiB);
  const asked = begun.digest();
  await hasher.close();
  expect(await asked).toEqual(sha256(bytes.subarray(MiB, 2 * MiB)));
  const next = hasher.start(file, 0, 3 * MiB);
  next.add(2 * MiB);
  next.add(MiB);
  expect(await next.digest()).toEqual(sha256(bytes));
});

it('hashes from memory what is given there, and reads only the rest from the file', async () => {
  const file = path.join(await makeTempFolder(), 'file');
  const bytes = randomFile(3 * MiB);
  // What was given in memory is not read again: the file has other bytes there.
  await writeFile(file, Buffer.concat([randomFile(MiB), bytes.subarray(MiB)]));
  const hasher = createFileHasher({ script });
  onTestFinished(() => hasher.close());
  const hashing = hasher.start(file, 0, 3 * MiB);
  await hashing.pass(shared(bytes.subarray(0, MiB)));
  hashing.add(2 * MiB);
  hashing.add(MiB);
  expect(await hashing.digest()).toEqual(sha256(bytes));
});

it('goes back to a mark, and on with other bytes', async () => {
  const bytes = randomFile(3 * MiB);
  const file = path.join(await makeTempFolder(), 'file');
  await writeFile(file, bytes);
  const hasher = createFileHasher({ script });
  onTestFinished(() => hasher.close());
  const hashing = hasher.start(file, 0, 3 * MiB);
  hashing.add(MiB);
  hashing.mark();
  await hashing.pass(shared(randomFile(MiB)));
  hashing.add(MiB);
  hashing.back(MiB);
  hashing.add(2 * MiB);
  expect(await hashing.digest()).toEqual(sha256(bytes));
});

it('gives memory back when its thread is lost, and hashes what is in the file', async () => {
  const bytes = randomFile(2 * MiB);
  const file = path.join(await makeTempFolder(), 'file');
  await writeFile(file, bytes);
  const hasher = createFileHasher({ script: new URL('none.js', script) });
  const hashing = hasher.start(file, 0, 2 * MiB);
  const passed = [hashing.pass(shared(bytes)), hashing.pass(shared(bytes))];
  hashing.add(2 * MiB);
  await Promise.all(passed);
  expect(await hashing.digest()).toEqual(sha256(bytes));
  await hasher.close();
});

it('says so when the file is shorter than declared', async () => {
  const file = path.join(await makeTempFolder(), 'file');
  await writeFile(file, randomFile(MiB));
  const hasher = createFileHasher({ script });
  onTestFinished(() => hasher.close());
  const hashing = hasher.start(file, 0, 2 * MiB);
  hashing.add(2 * MiB);
  await expect(hashing.digest()).rejects.toThrow('shorter');
});
