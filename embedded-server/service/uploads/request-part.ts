// A part as node:http brings it: in many small chunks, which are gathered into few large writes. Bounded memory.
import type { IncomingMessage } from 'node:http';
import { AppError } from '../../../src-shared/errors/app-error.ts';
import {
  type IncomingPart,
  isToBeKept,
  type PartPlace,
  type PartSink,
  WRITE_WITHIN_MS,
} from '../../platform/front/incoming-part.ts';
import { everyMs, type LeastPace, Pace } from '../../platform/front/pace.ts';
import { createGatheredWriter } from './gathered-writer.ts';

/** `begin` runs when its bytes are wanted. */
export function partOfRequest(request: IncomingMessage, leastPace: LeastPace, begin: () => void): IncomingPart {
  const stopping = new AbortController();
  return {
    headers: request.headers,
    writeTo: async (place, sink) => {
      let received = 0;
      begin();
      const cutting = cutSlow(request, leastPace, () => received);
      const count = (bytes: number) => {
        received += bytes;
        return received;
      };
      await writeBody({ request, count, stopping: stopping.signal }, place, sink).finally(() => clearInterval(cutting));
    },
    stop: (thrown) => stopping.abort(thrown),
  };
}

/** Cuts off a sender that is as good as gone. */
function cutSlow(request: IncomingMessage, least: LeastPace, received: () => number): NodeJS.Timeout {
  const pace = new Pace(least);
  const look = () => {
    if (request.isPaused() || request.complete) pace.forget();
    else if (pace.isTooSlow(received(), performance.now())) request.destroy();
  };
  return setInterval(look, everyMs(least)).unref();
}

/** `count` adds to what has come, and answers all of it. */
type Body = { request: IncomingMessage; count: (bytes: number) => number; stopping: AbortSignal };

function writeBody({ request, count, stopping }: Body, place: PartPlace, sink: PartSink): Promise<void> {
  const { length } = place;
  const writer = createGatheredWriter(place, sink.written);
  const isKept = isToBeKept(request.headers);
  const flushing = isKept ? setInterval(writer.flush, WRITE_WITHIN_MS) : undefined;
  let isOver = false;

  return new Promise((resolve, reject) => {
    /** Whoever called may close the file only when nothing writes into it any more. */
    const end = (outcome: () => void) => {
      if (isOver) return;
      isOver = true;
      clearInterval(flushing);
      request.off('data', take);
      if (isKept) writer.flush();
      writer.idle().then(outcome, reject);
    };
    const fail = (thrown: unknown) => end(() => reject(thrown));
    const take = (chunk: Buffer) => {
      if (count(chunk.length) > length) {
        fail(new AppError('UPLOAD_INVALID', 'upload.part-too-long', { length }));
        return;
      }
      if (writer.add(chunk) === 'full') {
        request.pause();
        writer.whenRoom().then(() => request.resume(), fail);
      }
    };
    request.on('data', take);
    request.once('end', () => {
      const received = count(0);
      if (received === length) {
        writer.flush();
        end(resolve);
      } else {
        fail(new AppError('UPLOAD_INVALID', 'upload.part-too-short', { received, length }));
      }
    });
    const isCut = (cause?: unknown) =>
      fail(new AppError('UPLOAD_INVALID', 'upload.connection-ended', undefined, { cause }));
    request.once('error', isCut);
    stopping.addEventListener('abort', () => fail(stopping.reason), { once: true });
    if (stopping.aborted) fail(stopping.reason);
    request.once('close', () => isCut());
  });
}
