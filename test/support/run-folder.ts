// Gives a whole run of tests one folder for what is temporary and for what programs keep at home, and removes it at the end.
// Browsers that were killed, and apps that ended without a last word, cannot remove theirs themselves.
import { mkdtemp, readdir, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { quickPlace } from './quick-place.ts';

/** What the systems name the place for temporary things. */
const variables = ['TMPDIR', 'TEMP', 'TMP'];

const PREFIX = 'sw-';
const OLD_MS = 24 * 60 * 60_000;

/** Sets it for this process and all that it starts; what it answers removes the folder. */
export async function makeRunFolder(): Promise<() => Promise<void>> {
  // Short: the paths of sockets may not be long.
  const folder = await mkdtemp(path.join(await quickPlace(), PREFIX));
  await removeOld(path.dirname(folder));
  const before = { ...process.env };
  for (const name of variables) process.env[name] = folder;
  // Nothing that a test starts comes near the folder of whoever runs the tests.
  process.env['SLIPWAY_HOME'] = path.join(folder, 'home');
  return async () => {
    for (const name of [...variables, 'SLIPWAY_HOME']) {
      if (before[name] === undefined) delete process.env[name];
      else process.env[name] = before[name];
    }
    await rm(folder, { recursive: true, force: true, maxRetries: 10 });
  };
}

/** What runs that were killed have left. No run takes a day. */
async function removeOld(place: string): Promise<void> {
  for (const name of await readdir(place)) {
    if (!/^sw-\w{6}$/.test(name)) continue;
    const old = path.join(place, name);
    const found = await stat(old).catch(() => undefined); // another run may have removed it
    if (found !== undefined && Date.now() - found.mtimeMs > OLD_MS) await rm(old, { recursive: true, force: true });
  }
}

/** As vitest calls it. */
export const setup = makeRunFolder;
