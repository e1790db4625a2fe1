// A part as node:http brings it: in many small chunks, which are gathered into few large writes. Bounded memory.
import type { IncomingMessage } from 'node:http';
import { AppError } from '../../../src-shared/errors/app-error.ts';
import { type IncomingPart, type PartPlace, type PartSink, SENT_TWICE } from '../../platform/front/incoming-part.ts';
import { createGatheredWriter } from './gathered-writer.ts';

export function partOfRequest(request: IncomingMessage): IncomingPart {
  const givesWay = new AbortController();
  return {
    headers: request.headers,
    writeTo: (place, sink) => writeBody({ request, givesWay: givesWay.signal }, place, sink),
    giveWay: () => givesWay.abort(new AppError('UPLOAD_INVALID', SENT_TWICE)),
  };
}

type Body = { request: IncomingMessage; givesWay: AbortSignal };

function writeBody({ request, givesWay }: Body, place: PartPlace, sink: PartSink): Promise<void> {
  const { length } = place;
  const writer = createGatheredWriter(place, sink.written);
  let received = 0;
  let isOver = false;

  return new Promise((resolve, reject) => {
    /** Whoever called may close the file only when nothing writes into it any more. */
    const end = (outcome: () => void) => {
      if (isOver) return;
      isOver = true;
      request.off('data', take);
      writer.idle().then(outcome, reject);
    };
    const fail = (thrown: unknown) => end(() => reject(thrown));
    const take = (chunk: Buffer) => {
      received += chunk.length;
      if (received > length) {
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
      if (received === length) {
        writer.flush();
        end(resolve);
      } else {
        fail(new AppError('UPLOAD_INVALID', 'upload.part-too-short', { received, length }));
      }
    });
    request.once('error', fail);
    givesWay.addEventListener('abort', () => fail(givesWay.reason), { once: true });
    if (givesWay.aborted) fail(givesWay.reason);
    request.once('close', () => fail(new AppError('UPLOAD_INVALID', 'upload.connection-ended')));
  });
}
