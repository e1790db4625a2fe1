// Answers as JSON text. What many callers waited for is written only once.
import { writeWithReasons } from './answered-message.ts';

/** Plain ASCII, which most answers are, goes out without being encoded again. */
export type WrittenJson = { text: string; encoding: 'latin1' | 'utf8'; length: number };

// oxlint-disable-next-line no-control-regex -- all of ASCII is meant
const ASCII = /^[\u0000-\u007f]*$/;
const known = new WeakMap<object, WrittenJson>();
const knownWithReasons = new WeakMap<object, WrittenJson>();

type WriteOptions = {
  /** The same object may answer others as well. */
  isShared?: boolean;
  /** The caller reads reasons. */
  tellsReasons?: boolean;
};

export function writeJson(answer: object, { isShared = false, tellsReasons = false }: WriteOptions = {}): WrittenJson {
  const kept = tellsReasons ? knownWithReasons : known;
  const written = (isShared ? kept.get(answer) : undefined) ?? write(answer, tellsReasons);
  if (isShared) kept.set(answer, written);
  return written;
}

function write(answer: object, tellsReasons: boolean): WrittenJson {
  const text = tellsReasons ? writeWithReasons(answer) : JSON.stringify(answer);
  const isAscii = ASCII.test(text);
  return {
    text,
    encoding: isAscii ? 'latin1' : 'utf8',
    length: isAscii ? text.length : Buffer.byteLength(text),
  };
}
