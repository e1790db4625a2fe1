// Takes stretches of an earlier build over into an upload. Each goes the way of a part that is sent, so it is hashed, synced and
// recorded like one; a stretch that is not what was meant is simply missing, and is sent.
import { open } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import type { ReusedRange } from '../../../src-shared/service/builds.ts';
import { createByteReader } from '../../files/archives/byte-reader.ts';
import { decodeFile } from '../../files/archives/decode-file.ts';
import type { TokenId } from '../../platform/access/given-access.ts';
import { writeAll } from '../../platform/durable/write-all.ts';
import type { IncomingPart, PartPlace, PartSink } from '../../platform/front/incoming-part.ts';
import type { Log } from '../../platform/logging/log.ts';
import { contentDigest } from './part-headers.ts';
import { cutIntoParts } from './parts.ts';
import type { Receiver } from './receive.ts';
import type { UploadRecord } from './store.ts';

const READ_BYTES = 1_048_576;
const SETTLE_MS = 10_000;

/** The stored file of the earlier build, what the upload takes of its content, and the token that asked for it. */
export type Reuse = { file: string; ranges: readonly ReusedRange[]; by: TokenId };

export type Reuser = {
  /** Begins to take them over, beside all else. */
  begin(upload: UploadRecord, reuse: Reuse): void;
  isUnderWay(upload_id: string): boolean;
  /** Resolves when nothing is taken over into this upload any more, or after a while, as no caller waits for ever. */
  settled(upload_id: string): Promise<void>;
  close(): Promise<void>;
};

export function createReuser(receiver: Pick<Receiver, 'receive' | 'look'>, log: Log): Reuser {
  const underWay = new Map<string, Promise<void>>();
  let isClosed = false;
  const takeAll = async (upload: UploadRecord, { file, ranges, by }: Reuse) => {
    const source = await openSource(file);
    const parts = new Map(cutIntoParts(upload).map(({ offset, number }) => [offset, number]));
    try {
      // In the order of the source, which is read once from its start to its end.
      for (const range of ranges.toSorted((a, b) => a.from_offset - b.from_offset)) {
        if (isClosed) return;
        const number = parts.get(range.byte_offset);
        if (number === undefined || receiver.look(upload.upload_id, number) !== undefined) continue;
        const address = { upload_id: upload.upload_id, part: number, by };
        await receiver.receive(address, partOf(source, range)).catch((thrown: unknown) => {
          log('warn', 'part not reused', { upload_id: upload.upload_id, part: number, error: String(thrown) });
        });
      }
    } finally {
      await source.close();
    }
  };
  return {
    begin: (upload, reuse) => {
      const id = upload.upload_id;
      if (underWay.has(id)) return;
      const work = takeAll(upload, reuse)
        .catch((thrown: unknown) => log('warn', 'nothing reused', { upload_id: id, error: String(thrown) }))
        .finally(() => underWay.delete(id));
      underWay.set(id, work);
    },
    isUnderWay: (upload_id) => underWay.has(upload_id),
    settled: async (upload_id) => {
      const work = underWay.get(upload_id);
      if (work === undefined) return;
      const enough = new AbortController();
      await Promise.race([work, sleep(SETTLE_MS, undefined, { signal: enough.signal }).catch(() => undefined)]);
      enough.abort();
    },
    close: async () => {
      isClosed = true;
      await Promise.all(underWay.values());
    },
  };
}

function partOf(source: Source, { content_length: length, from_offset: from, sha256 }: ReusedRange): IncomingPart {
  return {
    headers: { 'content-length': String(length), 'content-digest': contentDigest(Buffer.from(sha256, 'hex')) },
    writeTo: (place, sink) => source.copy(from, place, sink),
  };
}

type Source = Awaited<ReturnType<typeof openSource>>;

/** What a stored file was packed from, read forwards. */
async function openSource(file: string) {
  const handle = await open(file, 'r');
  const { size } = await handle.stat();
  let feed = await decodeFile(handle, size).catch(async (thrown: unknown) => {
    await handle.close();
    throw thrown;
  });
  let reader = createByteReader(feed);
  let position = 0;
  const seek = async (to: number) => {
    if (to < position) {
      await feed.close();
      feed = await decodeFile(handle, size);
      reader = createByteReader(feed);
      position = 0;
    }
    position += await reader.pass(to - position);
  };
  return {
    copy: async (from: number, place: PartPlace, sink: PartSink) => {
      const { handle: target, offset, length, inTurn } = place;
      await seek(from);
      for (let done = 0; done < length; ) {
        const bytes = await reader.some(Math.min(READ_BYTES, length - done));
        if (bytes === undefined) throw new Error('The earlier build ends before this stretch does');
        position += bytes.length;
        const at = offset + done;
        await inTurn(() => writeAll(target, bytes, at));
        done += bytes.length;
        await sink.written(bytes.length);
      }
    },
    close: async () => {
      await feed.close();
      await handle.close();
    },
  };
}
