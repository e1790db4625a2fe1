// Hashes files while they are written, in a thread of its own. Should the thread be lost, what it had begun is read again
// here: slower, with the same hash.
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
  /** As `add`. Resolves when they are hashed, from the file. */
  read(length: number): Promise<void>;
  /** Bytes that are added later, in memory that threads share: what is hashed from there is not read from the file. Resolves when nobody reads them there. */
  pass(bytes: Buffer): Promise<void>;
  /** It can come back to here. */
  mark(): void;
  /** To a mark: what was added since is as if it had not been. */
  back(at: number): void;
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
  /** Resolves when the thread is done with these bytes. */
  pass(message: Extract<ToHashThread, { t: 'pass' | 'read' }>): Promise<void>;
  end(): Promise<unknown>;
};

export type FileHasherOptions = {
  script: URL;
  onLost?: (thrown: unknown) => void;
};

export function createFileHasher({ script, onLost = () => {} }: FileHasherOptions): FileHasher {
  let link: Link | undefined;
  let lastId = 0;
  const startInThread = (file: string, at: number): Hashing => {
    link ??= openLink({ script, onLost }, () => {
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

function openLink({ script, onLost }: Required<FileHasherOptions>, onEnd: () => void): Link {
  const waiting = new Map<number, (digest: Uint8Array | undefined) => void>();
  const passing: (() => void)[] = [];
  let isLost = false;
  const lose = () => {
    if (isLost) return;
    isLost = true;
    onEnd();
    for (const answer of waiting.values()) answer(undefined);
    waiting.clear();
    for (const passed of passing.splice(0)) passed();
  };
  const worker = new Worker(script, { name: 'hash' });
  worker.unref();
  worker.on('message', (message: FromHashThread) => {
    if (message.t === 'passed') {
      passing.shift()?.();
      return;
    }
    waiting.get(message.id)?.(message.digest);
    waiting.delete(message.id);
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
  const pass: Link['pass'] = async (message) => {
    if (isLost) return;
    await new Promise<void>((resolve) => {
      passing.push(resolve);
      tell(message);
    });
  };
  return { tell, ask, pass, end: () => worker.terminate() };
}

function followFile(link: Link, id: number, file: string, at: number): Hashing {
  let length = 0;
  /** Hashed from memory, and not added yet. */
  let passed = 0;
  link.tell({ t: 'start', id, file, at });
  return {
    add: (more) => {
      length += more;
      const unseen = Math.max(0, more - passed);
      passed -= more - unseen;
      if (unseen > 0) link.tell({ t: 'add', id, length: unseen });
    },
    read: (more) => {
      length += more;
      return link.pass({ t: 'read', id, length: more });
    },
    pass: ({ buffer, byteOffset, length: more }) => {
      passed += more;
      return link.pass({ t: 'pass', id, memory: buffer, from: byteOffset, length: more });
    },
    mark: () => link.tell({ t: 'mark', id }),
    back: (to) => {
      length = to - at;
      passed = 0;
      link.tell({ t: 'back', id, at: to });
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
    read: async (more) => {
      length += more;
    },
    pass: async () => {},
    mark: () => {},
    back: (to) => {
      length = to - at;
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
