// Gives a test a folder of its own, which is removed when its test file ends.
import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';

const folders: string[] = [];

export async function makeTempFolder(name = 'folder'): Promise<string> {
  const folder = await mkdtemp(path.join(os.tmpdir(), `${name}-`));
  folders.push(folder);
  return folder;
}

/** Called by the leak check. A suite that runs without it (the end-to-end tests) calls this itself. */
export async function removeTempFolders(): Promise<void> {
  const made = folders.splice(0);
  // Retried, because Windows refuses while a process that was just ended still holds a file.
  await Promise.all(made.map((folder) => rm(folder, { recursive: true, force: true, maxRetries: 5 })));
}
