// Leaves out of the window's bundle the schemas that it never reads with. It checks what was typed by the input of a call, and takes
// what the core answers as it comes: the schemas of answers and topics, half of the contract, are there for their types alone.
import type { Plugin } from 'vite';

const SHARED = /\/src-shared\/[\w/-]+\.ts$/;

/** Which arguments of a row of the contract the window does not read. */
const UNREAD: Readonly<Record<string, readonly number[]>> = { call: [1], listTopic: [0, 1], valueTopic: [0, 1] };
/** What is said about a schema is for documents. */
const WORDS = new Set(['describe', 'meta']);

type Node = {
  type: string;
  start: number;
  end: number;
  name?: string;
  callee?: Node;
  property?: Node;
  arguments?: Node[];
  body?: Node[];
  declaration?: Node | null;
  declarations?: Node[];
  init?: Node | null;
};
type Edit = { start: number; end: number; text: string };

export function withoutUnreadSchemas(): Plugin {
  return {
    name: 'without-unread-schemas',
    apply: 'build',
    transform(code, id) {
      if (!SHARED.test(id.replaceAll('\\', '/'))) return null;
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the parser's own type names each kind of node apart
      const shorter = leaveOut(code, this.parse(code) as unknown as Node);
      return shorter === code ? null : { code: shorter, map: null };
    },
  };
}

/** The same module without unread schemas, whose other schemas go where nobody uses them. */
export function leaveOut(code: string, program: Node): string {
  const isContract = /\/bridge\/define\.ts/.test(code);
  const edits = [...droppedArguments(program, isContract), ...madeOnlyIfUsed(program)];
  return edits
    .toSorted((a, b) => b.start - a.start)
    .reduce((text, edit) => text.slice(0, edit.start) + edit.text + text.slice(edit.end), code);
}

function droppedArguments(value: unknown, isContract: boolean): Edit[] {
  if (Array.isArray(value)) return value.flatMap((one) => droppedArguments(one, isContract));
  if (!isNode(value)) return [];
  const edits = editsOf(value, isContract);
  const isLeft = (one: unknown) => !isNode(one) || edits.every(({ start }) => start !== one.start);
  const below = Object.values(value).flatMap((one) => (Array.isArray(one) ? one.filter(isLeft) : [one]));
  return [...edits, ...droppedArguments(below, isContract)];
}

function editsOf({ callee, arguments: given = [] }: Node, isContract: boolean): Edit[] {
  if (WORDS.has(callee?.property?.name ?? '')) return given.map(({ start, end }) => ({ start, end, text: '' }));
  const unread = isContract ? UNREAD[callee?.name ?? ''] : undefined;
  return (unread ?? []).flatMap((n) => given[n] ?? []).map(({ start, end }) => ({ start, end, text: '0' }));
}

/** No bundler can tell that a chain of calls only makes a value. What the modules of `src-shared` call at their top does nothing else. */
function madeOnlyIfUsed({ body = [] }: Node): Edit[] {
  const made = body
    .flatMap((statement) => statement.declaration ?? statement)
    .flatMap(({ declarations = [] }) => declarations)
    .flatMap(({ init }) => (init?.type === 'CallExpression' ? [init] : []));
  return made.flatMap(({ start, end }) => [
    { start, end: start, text: '/* @__PURE__ */ (() => ' },
    { start: end, end, text: ')()' },
  ]);
}

function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null && 'type' in value;
}
