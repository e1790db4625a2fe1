// Opens a file that will be packed and says how it goes into the pack: its size, whether it is a program, and for a script
// with the line ends of Windows the mended text, if that is wanted.
/* oxlint-disable node/no-sync -- runs in the pack thread, which reads files and does nothing else */
import { closeSync, fstatSync, openSync, readFileSync, readSync } from 'node:fs';
import path from 'node:path';
import { isProgramHead, isScriptHead } from '../../../src-shared/builds/program-head.ts';
import { AppError } from '../../../src-shared/errors/app-error.ts';
import { messageFor } from '../../../src-shared/text/message.ts';
import { HEAD_BYTES } from './file-head.ts';
import type { FileEntry } from './pack-model.ts';
import { unreadable } from './unreadable.ts';

export type OpenEntry = {
  fd: number;
  /** As it is in the pack; on disk it may be another, when the text is mended. */
  size: number;
  isProgram: boolean;
  hasWindowsLineEnds: boolean;
  mended: Buffer | undefined;
  /** Size and time on disk. Refuses when they are not what they were when it was opened. */
  seal(): { size: number; mtimeMs: number };
  close(): void;
};

const head = Buffer.allocUnsafeSlow(HEAD_BYTES);

export function openEntry(root: string, entry: FileEntry, fixLineEnds: boolean): OpenEntry {
  const fd = openFile(path.join(root, entry.path));
  try {
    const before = fstatSync(fd);
    const start = head.subarray(0, readSync(fd, head, 0, HEAD_BYTES, 0));
    const isCrlf = isScriptHead(start) && hasWindowsLineEnds(start) && before.size <= SCRIPT_BYTES;
    const mended = isCrlf && fixLineEnds ? unixLineEnds(readFileSync(fd)) : undefined;
    return {
      fd,
      size: mended?.length ?? before.size,
      isProgram: entry.isProgram || isProgramHead(start),
      hasWindowsLineEnds: isCrlf,
      mended,
      seal: () => {
        const { size, mtimeMs } = fstatSync(fd);
        if (size !== before.size || mtimeMs !== before.mtimeMs) throw changed(entry.path);
        return { size, mtimeMs };
      },
      close: () => closeSync(fd),
    };
  } catch (thrown) {
    closeSync(fd);
    throw thrown;
  }
}

function openFile(file: string): number {
  try {
    return openSync(file, 'r');
  } catch (thrown) {
    throw unreadable(file, thrown);
  }
}

export function changed(at: string): AppError {
  const sentence = messageFor('pack.changed', { path: at });
  return new AppError('PACK_CHANGED', sentence, { metadata: { path: at } });
}

const RETURN = 0x0d;
const NEWLINE = 0x0a;
/** No script that a person wrote is larger. */
const SCRIPT_BYTES = 4 * 1_048_576;

/** Whether the first line of a script ends as Windows ends it; the rest then usually does as well. */
function hasWindowsLineEnds(start: Buffer): boolean {
  const end = start.indexOf(NEWLINE);
  return end > 0 && start[end - 1] === RETURN;
}

/** The script with the line ends of Linux and macOS. */
function unixLineEnds(script: Buffer): Buffer {
  return Buffer.from(script.filter((byte, at) => byte !== RETURN || script[at + 1] !== NEWLINE));
}
