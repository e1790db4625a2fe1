// Hashes files while they are written, in a thread of its own. Should the thread be lost, what it had begun is read again
// here: slower, with the same digest.
import { createHash } from 'node:crypto';
import { open } from 'node:fs/promises';
import { Worker } from 'node:worker_threads';
import type { FromHashThread, ToHashThread } from './hash-messages.ts';

/** Less than this is not worth a thread. */
const WORTH_A_THREAD = 1_048_576;
const READ_BYTES = 1_048_576;

/** The SHA-256 of bytes of one file, from where it began. */
export type Hashing = {
  /** The next so many bytes are in the file. */
  add(length: number): void;
  digest(): Promise<Buffer>;
  drop(): void;
};

export type FileHasher = {
  /** `expected` is how many bytes will come. */
  start(file: string, at: number, expected: number): Hashing;
  close(): Promise<void>;
};

export function createFileHasher(script: URL, onLost: (thrown: unknown) => void = () => {}): FileHasher {
  let worker: Worker | undefined;
  let lastId = 0;
  const waiting = new Map<number, (digest: Uint8Array | undefined) => void>();

  const lose = (lost: Worker) => {
    if (worker !== lost) return;
    worker = undefined;
    for (const answer of waiting.values()) answer(undefined);
    waiting.clear();
  };
  const begin = () => {
    const begun = new Worker(script, { name: 'hash' });
    begun.unref();
    begun.on('message', ({ id, digest }: FromHashThread) => {
      waiting.get(id)?.(digest);
      waiting.delete(id);
    });
    begun
      .on('error', (thrown) => {
        onLost(thrown);
        lose(begun);
      })
      .on('exit', () => lose(begun));
    return begun;
  };
  const startInThread = (file: string, at: number): Hashing => {
    worker ??= begin();
    const mine = worker;
    lastId += 1;
    const id = lastId;
    let length = 0;
    const tell = (message: ToHashThread) => {
      // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread, not a window
      if (worker === mine) mine.postMessage(message);
    };
    tell({ t: 'start', id, file, at });
    return {
      add: (more) => {
        length += more;
        tell({ t: 'add', id, length: more });
      },
      digest: async () => {
        const asked = new Promise<Uint8Array | undefined>((resolve) => {
          if (worker !== mine) return resolve(undefined);
          waiting.set(id, resolve);
          tell({ t: 'end', id });
        });
        const digest = await asked;
        return digest === undefined ? await hashRange(file, at, length) : Buffer.from(digest);
      },
      drop: () => tell({ t: 'drop', id }),
    };
  };
  return {
    start: (file, at, expected) => (expected < WORTH_A_THREAD ? startHere(file, at) : startInThread(file, at)),
    close: async () => {
      await worker?.terminate();
    },
  };
}

function startHere(file: string, at: number): Hashing {
  let length = 0;
  return {
    add: (more) => {
      length += more;
    },
    digest: () => hashRange(file, at, length),
    drop: () => {},
  };
}

async function hashRange(file: string, at: number, length: number): Promise<Buffer> {
  const handle = await open(file, 'r');
  try {
    const hash = createHash('sha256');
    const buffer = Buffer.allocUnsafe(Math.min(length, READ_BYTES));
    for (let done = 0; done < length; ) {
      const { bytesRead } = await handle.read(buffer, 0, Math.min(length - done, READ_BYTES), at + done);
      if (bytesRead === 0) throw new Error('A file that is hashed is shorter than it was');
      hash.update(buffer.subarray(0, bytesRead));
      done += bytesRead;
    }
    return hash.digest();
  } finally {
    await handle.close();
  }
}
