// Feeds what a decoder of Node makes of a stream. What it cannot read becomes a sentence.
import type { Duplex } from 'node:stream';
import { AppError } from '../../../src-shared/errors/app-error.ts';
import { messageFor } from '../../../src-shared/text/message.ts';
import { errorCode } from '../../platform/storage/data-errors.ts';
import { damagedData, refusal } from './archive-entry.ts';
import type { Feed } from './byte-reader.ts';

/**
 * `format` is the name that people know: gzip, zstd, deflate. What `packed` gives is good until its next piece is asked for.
 * The decoder's chunk size has to be more than Buffer.poolSize, as the memory of its chunks is given up.
 */
export function createDecodedFeed(packed: AsyncIterable<Buffer>, decoder: Duplex, format: string): Feed {
  decoder.on('error', () => undefined); // it comes out of the iterator
  const ended = pump(packed, decoder);
  const chunks: AsyncIterator<Buffer, undefined> = decoder[Symbol.asyncIterator]();
  let lent: Buffer | undefined;
  return {
    next: async () => {
      if (lent !== undefined) giveUpMemory(lent);
      try {
        lent = (await chunks.next()).value;
        return lent;
      } catch (thrown) {
        throw explain(thrown, format);
      }
    },
    close: async () => {
      decoder.destroy();
      await ended;
    },
  };
}

/** By hand, as a pipeline holds several pieces at once, so that each would need memory of its own. */
async function pump(packed: AsyncIterable<Buffer>, decoder: Duplex): Promise<void> {
  let goOn = () => {};
  decoder.once('close', () => goOn()); // a piece that waited for room is never said to be taken
  try {
    for await (const bytes of packed) {
      if (decoder.destroyed) return;
      await new Promise<void>((resolve) => {
        goOn = resolve;
        decoder.write(bytes, () => resolve());
      });
    }
    decoder.end();
  } catch (thrown) {
    decoder.destroy(thrown instanceof Error ? thrown : new Error(String(thrown)));
  }
}

/** The decoder makes new memory for each chunk. Waiting for the collector to free it took a third of the time of unpacking. */
function giveUpMemory({ buffer, byteOffset, length }: Buffer): void {
  const isLastOfIt = byteOffset + length === buffer.byteLength; // else the decoder fills the rest of it
  if (isLastOfIt && buffer instanceof ArrayBuffer) buffer.transfer(0);
}

function explain(thrown: unknown, format: string): unknown {
  const code = errorCode(thrown);
  if (thrown instanceof AppError || code === undefined) return thrown;
  if (code === 'ZSTD_error_frameParameter_windowTooLarge') {
    const what = messageFor('archive.zstd-needs-memory');
    return refusal(what, messageFor('archive.do-pack-without-long'), thrown);
  }
  if (!/^Z_|^ZSTD_/.test(code)) return thrown;
  const what = code === 'Z_BUF_ERROR' ? messageFor('archive.ends-early') : messageFor('archive.bytes-changed');
  return damagedData(format, what, thrown);
}
