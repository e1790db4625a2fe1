// Brings the files of a browser's drop to Slipway, which keeps a copy: many small ones in one request, a large one in pieces.
import { AppError } from '../../../../src-shared/errors/app-error.ts';
import { errorBody } from '../../../../src-shared/errors/error-body.ts';
import { reviveError } from '../../../../src-shared/errors/revive-error.ts';
import { copyBegun, type TransferSource, transferSource } from '../../../../src-shared/transfers/bridge.ts';
import { sessionHeaders } from '../../../bridge/session.ts';
import { formatCount } from '../../../text/format-numbers.ts';
import { t } from '../../../text/t.ts';
import type { ChosenFile, ChosenThing, SeenFile } from './read-drop.ts';

const REQUEST_BYTES = 16 * 1024 * 1024;
const REQUEST_FILES = 2_000;
const OPENED_AT_ONCE = 100;
/** So many are worth a request of their own while others are still opened. */
const EARLY_FILES = 400;
/** Above this it is hardly a build; the doctor would say so after minutes of copying. */
const MOST_FILES = 200_000;

/** How far it is: while the folder is walked, `files` grows alone; then `bytes`, once they are known, and then `sent`. */
export type CopyProgress =
  | { files: number; bytes: undefined; sent: undefined }
  | { files: number; bytes: number; sent: number | undefined };

type Options = { signal: AbortSignal; onProgress(progress: CopyProgress): void };
type Piece = ChosenFile & { from: number; to: number };

/** Answers the handle of the copy. What was copied is dropped again when this fails. */
export async function copyFiles(thing: ChosenThing, { signal, onProgress }: Options): Promise<TransferSource> {
  const seen = await seeFiles(thing, signal, onProgress);
  const { id } = copyBegun.parse(await ask('/copies', JSON.stringify({ name: thing.name, bytes: 0 }), signal));
  const ended = new AbortController();
  holdPage(id, ended.signal);
  try {
    // To open a file and to copy one are waits for others than this window, so the first are copied while the last are opened.
    const opening = openAll(seen, thing.name, AbortSignal.any([signal, ended.signal]));
    await copyOpened(`/copies/${id}`, opening, { signal, onProgress });
    return transferSource.parse(await ask(`/copies/${id}/done`, '', signal));
  } catch (thrown) {
    // Whatever this answers, the failure before it is what counts; the next start removes what is left.
    await dropCopy(id);
    throw thrown;
  } finally {
    ended.abort();
  }
}

/** Only this page has the bytes: it asks before it is left meanwhile, and takes what was copied along. */
function holdPage(id: string, ended: AbortSignal): void {
  addEventListener('beforeunload', (event) => event.preventDefault(), { signal: ended });
  addEventListener('pagehide', () => void dropCopy(id), { signal: ended });
}

/** A page that is left sends it still. */
async function dropCopy(id: string): Promise<void> {
  await fetch(`/copies/${id}`, { method: 'DELETE', headers: sessionHeaders(), keepalive: true }).catch(() => undefined);
}

async function copyOpened(target: string, opening: Opening, { signal, onProgress }: Options): Promise<void> {
  let sent = 0;
  let isRoomKnown = false;
  const tell = () => {
    const { files, bytes, isDone } = opening;
    onProgress({ files, bytes, sent: isDone ? sent : undefined });
  };
  opening.onMore = tell;
  for (;;) {
    const files = await opening.next();
    if (files.length === 0) return;
    // As soon as it is known how much there is, and before a build's large files fill the disk.
    if (opening.isDone && !isRoomKnown) {
      isRoomKnown = true;
      await ask(`${target}/room`, JSON.stringify({ bytes: opening.bytes - sent }), signal);
    }
    for (const pieces of requestsOf(files)) {
      await sendPieces(target, pieces, signal);
      sent += pieces.reduce((sum, { from, to }) => sum + to - from, 0);
      tell();
    }
  }
}

/** Files that are opened in the background, and handed out in the order in which they were seen. */
type Opening = {
  /** How many there will be, and the bytes of those that are open. */
  readonly files: number;
  readonly bytes: number;
  readonly isDone: boolean;
  onMore: () => void;
  /** Those that wait, when they are worth a request; none at the end. */
  next(): Promise<ChosenFile[]>;
};

function openAll(seen: readonly SeenFile[], name: string, signal: AbortSignal): Opening {
  let ready: ChosenFile[] = [];
  let bytes = 0;
  let wake = (): void => undefined;
  const open = async () => {
    // One after the other, many files take minutes.
    for (let at = 0; at < seen.length; at += OPENED_AT_ONCE) {
      signal.throwIfAborted();
      const some = await Promise.all(seen.slice(at, at + OPENED_AT_ONCE).map(openFile(name)));
      ready.push(...some);
      bytes += some.reduce((sum, { file }) => sum + file.size, 0);
      opening.isDone = at + OPENED_AT_ONCE >= seen.length;
      opening.onMore();
      wake();
    }
  };
  const opening = {
    files: seen.length,
    isDone: false,
    onMore: (): void => undefined,
    get bytes() {
      return bytes;
    },
    next: async () => {
      while (!opening.isDone && ready.length < EARLY_FILES) {
        await Promise.race([failed, new Promise<void>((resolve) => (wake = resolve))]);
      }
      const files = ready;
      ready = [];
      return files;
    },
  };
  const failed = open();
  // It is awaited by whoever asks for more; a failure after that is told there.
  failed.catch(() => wake());
  return opening;
}

/** Those of a folder that is no build are too many to open, so all are counted first. */
async function seeFiles(thing: ChosenThing, signal: AbortSignal, onProgress: Options['onProgress']) {
  const seen: SeenFile[] = [];
  try {
    for await (const file of thing.walk()) {
      signal.throwIfAborted();
      seen.push(file);
      if (seen.length % 500 === 0) onProgress({ files: seen.length, bytes: undefined, sent: undefined });
      if (seen.length > MOST_FILES) throw tooMany(thing.name);
    }
  } catch (thrown) {
    throw thrown instanceof DOMException && !signal.aborted ? unreadable(thing.name, thrown) : thrown;
  }
  if (seen.length === 0) throw empty(thing.name);
  return seen;
}

function openFile(name: string) {
  return async ({ path, open }: SeenFile): Promise<ChosenFile> => {
    try {
      return { path, file: await open() };
    } catch (thrown) {
      throw unreadable(path === '' ? name : path, thrown);
    }
  };
}

/** In the order of the files. */
function* requestsOf(files: readonly ChosenFile[]): Generator<Piece[]> {
  let pieces: Piece[] = [];
  let bytes = 0;
  for (const { path, file } of files) {
    let from = 0;
    do {
      const to = Math.min(file.size, from + REQUEST_BYTES - bytes);
      pieces.push({ path, file, from, to });
      bytes += to - from;
      from = to;
      if (bytes < REQUEST_BYTES && pieces.length < REQUEST_FILES) continue;
      yield pieces;
      pieces = [];
      bytes = 0;
    } while (from < file.size);
  }
  if (pieces.length > 0) yield pieces;
}

/** A blob of files is read from disk by the browser while it is sent, and never held whole. */
async function sendPieces(target: string, pieces: readonly Piece[], signal: AbortSignal): Promise<void> {
  const parts = pieces.flatMap(({ path, file, from, to }): BlobPart[] => {
    const head = new TextEncoder().encode(JSON.stringify({ path, offset: from, size: to - from }));
    const length = new Uint8Array(4);
    new DataView(length.buffer).setUint32(0, head.length);
    // A slice is one more question to the browser's own process.
    return [length, head, from === 0 && to === file.size ? file : file.slice(from, to)];
  });
  try {
    await ask(target, new Blob(parts), signal);
  } catch (thrown) {
    signal.throwIfAborted();
    throw (await findUnreadable(pieces)) ?? thrown;
  }
}

/** A file that cannot be read only makes the request fail: which one it was, reading a byte of each tells. */
async function findUnreadable(pieces: readonly Piece[]): Promise<AppError | undefined> {
  for (const { path, file, from } of pieces) {
    try {
      await file.slice(from, from + 1).arrayBuffer();
    } catch (thrown) {
      return unreadable(path === '' ? file.name : path, thrown);
    }
  }
  return undefined;
}

async function ask(target: string, body: string | Blob, signal: AbortSignal): Promise<unknown> {
  const response = await fetch(target, { method: 'POST', body, signal, headers: sessionHeaders() }).catch(
    (cause: unknown) => {
      signal.throwIfAborted();
      throw new AppError(
        'BRIDGE_CLOSED',
        { text: t('Slipway does not answer. Nothing was kept; drop it again when it runs.') },
        { cause },
      );
    },
  );
  const answer: unknown = await response.json();
  if (response.ok) return answer;
  const parsed = errorBody.safeParse(answer);
  throw parsed.success ? reviveError(parsed.data) : new AppError('ERROR');
}

function unreadable(name: string, cause: unknown): AppError {
  const isGone = cause instanceof DOMException && cause.name === 'NotFoundError';
  const text = isGone
    ? t('{name} is not there any more. Nothing was kept. Put it back, or drop the folder again without it.', { name })
    : t(
        '{name} cannot be read: the system does not let this window. Nothing was kept. Give yourself the right to read it, or take it out of the folder, and drop it again.',
        { name },
      );
  return new AppError('PACK_SOURCE_UNREADABLE', { text }, { cause });
}

function tooMany(name: string): AppError {
  const text = t(
    '{name} holds more than {most} files, which no server build does. Nothing was copied. Choose the folder that the server was exported into, not the project around it.',
    { name, most: formatCount(MOST_FILES) },
  );
  return new AppError('PACK_REFUSED', { text });
}

function empty(name: string): AppError {
  const text = t('{name} holds no files. Choose the folder that the server was exported into.', { name });
  return new AppError('PACK_EMPTY', { text });
}
