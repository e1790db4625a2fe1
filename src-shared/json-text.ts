// Reads JSON that a person wrote. Where it is none, it says what is wrong, where, and what to do, as parsers do not: their words are
// English alone, name a position in characters or none, and are other ones in the next version.

/** What the text says, or a sentence about where it stops being JSON. */
export type ReadJson = { value: unknown; fault?: never } | { fault: string; value?: never };

/** A mark of the byte order at its beginning, as editors on Windows set it, is no fault. */
export function readJson(text: string): ReadJson {
  const bare = text.replace(/^\uFEFF/, '');
  try {
    return { value: JSON.parse(bare) };
  } catch {
    return { fault: faultOf(bare) };
  }
}

/** What may come next: `first` and `next` are entries, the first of which may be none. */
type Expected = 'value' | 'first' | 'next' | 'colon' | 'more';

const SPACE = /[ \t\r\n]*/y;
// oxlint-disable-next-line no-control-regex -- just those characters may not stand in a text
const OPEN_TEXT = /"(?:[^"\\\u0000-\u001f]|\\(?:["\\/bfnrt]|u[\da-fA-F]{4}))*/y;
const NUMBER = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/;
const TOKEN = new RegExp(`[{}[\\],:]|${OPEN_TEXT.source}"|${NUMBER.source}|true|false|null`, 'y');

function faultOf(text: string): string {
  if (/[\0\uFFFD]/.test(text)) return 'It is not saved as UTF-8. Save it as UTF-8.';
  if (text.trim() === '') return 'It is empty. Write JSON into it, or take it out.';
  return wordsFor(text, findFault(text));
}

/** `isOver`: no bracket is open any more. */
type Fault = { at: number; expected: Expected; isOver: boolean; comma: number | undefined };

/** Goes as far as it is JSON. `comma` is where the last token began, if that was one. */
function findFault(text: string): Fault {
  const open: string[] = [];
  let expected: Expected = 'value';
  let comma: number | undefined;
  for (let at = 0; ; ) {
    at = endOf(SPACE, text, at) ?? at;
    const end = endOf(TOKEN, text, at);
    const next: Expected | undefined = end === undefined ? undefined : after(text.slice(at, end), expected, open);
    if (end === undefined || next === undefined)
      return { at, expected, isOver: expected === 'more' && open.length === 0, comma };
    comma = text[at] === ',' ? at : undefined;
    expected = next;
    at = end;
  }
}

function endOf(pattern: RegExp, text: string, at: number): number | undefined {
  pattern.lastIndex = at;
  return pattern.test(text) ? pattern.lastIndex : undefined;
}

/** What may come after a token, where that may come now. `open` are the brackets that still have to close. */
function after(token: string, expected: Expected, open: string[]): Expected | undefined {
  switch (expected) {
    case 'colon':
      return token === ':' ? 'value' : undefined;
    case 'more':
      return token === ',' && open.length > 0 ? 'next' : afterClosing(token, open);
    case 'first':
      return afterClosing(token, open) ?? afterEntry(token, open);
    case 'next':
      return afterEntry(token, open);
    case 'value':
      return afterValue(token, open);
  }
}

function afterClosing(token: string, open: string[]): Expected | undefined {
  if (token !== open.at(-1)) return undefined;
  open.pop();
  return 'more';
}

function afterEntry(token: string, open: string[]): Expected | undefined {
  if (open.at(-1) === ']') return afterValue(token, open);
  return token.startsWith('"') ? 'colon' : undefined;
}

function afterValue(token: string, open: string[]): Expected | undefined {
  if (token === '{' || token === '[') {
    open.push(token === '{' ? '}' : ']');
    return 'first';
  }
  return [',', ':', '}', ']'].includes(token) ? undefined : 'more';
}

function wordsFor(text: string, fault: Fault): string {
  const { at, wrong } = wrongIn(text, fault);
  const [line, column] = lineAndColumn(text, at);
  return `Line ${line}, column ${column}: ${wrong}`;
}

type Wrong = { at: number; wrong: string };

function wrongIn(text: string, fault: Fault): Wrong {
  const { at, comma } = fault;
  const here = text[at];
  if (here === undefined) return { at, wrong: 'it ends here, and a bracket or a value is missing. Add it.' };
  if (comma !== undefined && (here === '}' || here === ']')) {
    return { at: comma, wrong: 'no comma may stand before a closing bracket. Take it out.' };
  }
  if (here === '/' || here === '#') return { at, wrong: 'JSON has no comments. Take this one out.' };
  if (here === '"' && endOf(TOKEN, text, at) === undefined) return wrongInText(text, at);
  return { at, wrong: misplaced(here, fault) };
}

/** About something that is good JSON elsewhere, or none anywhere. */
function misplaced(here: string, { expected, isOver }: Fault): string {
  if (expected === 'colon') return 'a colon is missing before this. Add it.';
  if (expected === 'more' && !isOver) return 'a comma or a closing bracket is missing before this. Add it.';
  if (!isOver && /['‘’“”„`\p{L}_]/u.test(here)) {
    return 'names and texts stand in double quotes ("). Put them around this.';
  }
  return 'this may not stand here. Take it out, or put what belongs here in its place.';
}

/** About a text that begins here and does not end as one. */
function wrongInText(text: string, at: number): Wrong {
  const good = endOf(OPEN_TEXT, text, at) ?? at;
  if (text[good] === '\\') {
    return { at: good, wrong: 'this backslash means nothing in JSON. Write two of them, or a slash.' };
  }
  if (text[good] === '\t') return { at: good, wrong: 'a tab stands in a text here. Write \\t for it.' };
  return { at, wrong: 'this text has no quote at its end. Add one; a line break in it is written as \\n.' };
}

/** Counted from one, as editors do. */
function lineAndColumn(text: string, at: number): [line: number, column: number] {
  const lines = text.slice(0, at).split(/\r\n|\r|\n/);
  return [lines.length, (lines.at(-1)?.length ?? 0) + 1];
}
