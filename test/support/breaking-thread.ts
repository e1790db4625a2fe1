// Makes a script of a thread with a fault in it: its first life throws when it is given its first work, and later ones do not.
import { readdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { makeTempFolder } from './temp-folder.ts';

export type BreakingThread = {
  script: URL;
  /** Whether it broke, as it was to. */
  hasBroken(): Promise<boolean>;
};

/** `real` is the script of the thread as it ships. */
export async function breakingThread(real: URL, name = 'thread'): Promise<BreakingThread> {
  const folder = await makeTempFolder('breaking');
  const script = path.join(folder, `${name}-thread.ts`);
  const mark = path.join(folder, 'break');
  await writeFile(mark, '');
  await writeFile(
    script,
    `import { existsSync, rmSync } from 'node:fs';
import { parentPort } from 'node:worker_threads';
if (existsSync(${JSON.stringify(mark)})) {
  parentPort.once('message', () => {
    rmSync(${JSON.stringify(mark)});
    throw new Error('the ${name} thread broke');
  });
} else {
  await import(${JSON.stringify(real.href)});
}
`,
  );
  return { script: pathToFileURL(script), hasBroken: async () => !(await readdir(folder)).includes('break') };
}
