// Builds that are hard on a drop, and what the card of a drop shows of them, for the shells that a thing can be dropped on.
import { execFile } from 'node:child_process';
import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import type { Locator, Page } from 'playwright';

const run = promisify(execFile);
const server = "require('node:http').createServer().listen(Number(process.env.PORT), process.env.SLIPWAY_HOST);\n";

/** The command before one that may read no more than anybody. Root may read everything, unless that right is taken from it. */
export const asAnybody = process.getuid?.() === 0 ? ['setpriv', '--bounding-set=-dac_override,-dac_read_search'] : [];

export function dropCard(page: Page, name: string): Locator {
  return page.getByRole('dialog', { name, exact: true });
}

export function uploadOf(card: Locator): Locator {
  return card.getByRole('button', { name: /^Upload/ });
}

/** A small server with one map. */
export async function makeBuild(home: string, name: string): Promise<string> {
  const folder = path.join(home, name);
  await mkdir(path.join(folder, 'maps'), { recursive: true });
  await writeFile(path.join(folder, 'server.js'), server);
  await writeFile(path.join(folder, 'maps/reef.map'), 'reef');
  return folder;
}

/** The same with so many maps more, of a kilobyte each. */
export async function makeLargeBuild(home: string, name: string, maps: number): Promise<string> {
  const folder = await makeBuild(home, name);
  const bytes = Buffer.alloc(1024, 'm');
  for (let at = 0; at < maps; at += 1) await writeFile(path.join(folder, `maps/${at}.map`), bytes);
  return folder;
}

/**
 * The same with so many maps more: links to a few files. As files of their own they would cost ext4 as many inodes, and it takes
 * minutes to make many soon after many were deleted.
 */
export async function makeCrowdedBuild(home: string, name: string, maps: number): Promise<string> {
  const folder = await makeBuild(home, name);
  await run(process.execPath, ['-e', manyLinks, String(maps)], { cwd: path.join(folder, 'maps') });
  return folder;
}

/** A process of its own, as the test's one would stand still. A file may have 65,000 links on ext4. */
const manyLinks = `
  const { linkSync, writeFileSync } = require('node:fs');
  const maps = Number(process.argv[1]);
  for (let first = 0; first < maps; first += 50_000) {
    writeFileSync(String(first), '');
    for (let at = first + 1; at < Math.min(first + 50_000, maps); at += 1) linkSync(String(first), String(at));
  }
`;
