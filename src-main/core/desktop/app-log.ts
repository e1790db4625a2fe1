// The app's own log: one JSON object a line in a few files that take turns, without secrets. It is the last place where an
// error can go, so a log that cannot be written never breaks what it tells about.
import { randomUUID } from 'node:crypto';
import { appendFile, mkdir, rename, stat } from 'node:fs/promises';
import path from 'node:path';
import { AppError } from '../../../src-shared/errors/app-error.ts';

const LARGEST = 1_048_576;
const FILES = 4;
/** So much of one text is kept: a flood of them must not push out all others. */
const MOST_CHARACTERS = 16_384;
const MOST_WAITING = 1_000;

export type AppLogOptions = {
  folder: string;
  /** Takes secrets out of a text. */
  mask(text: string): string;
  /** Where it is said, once, that the log cannot be written. */
  onUnwritable(why: unknown): void;
  largest?: number;
  now?: () => Date;
};

export type AppLog = ReturnType<typeof createAppLog>;

export function createAppLog(options: AppLogOptions) {
  const { folder, mask, now = () => new Date() } = options;
  const writer = createWriter(options);
  const write = (level: 'info' | 'error', message: string, facts: Record<string, string>) => {
    // Masked while they are whole: half a secret would not be known as one.
    const told = Object.entries({ message, ...facts }).map(([name, text]) => [name, cut(mask(text))] as const);
    const entry = { time: now().toISOString(), level, ...Object.fromEntries(told) };
    writer.add(`${JSON.stringify(entry)}\n`);
  };
  return {
    folder,
    info: (message: string) => write('info', message, {}),
    /** Answers the ray id under which it stands there. */
    error: (thrown: unknown): string => {
      const ray_id = (thrown instanceof AppError ? thrown.ray_id : undefined) ?? randomUUID();
      const { message, details } = describe(thrown);
      write('error', message, { ray_id, details });
      return ray_id;
    },
    /** Resolves when all that was logged is in the file, or is known not to be. */
    flush: writer.flush,
  };
}

/** Lines in their order, and the next file when one is full. */
function createWriter({ folder, onUnwritable, largest = LARGEST }: AppLogOptions) {
  let waiting: string[] = [];
  let dropped = 0;
  let isReported = false;
  let last: Promise<void> = Promise.resolve();
  const writeAll = async () => {
    const lines = waiting;
    if (lines.length === 0) return;
    waiting = [];
    const lost = dropped === 0 ? '' : `{"level":"error","message":"${dropped} lines were left out here"}\n`;
    dropped = 0;
    try {
      await mkdir(folder, { recursive: true });
      await takeTurns(folder, largest);
      await appendFile(fileAt(folder, 0), lines.join('') + lost, { mode: 0o600 });
    } catch (thrown) {
      if (!isReported) onUnwritable(thrown);
      isReported = true;
    }
  };
  return {
    add: (line: string) => {
      if (waiting.length >= MOST_WAITING) {
        dropped += 1;
        return;
      }
      waiting.push(line);
      last = last.then(writeAll);
    },
    flush: () => last,
  };
}

async function takeTurns(folder: string, largest: number): Promise<void> {
  const size = await stat(fileAt(folder, 0)).then(
    (found) => found.size,
    () => 0,
  );
  if (size < largest) return;
  for (let at = FILES - 2; at >= 0; at -= 1) {
    await rename(fileAt(folder, at), fileAt(folder, at + 1)).catch((thrown: unknown) => {
      if (!(thrown instanceof Error && 'code' in thrown && thrown.code === 'ENOENT')) throw thrown;
    });
  }
}

function fileAt(folder: string, at: number): string {
  return path.join(folder, at === 0 ? 'slipway.log' : `slipway.${at}.log`);
}

/** An error with all its causes; what is thrown is not always one. */
function describe(thrown: unknown): { message: string; details: string } {
  if (!(thrown instanceof Error)) return { message: String(thrown), details: '' };
  const parts: string[] = [];
  let each: unknown = thrown;
  for (; each instanceof Error && parts.length < 5; each = each.cause) parts.push(each.stack ?? each.message);
  if (typeof each === 'string') parts.push(each);
  return { message: thrown.message, details: parts.join('\ncaused by ') };
}

function cut(text: string): string {
  return text.length <= MOST_CHARACTERS ? text : `${text.slice(0, MOST_CHARACTERS)}...`;
}
