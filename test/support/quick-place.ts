// Finds the place for temporary files of a run: in memory where the machine has one, as tests write thousands of small files and the
// service has each written down to the disk, which was half of the time of a run. TMPDIR chooses another one.
import { execFile } from 'node:child_process';
import { chmod, mkdtemp, rm, statfs, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';

const MEMORY = '/dev/shm';
/** As statfs names a file system in memory. */
const TMPFS = 0x01_02_19_94;
/** Several times what a run holds at once. */
const LEAST_FREE = 4 * 1024 ** 3;

export async function quickPlace(env: NodeJS.ProcessEnv = process.env): Promise<string> {
  if (env['TMPDIR'] !== undefined || process.platform !== 'linux') return os.tmpdir();
  return (await hasRoom(MEMORY)) && (await runsPrograms(MEMORY)) ? MEMORY : os.tmpdir();
}

async function hasRoom(place: string): Promise<boolean> {
  if (os.freemem() < LEAST_FREE) return false;
  const found = await statfs(place).catch(() => undefined); // containers may have none
  return found !== undefined && found.type === TMPFS && found.bavail * found.bsize >= LEAST_FREE;
}

/** Containers mount it so that nothing in it can be run, and some tests write the programs that they run. */
async function runsPrograms(place: string): Promise<boolean> {
  const folder = await mkdtemp(path.join(place, 'sw-try-')).catch(() => undefined); // not ours to write in
  if (folder === undefined) return false;
  const program = path.join(folder, 'program');
  try {
    await writeFile(program, '#!/bin/sh\n');
    await chmod(program, 0o700);
    await promisify(execFile)(program);
    return true;
  } catch {
    return false;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
