// Answers as JSON text. What many callers waited for is written only once.

/** Plain ASCII, which most answers are, goes out without being encoded again. */
export type WrittenJson = { text: string; encoding: 'latin1' | 'utf8'; length: number };

// oxlint-disable-next-line no-control-regex -- all of ASCII is meant
const ASCII = /^[\u0000-\u007f]*$/;
const known = new WeakMap<object, WrittenJson>();

/** `isShared`: the same object may answer others as well. */
export function writeJson(answer: object, isShared = false): WrittenJson {
  return (isShared ? known.get(answer) : undefined) ?? write(answer, isShared);
}

function write(answer: object, isShared: boolean): WrittenJson {
  const text = JSON.stringify(answer);
  const isAscii = ASCII.test(text);
  const written: WrittenJson = {
    text,
    encoding: isAscii ? 'latin1' : 'utf8',
    length: isAscii ? text.length : Buffer.byteLength(text),
  };
  if (isShared) known.set(answer, written);
  return written;
}
