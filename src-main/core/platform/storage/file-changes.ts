// Notices that a small file is another one than before. It is asked for, not waited for: that works on every system and every
// disk, and costs next to nothing.
import { stat } from 'node:fs/promises';

const LOOK_EVERY_MS = 2_000;

/** Calls at first too, since it may have changed since it was read. Ends when the answer is called. */
export function followFile(file: string, onChange: () => void): () => void {
  let last: string | undefined;
  let isOver = false;
  const look = async () => {
    const found = await markOf(file);
    if (isOver || found === last) return;
    last = found;
    onChange();
  };
  void look();
  const timer = setInterval(() => void look(), LOOK_EVERY_MS);
  timer.unref();
  return () => {
    isOver = true;
    clearInterval(timer);
  };
}

/** A file that is replaced is another one, even in the same moment and of the same length. */
async function markOf(file: string): Promise<string> {
  try {
    const { ino, size, mtimeNs } = await stat(file, { bigint: true });
    return `${ino} ${size} ${mtimeNs}`;
  } catch {
    return ''; // it may come, or come back
  }
}
