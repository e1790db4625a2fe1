// Hashes files while they are written, in a thread of its own. Should the thread be lost, what it had begun is read again
// here: slower, with the same digest.
import { createHash } from 'node:crypto';
import { open } from 'node:fs/promises';
import { Worker } from 'node:worker_threads';
import type { FromHashThread, HashThreadData, ToHashThread } from './hash-messages.ts';

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

/** One life of the thread. Once it is lost, it answers nothing to whoever asks. */
type Link = {
  tell(message: ToHashThread): void;
  ask(id: number): Promise<Uint8Array | undefined>;
  end(): Promise<unknown>;
};

export type FileHasherOptions = {
  script: URL;
  /** Gives way to everything else that wants a core, where the system can do that: for hashes that nobody waits for yet. */
  givesWay?: boolean;
  onLost?: (thrown: unknown) => void;
};

export function createFileHasher({ script, givesWay = false, onLost = () => {} }: FileHasherOptions): FileHasher {
  let link: Link | undefined;
  let lastId = 0;
  const startInThread = (file: string, at: number): Hashing => {
    link ??= openLink({ script, givesWay, onLost }, () => {
      link = undefined;
    });
    lastId += 1;
    return followFile(link, lastId, file, at);
  };
  return {
    start: (file, at, expected) => (expected < WORTH_A_THREAD ? startHere(file, at) : startInThread(file, at)),
    close: async () => {
      await link?.end();
    },
  };
}

function openLink({ script, givesWay, onLost }: Required<FileHasherOptions>, onEnd: () => void): Link {
  const waiting = new Map<number, (digest: Uint8Array | undefined) => void>();
  let isLost = false;
  const lose = () => {
    if (isLost) return;
    isLost = true;
    onEnd();
    for (const answer of waiting.values()) answer(undefined);
    waiting.clear();
  };
  const worker = new Worker(script, { name: 'hash', workerData: { givesWay } satisfies HashThreadData });
  worker.unref();
  worker.on('message', ({ id, digest }: FromHashThread) => {
    waiting.get(id)?.(digest);
    waiting.delete(id);
  });
  worker.on('error', onLost).on('error', lose).on('exit', lose);
  const tell = (message: ToHashThread) => {
    if (!isLost) worker.postMessage(message);
  };
  const ask = (id: number) =>
    new Promise<Uint8Array | undefined>((resolve) => {
      if (isLost) {
        resolve(undefined);
        return;
      }
      waiting.set(id, resolve);
      tell({ t: 'end', id });
    });
  return { tell, ask, end: () => worker.terminate() };
}

function followFile(link: Link, id: number, file: string, at: number): Hashing {
  let length = 0;
  link.tell({ t: 'start', id, file, at });
  return {
    add: (more) => {
      length += more;
      link.tell({ t: 'add', id, length: more });
    },
    digest: async () => {
      const digest = await link.ask(id);
      return digest === undefined ? await hashRange(file, at, length) : Buffer.from(digest);
    },
    drop: () => link.tell({ t: 'drop', id }),
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
