// Reads pieces of files out of one stream: of each a length, a head with path, place and size, and then the bytes.
import { z } from 'zod';
import { AppError } from '../../../../src-shared/errors/app-error.ts';

const MOST_HEAD_BYTES = 65_536;

const head = z.object({ path: z.string(), offset: z.int().min(0), size: z.int().min(0) });

/**
 * Bytes of a file that belong at `offset`; an empty file has one frame without bytes. `isWhole` where it is all that this stream has of the file, from
 * its beginning.
 */
export type StagedFrame = { path: string; offset: number; bytes: Buffer; isWhole: boolean };

export async function* readFrames(stream: AsyncIterable<Buffer>): AsyncGenerator<StagedFrame> {
  const reader = createReader(stream);
  for (;;) {
    const length = await reader.exactly(4);
    if (length === undefined) return;
    const bytes = length.readUInt32BE(0);
    if (bytes > MOST_HEAD_BYTES) throw unreadableFrame();
    const { path, offset, size } = parseHead(await reader.exactly(bytes));
    if (size === 0) yield { path, offset, bytes: Buffer.alloc(0), isWhole: offset === 0 };
    for (let done = 0; done < size; ) {
      const piece = await reader.upTo(size - done);
      yield { path, offset: offset + done, bytes: piece, isWhole: offset === 0 && piece.length === size };
      done += piece.length;
    }
  }
}

function createReader(stream: AsyncIterable<Buffer>) {
  const chunks = stream[Symbol.asyncIterator]();
  let rest: Buffer = Buffer.alloc(0);
  const more = async (): Promise<boolean> => {
    const { value, done } = await chunks.next();
    if (done === true) return false;
    rest = rest.length === 0 ? value : Buffer.concat([rest, value]);
    return true;
  };
  const take = (bytes: number): Buffer => {
    const taken = rest.subarray(0, bytes);
    rest = rest.subarray(bytes);
    return taken;
  };
  return {
    /** Undefined at the end of the stream; an end within is a broken one. */
    exactly: async (bytes: number): Promise<Buffer | undefined> => {
      while (rest.length < bytes) {
        if (await more()) continue;
        if (rest.length === 0) return undefined;
        throw unreadableFrame();
      }
      return take(bytes);
    },
    upTo: async (bytes: number): Promise<Buffer> => {
      while (rest.length === 0) if (!(await more())) throw unreadableFrame();
      return take(Math.min(bytes, rest.length));
    },
  };
}

function parseHead(bytes: Buffer | undefined): z.infer<typeof head> {
  try {
    const parsed = head.safeParse(JSON.parse(bytes?.toString('utf8') ?? ''));
    if (parsed.success) return parsed.data;
  } catch {
    // not JSON: said below
  }
  throw unreadableFrame();
}

function unreadableFrame(): AppError {
  return new AppError('API_BAD_BODY', 'drop.copy-unreadable');
}
