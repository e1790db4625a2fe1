// Asks the kernel's own messages whether a container ran out of memory. With control groups of the first kind engines often miss
// it, as the group that tells them is gone by then. Where the messages are not ours to read, nothing is known.
import { constants, open } from 'node:fs/promises';
import { errorCode } from '../../platform/storage/data-errors.ts';

const MESSAGES = '/dev/kmsg';
const LONGEST_MESSAGE = 16_384;
/** What the kernel keeps is bounded; this is far more. */
const MOST_MESSAGES = 200_000;

export async function ranOutOfMemory(containerId: string): Promise<boolean> {
  const handle = await open(MESSAGES, constants.O_RDONLY | constants.O_NONBLOCK).catch(() => undefined);
  if (handle === undefined) return false;
  try {
    const buffer = Buffer.alloc(LONGEST_MESSAGE);
    for (let count = 0; count < MOST_MESSAGES; count += 1) {
      const message = await nextMessage(() => handle.read(buffer, 0, buffer.length, null));
      if (message === undefined) return false;
      if (message.includes('oom-kill:') && message.includes(containerId)) return true;
    }
    return false;
  } finally {
    await handle.close();
  }
}

/** One read is one message. Undefined after the last one. */
async function nextMessage(read: () => Promise<{ bytesRead: number; buffer: Buffer }>): Promise<string | undefined> {
  try {
    const { bytesRead, buffer } = await read();
    return bytesRead === 0 ? undefined : buffer.toString('latin1', 0, bytesRead);
  } catch (thrown) {
    // The message was written over while it was read; the next read goes on behind it.
    return errorCode(thrown) === 'EPIPE' ? '' : undefined;
  }
}
