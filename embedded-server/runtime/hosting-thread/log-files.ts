// Log files that a server writes by itself, into the folder that {logdir} names: shown together with what it writes out.
import { readdir } from 'node:fs/promises';
import { type Tail, tailFile } from '../../files/logs/tail-file.ts';

/** More files than these are not followed. */
const MOST_FILES = 4;
const LOOK_EVERY_MS = 1000;

export type LogFiles = { stop(): Promise<void> };

export function followLogFiles(
  folder: string,
  onChunk: (chunk: Buffer) => Promise<void> | undefined,
  onProblem: (thrown: unknown) => void,
): LogFiles {
  const followed = new Map<string, Promise<Tail>>();
  const look = async (): Promise<void> => {
    const names = await readdir(folder).catch(() => []);
    for (const file of names.filter((name) => /\.(?:log|txt)$/i.test(name))) {
      if (followed.has(file) || followed.size >= MOST_FILES) continue;
      followed.set(file, tailFile({ folder, file, onChunk, fromStart: true }));
    }
    await Promise.all(followed.values());
  };
  let last: Promise<void> = Promise.resolve();
  const timer = setInterval(() => {
    last = look().catch(onProblem);
  }, LOOK_EVERY_MS);
  return {
    stop: async () => {
      clearInterval(timer);
      await last;
      await look().catch(onProblem);
      for (const tail of await Promise.all(followed.values())) await tail.stop();
    },
  };
}
