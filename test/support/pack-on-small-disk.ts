// Runs inside a mount namespace, on a disk of 340 MiB: packs a build that has no room there, one for which somebody else takes the
// room while it is packed, and one that has it. Prints what happened as one line of JSON; the test outside judges it.
import { existsSync, readdirSync, writeFileSync } from 'node:fs';
import { mkdtemp, open, readdir, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { setImmediate as turn } from 'node:timers/promises';
import type { Packed } from '../../src-main/core/pack/pack-model.ts';
import { createPacker } from '../../src-main/core/pack/packer.ts';
import { AppError } from '../../src-shared/errors/app-error.ts';

const MIB = 1_048_576;
const [disk = ''] = process.argv.slice(2);
const cache = path.join(disk, 'packs');
const filler = path.join(disk, 'filler');
/** On the disk of the tests, and all hole: it is read as any file is. */
const source = await mkdtemp(path.join(os.tmpdir(), 'slipway-test-'));
const packer = createPacker(new URL('../../src-main/core/pack/pack-thread.ts', import.meta.url));

function pack(unpackIn?: string): Promise<Packed> {
  return packer.pack({ source, place: { cache }, compression: 'none', options: {}, unpackIn });
}

async function errorOf(packing: Promise<Packed>) {
  const ended = await packing.then(
    ({ bytes }) => ({ bytes }),
    (thrown: unknown) =>
      thrown instanceof AppError
        ? { code: thrown.code, message: thrown.message, metadata: thrown.metadata }
        : { thrown: String(thrown) },
  );
  return { ...ended, left: await readdir(cache).catch(() => 'no folder') };
}

const most = Buffer.alloc(64 * MIB);

/** Takes what room is left. Far more is still to be written than this takes a moment for. */
async function fillOncePacking(): Promise<void> {
  while (!existsSync(cache) || !readdirSync(cache).some((name) => name.startsWith('.packing-'))) await turn();
  try {
    writeFileSync(filler, most);
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'ENOSPC')) throw error;
  }
}

try {
  const file = await open(path.join(source, 'server.bin'), 'w');
  await file.truncate(300 * MIB);
  await file.close();
  const unpackedThere = await errorOf(pack(path.join(disk, 'data')));
  const [filled] = await Promise.all([errorOf(pack()), fillOncePacking()]);
  writeFileSync(filler, most); // now that there is room for all of it
  const full = await errorOf(pack());
  await rm(filler);
  const withRoom = await errorOf(pack());
  process.stdout.write(JSON.stringify({ unpackedThere, filled, full, withRoom }));
} finally {
  await packer.close();
  await rm(source, { recursive: true });
}
