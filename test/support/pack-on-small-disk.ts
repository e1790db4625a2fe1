// Runs inside a mount namespace, on a disk of 16 MiB: packs a build whose archive fits but not what is unpacked of it, then one that
// has room for both. Prints what happened as one line of JSON; the test outside judges it.
import { mkdir, readdir, truncate, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { createPacker } from '../../src-main/core/pack/packer.ts';
import { AppError } from '../../src-shared/errors/app-error.ts';

const [disk = '', source = ''] = process.argv.slice(2);
const [cache, data] = [path.join(disk, 'packs'), path.join(disk, 'data')];
await mkdir(data);
const packer = createPacker(new URL('../../src-main/core/pack/pack-thread.ts', import.meta.url));
const pack = async (bytes: number) => {
  await mkdir(source, { recursive: true });
  await writeFile(path.join(source, 'server.bin'), '');
  await truncate(path.join(source, 'server.bin'), bytes);
  const order = { source, place: { cache }, compression: 'none', options: {}, unpackIn: data } as const;
  return await packer.pack(order).catch((error: unknown) => error);
};
const refused = await pack(9_000_000);
const said =
  refused instanceof AppError ? { code: refused.code, message: refused.message } : { refused: String(refused) };
const left = await readdir(cache);
const packed = await pack(6_000_000);
const bytes = packed instanceof Error ? packed.message : (packed as { content_bytes?: number }).content_bytes;
process.stdout.write(JSON.stringify({ ...said, left, bytes }));
await packer.close();
