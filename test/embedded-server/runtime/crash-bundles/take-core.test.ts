// A core dump that comes from a node: only what begins as one is kept, and no more than is let in.
import { mkdir, readdir, readFile } from 'node:fs/promises';
import { PassThrough, Readable } from 'node:stream';
import { expect, it } from 'vitest';
import { dataPaths } from '../../../../embedded-server/platform/storage/data-paths.ts';
import { takeCore } from '../../../../embedded-server/runtime/crash-bundles/core-dump.ts';
import { makeTempFolder } from '../../../support/temp-folder.ts';
import { until } from '../../../support/until.ts';

const MOST = 2 * 1_048_576;

const head = Buffer.alloc(20);
head.write('\x7fELF', 0, 'latin1');
head[16] = 4;

async function startTaking() {
  const paths = dataPaths(await makeTempFolder());
  const folder = paths.inside('servers', 'one');
  await mkdir(folder, { recursive: true });
  const takeFrom = (stream: Readable) => takeCore(paths, 'one', stream, MOST);
  return {
    takeFrom,
    take: (...chunks: Buffer[]) => takeFrom(Readable.from(chunks)),
    kept: () => readdir(folder),
    read: () => readFile(paths.inside('servers', 'one', 'core')),
  };
}

it('is kept whole, however its first bytes are cut', async () => {
  const { take, read } = await startTaking();
  const rest = Buffer.alloc(1_000, 7);
  await take(head.subarray(0, 3), head.subarray(3), rest);
  expect((await read()).equals(Buffer.concat([head, rest]))).toBe(true);
});

it('is kept where an earlier try breaks while it comes', async () => {
  const { takeFrom, kept, read } = await startTaking();
  const [broken, again] = [new PassThrough(), new PassThrough()];
  const first = expect(takeFrom(broken)).rejects.toThrow('line broke');
  const second = takeFrom(again);
  for (const stream of [broken, again]) stream.write(head);
  await until(async () => (await kept()).length > 0, 'a draft');
  broken.destroy(new Error('line broke'));
  await first;
  again.end(Buffer.from('all of it'));
  await second;
  expect(await kept()).toEqual(['core']);
  expect((await read()).equals(Buffer.concat([head, Buffer.from('all of it')]))).toBe(true);
});

it('is refused with the right figure where it is too large', async () => {
  const { take, kept } = await startTaking();
  await expect(take(head, Buffer.alloc(MOST))).rejects.toMatchObject({
    code: 'API_BODY_TOO_LARGE',
    message: 'The body of this request is larger than 2 MiB.',
  });
  expect(await kept()).toEqual([]);
});

it.each([
  ['a program', Buffer.concat([head.subarray(0, 16), Buffer.from([2, 0, 0, 0])])],
  ['a text', Buffer.from('this is not a core dump')],
  ['too short', head.subarray(0, 10)],
])('is refused where it is %s', async (_what, bytes) => {
  const { take, kept } = await startTaking();
  await expect(take(bytes)).rejects.toMatchObject({ code: 'API_BAD_BODY', reason: 'fleet.core-unreadable' });
  expect(await kept()).toEqual([]);
});
