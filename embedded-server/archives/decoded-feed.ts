// Feeds what a decoder of Node makes of a stream. What it can not read becomes a sentence.
import { type Duplex, pipeline, type Readable } from 'node:stream';
import { AppError } from '../../src-shared/errors/app-error.ts';
import { errorCode } from '../storage/data-errors.ts';
import { refusal } from './archive-entry.ts';
import type { Feed } from './byte-reader.ts';

/** `format` is the name that people know: gzip, zstd, deflate. */
export function createDecodedFeed(packed: Readable, decoder: Duplex, format: string): Feed {
  const ended = new Promise<void>((resolve) => {
    pipeline(packed, decoder, () => resolve()); // what went wrong comes out of the decoder
  });
  const chunks: AsyncIterator<Buffer> = decoder[Symbol.asyncIterator]();
  return {
    next: async () => {
      try {
        const { value, done } = await chunks.next();
        return done === true ? undefined : value;
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

function explain(thrown: unknown, format: string): unknown {
  const code = errorCode(thrown);
  if (thrown instanceof AppError || code === undefined) return thrown;
  if (code === 'ZSTD_error_frameParameter_windowTooLarge') {
    const what = 'its zstd data needs more than 128 MiB of memory to unpack';
    return refusal(what, 'Pack it again without --ultra and --long.', { cause: thrown });
  }
  if (!/^Z_|^ZSTD_/.test(code)) return thrown;
  const what = code === 'Z_BUF_ERROR' ? 'it ends too early' : 'bytes in it were changed';
  return refusal(`its ${format} data is damaged: ${what}`, 'Pack and upload it again.', { cause: thrown });
}
