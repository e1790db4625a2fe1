// Follows a log file that a build writes inside its own folder, as engines do: it may not be there yet, be cut short, or be
// replaced by a new one.
import { constants, type Stats } from 'node:fs';
import { type FileHandle, open, readlink, realpath, stat } from 'node:fs/promises';
import path from 'node:path';
import { errorCode } from '../../platform/storage/data-errors.ts';

export type TailOptions = {
  /** The folder, without links. Nothing outside it is read, whatever links there are by then. */
  root: string;
  /** The file, within the folder. */
  file: string;
  /** Up to where it was read before. Any other file, also one that took its name, is read from its start. */
  from?: Place | undefined;
  /** While the promise that it may answer is open, nothing more is read. */
  onChunk: (chunk: Buffer) => Promise<void> | undefined;
  /** Called once for each kind of problem, in a sentence. Following goes on. */
  onProblem: (sentence: string) => void;
};

export type Tail = {
  /** Reads what is there to the end, then stops. Answers up to where, unless there was no such file. */
  stop(): Promise<Place | undefined>;
};

export type Place = { id: string; at: number; known: Buffer };

const READ_BYTES = 65_536;
/** So many bytes before the place are compared, to notice a file that was cut short and has grown past it since. */
const KNOWN_BYTES = 64;
const FASTEST_MS = 200;
const SLOWEST_MS = 1_000;

type Followed = Place & { handle: FileHandle };

export async function tailFile(options: TailOptions): Promise<Tail> {
  const reported = new Set<string>();
  let followed = await guarded(options, reported, () => openInside(options));
  let pause = FASTEST_MS;
  let timer: NodeJS.Timeout | undefined;
  let turn: Promise<void> | undefined;
  let isStopped = false;
  const look = async () => {
    const before = followed;
    const at = followed?.at;
    followed = (await guarded(options, reported, () => lookOnce(options, followed))) ?? followed;
    const isQuiet = followed === before && followed?.at === at;
    pause = isQuiet ? Math.min(2 * pause, SLOWEST_MS) : FASTEST_MS;
  };
  const lookLater = () => {
    if (isStopped) return;
    timer = setTimeout(() => {
      turn = look().then(lookLater);
    }, pause).unref();
  };
  lookLater();
  return {
    stop: async () => {
      if (!isStopped) {
        isStopped = true;
        clearTimeout(timer);
        // The first look may find that another file took the place, the second reads that one.
        turn = (turn ?? Promise.resolve())
          .then(look)
          .then(look)
          .then(() => followed?.handle.close());
      }
      await turn;
      return followed === undefined ? options.from : { id: followed.id, at: followed.at, known: followed.known };
    },
  };
}

async function guarded<Result>(
  { file, onProblem }: TailOptions,
  reported: Set<string>,
  work: () => Promise<Result>,
): Promise<Result | undefined> {
  try {
    return await work();
  } catch (thrown) {
    const why = errorCode(thrown) ?? (thrown instanceof Error ? thrown.message : String(thrown));
    if (why !== 'ENOENT' && !reported.has(why))
      onProblem(`The log file ${file} cannot be read (${why}). Slipway keeps trying.`);
    reported.add(why);
    return undefined;
  }
}

/** Reads what is new, and goes over to another file when one took its place. */
async function lookOnce(options: TailOptions, followed: Followed | undefined): Promise<Followed | undefined> {
  if (followed !== undefined) await readNew(options, followed);
  const present = await statInside(options);
  if (present === undefined || idOf(present) === followed?.id) return followed;
  const next = await openInside(options);
  if (next === undefined) return followed;
  if (followed !== undefined) {
    await readNew(options, followed); // what came between the last look and the exchange
    await followed.handle.close();
  }
  return next; // the next look reads it
}

async function readNew({ onChunk }: TailOptions, followed: Followed): Promise<void> {
  const { handle } = followed;
  if (await wasCutShort(followed)) Object.assign(followed, { at: 0, known: Buffer.alloc(0) });
  for (;;) {
    const chunk = Buffer.allocUnsafeSlow(READ_BYTES);
    const { bytesRead } = await handle.read(chunk, 0, READ_BYTES, followed.at);
    if (bytesRead === 0) return;
    const bytes = chunk.subarray(0, bytesRead);
    followed.at += bytesRead;
    followed.known = Buffer.from(Buffer.concat([followed.known, bytes.subarray(-KNOWN_BYTES)]).subarray(-KNOWN_BYTES));
    await onChunk(bytes);
  }
}

async function wasCutShort({ handle, at, known }: Followed): Promise<boolean> {
  const { size } = await handle.stat();
  if (size < at) return true;
  if (size === at || known.length === 0) return false;
  const { buffer, bytesRead } = await handle.read(Buffer.alloc(known.length), 0, known.length, at - known.length);
  return !buffer.subarray(0, bytesRead).equals(known);
}

async function openInside(options: TailOptions): Promise<Followed | undefined> {
  const real = await realInside(options);
  if (real === undefined) return undefined;
  // Not blocking, since opening a named pipe would wait for a writer; not following, since the link may have come just now.
  const handle = await open(real, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0) | (constants.O_NOFOLLOW ?? 0));
  try {
    await requireInside(options.root, handle);
    const found = await handle.stat();
    if (!found.isFile()) throw new Error('it is no plain file');
    const id = idOf(found);
    const { at, known } = options.from?.id === id ? options.from : { at: 0, known: Buffer.alloc(0) };
    return { handle, id, at, known };
  } catch (thrown) {
    await handle.close();
    throw thrown;
  }
}

async function statInside(options: TailOptions): Promise<Stats | undefined> {
  const real = await realInside(options);
  return real === undefined ? undefined : await stat(real);
}

/** Undefined while there is no such file. */
async function realInside({ root, file }: TailOptions): Promise<string | undefined> {
  const real = await realpath(path.resolve(root, file)).catch((thrown: unknown) => {
    if (errorCode(thrown) === 'ENOENT' || errorCode(thrown) === 'ENOTDIR') return undefined;
    throw thrown;
  });
  if (real === undefined) return undefined;
  refuseOutside(root, real);
  return real;
}

/** A folder on the way may have become a link since the path was looked at. Linux tells which file was opened. */
async function requireInside(root: string, { fd }: FileHandle): Promise<void> {
  if (process.platform === 'linux') refuseOutside(root, await readlink(`/proc/self/fd/${fd}`));
}

function refuseOutside(root: string, real: string): void {
  const relative = path.relative(root, real);
  if (relative === '' || relative.split(path.sep)[0] === '..' || path.isAbsolute(relative)) {
    throw new Error("it is outside the server's folder");
  }
}

function idOf({ dev, ino }: Stats): string {
  return `${dev}:${ino}`;
}
