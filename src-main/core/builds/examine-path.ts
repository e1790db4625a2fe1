// The build doctor for a path that a person named: a folder as it lies there, or an archive or program as it would be sent.
import { stat } from 'node:fs/promises';
import path from 'node:path';
import { examineFolder } from '../../../embedded-server/index.ts';
import type { ExaminedSource } from '../../../src-shared/transfers/bridge.ts';
import { examineFile } from './examine-file.ts';

export async function examinePath(place: string, signal: AbortSignal): Promise<ExaminedSource> {
  // The doctor's thread does not keep a process alive, and a command has nothing else to do meanwhile.
  const alive = setInterval(() => undefined, A_DAY_MS);
  try {
    return await examine(place, signal);
  } finally {
    clearInterval(alive);
  }
}

const A_DAY_MS = 86_400_000;

async function examine(place: string, signal: AbortSignal): Promise<ExaminedSource> {
  const found = await stat(place).catch(() => undefined); // the doctor says in words why it cannot be looked at
  const options = {
    signal,
    thread: new URL('../../../embedded-server/files/doctor/doctor-thread.ts', import.meta.url),
  };
  if (found?.isFile() !== true) return { kind: 'folder', report: await examineFolder(place, options) };
  return await examineFile(path.resolve(place), found.size, options);
}
