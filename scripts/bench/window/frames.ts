// Whether the window keeps its pace while Local receives a large upload and hosts servers that log: the distances between frames,
// and how late the process is that owns the windows. In the stand-in for Electron, with the built bundles.
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import http from 'node:http';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { z } from 'zod';
import type { Measure } from '../measure.ts';
import { startWindowBench, type WindowBench } from './app.ts';
import { loggingServer, startServers } from './live-servers.ts';
import { formatFrame, watchFrames } from './page-watch.ts';

/** On each of two pages. */
const BYTES = 2_000_000_000;
const SERVERS = 20;
const LINES_PER_SECOND = 50;
const BEFORE_MS = 10_000;
const PIECE = Buffer.alloc(1_048_576, 'slipway');

/** What the process that owns the windows wrote of a second: see `loop-delay.cjs`. */
const spell = z.object({ at: z.number(), late: z.number(), own: z.number() });
type Spell = z.infer<typeof spell>;
const MOST_MS = 16;

export const windowFrames: Measure = {
  name: 'window-frames',
  goal: `no frame over 16 ms late while ${(2 * BYTES) / 1e9} GB are received and ${SERVERS} servers log`,
  run: async () => {
    const bench = await startWindowBench({ shell: 'electron-stand-in', watchLoop: true });
    try {
      await startServers(bench, loggingServer(LINES_PER_SECOND), SERVERS);
      const game = `#/games/local/${bench.place.game_id}`;
      const results: string[] = [];
      for (const { name, hash, shows } of [
        { name: 'servers', hash: `${game}/servers/${bench.place.environment_id}`, shows: /Running/ },
        { name: 'board', hash: game, shows: /players/ },
      ]) {
        await bench.show(hash);
        await bench.page.locator('main').getByText(shows).first().waitFor();
        results.push(`${name}: ${await compare(bench)}`);
      }
      return results.join('; ');
    } finally {
      await bench.close();
    }
  },
};

/** A page while nothing is received, and while it is. */
async function compare(bench: WindowBench): Promise<string> {
  const before = await describeSpell(bench, () => sleep(BEFORE_MS));
  const startedAt = Date.now();
  const during = await describeSpell(bench, () => upload(bench));
  const seconds = (Date.now() - startedAt) / 1000;
  return `${during}, at ${(BYTES / 1e6 / seconds).toFixed(0)} MB/s; before it ${before}`;
}

async function describeSpell(bench: WindowBench, run: () => Promise<unknown>): Promise<string> {
  const from = Date.now();
  const gaps = await watchFrames(bench.page, run);
  const late = await lateness(bench, from);
  const process = `${formatMost(late, 'late')}, by its own work ${formatMost(late, 'own')}`;
  return `${formatFrame(gaps)}, the windows' process late ${process}`;
}

function formatMost(spells: readonly Spell[], what: 'late' | 'own'): string {
  const figures = spells.map((one) => one[what]);
  const bad = figures.filter((ms) => ms > MOST_MS).length;
  return `${Math.max(...figures).toFixed(0)} ms at most, in ${bad} of ${figures.length} s over ${MOST_MS} ms`;
}

async function lateness({ folder }: WindowBench, from: number): Promise<Spell[]> {
  const lines = (await readFile(path.join(folder, 'loop-delay'), 'utf8')).trim().split('\n');
  return lines.map((line) => spell.parse(JSON.parse(line))).filter(({ at }) => at > from + 1_000);
}

/** As a foreign tool would: one request. */
async function upload({ client, place }: WindowBench): Promise<void> {
  const { image_presigned_request: target } = await client.prepareBuild({
    params: place,
    body: {
      name: 'large',
      image_tag: 'large:1',
      kind: 'archive',
      image_file: { path: 'large.tar', content_length: BYTES },
    },
  });
  const request = http.request(target?.url ?? '', { method: 'PUT', headers: { 'content-length': BYTES } });
  const answered = once(request, 'response');
  for (let sent = 0; sent < BYTES; sent += PIECE.length) {
    const piece = PIECE.subarray(0, Math.min(PIECE.length, BYTES - sent));
    if (!request.write(piece)) await once(request, 'drain');
  }
  request.end();
  const [response] = await answered;
  response.resume();
  await once(response, 'end');
}
