// Reads JSON that a person wrote. Where it is none, it says what is wrong, where, and what to do, as parsers do not: their words are
// English alone, name a position in characters or none, and are other ones in the next version.
import { type Message, messageFor } from './text/message.ts';

/** What the text says, or a sentence about where it stops being JSON. */
export type ReadJson = { value: unknown; fault?: never } | { fault: Message; value?: never };

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

function faultOf(text: string): Message {
  if (/[\0\uFFFD]/.test(text)) return messageFor('json.not-utf-8');
  if (text.trim() === '') return messageFor('json.empty');
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

/** The brackets, commas, colons, texts and values of what is JSON, and where each begins. */
export function* tokensOf(text: string): Generator<{ token: string; at: number }> {
  for (let at = endOf(SPACE, text, 0) ?? 0; ; ) {
    const end = endOf(TOKEN, text, at);
    if (end === undefined) return;
    yield { token: text.slice(at, end), at };
    at = endOf(SPACE, text, end) ?? end;
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

function wordsFor(text: string, fault: Fault): Message {
  const { at, wrong } = wrongIn(text, fault);
  const [line, column] = lineAndColumn(text, at);
  return messageFor('json.fault-at', { line, column, fault: wrong });
}

type Wrong = { at: number; wrong: Message };

function wrongIn(text: string, fault: Fault): Wrong {
  const { at, comma } = fault;
  const here = text[at];
  if (here === undefined) return { at, wrong: messageFor('json.ends-early') };
  if (comma !== undefined && (here === '}' || here === ']')) {
    return { at: comma, wrong: messageFor('json.trailing-comma') };
  }
  if (here === '/' || here === '#') return { at, wrong: messageFor('json.comment') };
  if (here === '"' && endOf(TOKEN, text, at) === undefined) return wrongInText(text, at);
  return { at, wrong: misplaced(here, fault) };
}

/** About something that is good JSON elsewhere, or none anywhere. */
function misplaced(here: string, { expected, isOver }: Fault): Message {
  if (expected === 'colon') return messageFor('json.no-colon');
  if (expected === 'more' && !isOver) return messageFor('json.no-comma');
  if (!isOver && /['‘’“”„`\p{L}_]/u.test(here)) {
    return messageFor('json.no-quotes');
  }
  return messageFor('json.unexpected');
}

/** About a text that begins here and does not end as one. */
function wrongInText(text: string, at: number): Wrong {
  const good = endOf(OPEN_TEXT, text, at) ?? at;
  if (text[good] === '\\') {
    return { at: good, wrong: messageFor('json.bad-escape') };
  }
  if (text[good] === '\t') return { at: good, wrong: messageFor('json.tab') };
  return { at, wrong: messageFor('json.open-text') };
}

/** Counted from one, as editors do. */
export function lineAndColumn(text: string, at: number): [line: number, column: number] {
  const lines = text.slice(0, at).split(/\r\n|\r|\n/);
  return [lines.length, (lines.at(-1)?.length ?? 0) + 1];
}
