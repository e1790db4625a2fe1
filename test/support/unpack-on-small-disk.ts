// Runs inside a mount namespace, on a disk of 16 MiB: unpacks a build that has no room there, then one that has. Prints what
// happened as one line of JSON; the test outside judges it.
import { readdir, statfs, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import { defaultArchiveLimits } from '../../embedded-server/files/archives/archive-limits.ts';
import { unpack } from '../../embedded-server/files/archives/unpack.ts';
import { AppError } from '../../src-shared/errors/app-error.ts';
import { makeTar } from '../embedded-server/files/archives/make-tar.ts';

const [disk = ''] = process.argv.slice(2);
const file = path.join(disk, 'build.tar.gz');
const target = path.join(disk, 'build');
const options = {
  file,
  name: 'build.tar.gz',
  target,
  loneTarget: target,
  temp: path.join(disk, 'temp'),
  limits: { ...defaultArchiveLimits, ratio: 1e9 },
};
const large = Array.from({ length: 10 }, (_, n) => ({
  name: `folder/large-${n}`,
  bytes: Buffer.alloc(3_000_000, 'x'),
}));
await writeFile(file, gzipSync(makeTar(large)));
const free = async () => (await statfs(disk)).bavail;
const before = await free();
const thrown = await unpack(options).catch((error: unknown) => error);
const result: Record<string, unknown> = {
  ...(thrown instanceof AppError ? { code: thrown.code, message: thrown.message } : { thrown: String(thrown) }),
  left: await readdir(disk),
  freed: (await free()) === before,
};
await writeFile(file, gzipSync(makeTar([{ name: 'good', bytes: Buffer.from('good') }])));
await unpack(options);
process.stdout.write(JSON.stringify({ ...result, afterwards: await readdir(target) }));
