// Follows the log files that a build writes into one folder, not those in folders below it. Of many, those that were written last.
import { lstat, readdir, stat } from 'node:fs/promises';
import path from 'node:path';
import { type Place, type Tail, type TailOptions, tailFile } from './tail-file.ts';

export type FolderTailOptions = Pick<TailOptions, 'root' | 'onChunk' | 'onProblem'> & {
  /** The folder could not be looked at. The next look comes all the same. */
  onFailed(thrown: unknown): void;
  lookEachMs?: number;
};

/** So many are followed at a time. */
const MOST_FILES = 4;
const LOOK_EACH_MS = 1_000;
/** A build may create files without end that cannot be read. */
const MOST_PROBLEMS = 20;

export function tailFolder(options: FolderTailOptions): Pick<Tail, 'stop'> {
  const { onFailed, lookEachMs = LOOK_EACH_MS } = options;
  const { look, stopAll } = followNewest(options);
  let timer: NodeJS.Timeout | undefined;
  let turn: Promise<void> = Promise.resolve();
  let isStopped = false;
  const lookLater = () => {
    if (isStopped) return;
    timer = setTimeout(() => {
      turn = look().catch(onFailed).then(lookLater);
    }, lookEachMs).unref();
  };
  lookLater();
  return {
    stop: async () => {
      isStopped = true;
      clearTimeout(timer);
      await turn;
      await look().catch(onFailed);
      await stopAll();
    },
  };
}

function followNewest({ root, onChunk, onProblem }: FolderTailOptions) {
  const tails = new Map<string, Tail>();
  /** Up to where those were read that are followed no more: they may be written again. */
  const places = new Map<string, Place | undefined>();
  const say = sayOnce(onProblem);
  const look = async (): Promise<void> => {
    const written = await whenWritten(root);
    if (written === undefined) return;
    for (const file of places.keys()) if (!written.has(file)) places.delete(file);
    // One that is gone may come back, as long as no other needs its place.
    const rank = (file: string) => written.get(file) ?? Number.NEGATIVE_INFINITY;
    const all = [...new Set([...tails.keys(), ...written.keys()])];
    const newest = new Set(all.toSorted((a, b) => rank(b) - rank(a)).slice(0, MOST_FILES));
    for (const [file, tail] of tails) {
      if (newest.has(file)) continue;
      tails.delete(file);
      places.set(file, await tail.stop());
    }
    for (const file of newest) {
      if (tails.has(file)) continue;
      tails.set(file, await tailFile({ root, file, onChunk, onProblem: say, from: places.get(file) }));
    }
  };
  const stopAll = async (): Promise<void> => {
    for (const tail of tails.values()) await tail.stop();
  };
  return { look, stopAll };
}

function sayOnce(onProblem: TailOptions['onProblem']): TailOptions['onProblem'] {
  const said = new Set<string>();
  return (sentence) => {
    if (said.has(sentence) || said.size >= MOST_PROBLEMS) return;
    said.add(sentence);
    onProblem(sentence);
  };
}

/** When each log file in the folder was written last. Undefined where the folder cannot be read. */
async function whenWritten(root: string): Promise<Map<string, number> | undefined> {
  const entries = await readdir(root, { withFileTypes: true }).catch(() => undefined);
  if (entries === undefined) return undefined;
  const written = new Map<string, number>();
  for (const entry of entries) {
    if (entry.isDirectory() || !/\.(?:log|txt)$/i.test(entry.name)) continue;
    const at = path.join(root, entry.name);
    // A link counts as written when what it leads to was.
    const found = await stat(at).catch(() => lstat(at).catch(() => undefined));
    if (found !== undefined) written.set(entry.name, found.mtimeMs);
  }
  return written;
}
