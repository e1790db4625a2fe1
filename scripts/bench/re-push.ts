// How much `slipway push` sends of a build after three small edits, where the build before them is there already.
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { appendFile, mkdir, mkdtemp, open, readFile, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { z } from 'zod';
import type { Measure } from './measure.ts';
import { type PushService, startPushService } from './push-service.ts';

const LARGE_FILES = 4;
const LARGE_BYTES = 16_000_000;
const SMALL_FILES = 60;
const SMALL_BYTES = 50_000;
/** What is put in, put behind and written over. */
const EDITS = [200, 100, 500] as const;
const CHUNK = 65_536;
const ALLOWED = 2 * EDITS.reduce((sum, bytes) => sum + bytes, 0) + EDITS.length * CHUNK;

const lastLine = z.object({ bytes_sent: z.int(), state: z.string() });

export const rePush: Measure = {
  name: 're-push',
  goal: `67 MB after three small edits: <= 2 x what changed + a chunk of 64 KiB for each (${ALLOWED} bytes)`,
  run: async () => {
    const folder = await mkdtemp(path.join(os.tmpdir(), 'slipway-re-push-'));
    const service = await startPushService(folder);
    try {
      const build = path.join(folder, 'build');
      await fill(build);
      const first = await push(service, build, '1.0.0');
      await edit(build);
      const second = await push(service, build, '1.0.1');
      const times = (second.sent / ALLOWED).toFixed(2);
      return `${second.sent} bytes in ${second.seconds.toFixed(1)} s, ${times} of what may be sent (first ${first.sent} bytes in ${first.seconds.toFixed(1)} s)`;
    } finally {
      await service.close();
      await rm(folder, { recursive: true });
    }
  },
};

async function fill(folder: string): Promise<void> {
  await mkdir(path.join(folder, 'maps'), { recursive: true });
  for (let number = 0; number < LARGE_FILES; number += 1) {
    await writeFile(path.join(folder, `large${number}.bin`), randomBytes(LARGE_BYTES));
  }
  for (let number = 0; number < SMALL_FILES; number += 1) {
    await writeFile(path.join(folder, 'maps', `${number}.map`), randomBytes(SMALL_BYTES));
  }
}

async function edit(folder: string): Promise<void> {
  const [inserted, appended, overwritten] = EDITS;
  const early = path.join(folder, 'large0.bin');
  const content = await readFile(early);
  const at = 1_000;
  await writeFile(early, Buffer.concat([content.subarray(0, at), randomBytes(inserted), content.subarray(at)]));
  await appendFile(path.join(folder, 'maps', '7.map'), randomBytes(appended));
  const handle = await open(path.join(folder, 'large2.bin'), 'r+');
  await handle.write(randomBytes(overwritten), 0, overwritten, LARGE_BYTES / 2);
  await handle.close();
}

async function push(service: PushService, build: string, name: string): Promise<{ sent: number; seconds: number }> {
  const startedAt = performance.now();
  const child = service.push(build, { name });
  if (child.stdout === null) throw new Error('A child with a pipe has one');
  const [output] = await Promise.all([text(child.stdout), once(child, 'exit')]);
  const { bytes_sent: sent, state } = lastLine.parse(JSON.parse(output.trim().split('\n').at(-1) ?? ''));
  if (state !== 'done') throw new Error(`slipway push ended as ${state}`);
  return { sent, seconds: (performance.now() - startedAt) / 1000 };
}
