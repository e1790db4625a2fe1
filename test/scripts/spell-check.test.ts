// What people type into Slipway are names, ids, tokens, paths and code: no field has its spelling looked at, or sent anywhere for that.
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from 'vitest';
import { inner, type Piece, walk } from '../../scripts/texts/syntax.ts';

const root = path.join(import.meta.dirname, '../../src-renderer');
const notTyped = new Set(['checkbox', 'file', 'radio', 'range', 'color']);

/** The fields of a file that text is typed into, and do not say that their spelling is not looked at. */
function unsaidFields(file: string, text: string): string[] {
  const unsaid: string[] = [];
  walk(file, text, (piece) => {
    if (piece.type !== 'JSXOpeningElement' || !isField(piece)) return;
    const attributes = (piece['attributes'] as Piece[]).map((one) => text.slice(one.start, one.end));
    const type = attributes.map((one) => /^type="(\w+)"$/.exec(one)?.[1]).find((found) => found !== undefined);
    if (type !== undefined && notTyped.has(type)) return;
    // What is spread into it is written down in the same file.
    const isSpread = attributes.some((one) => one.startsWith('{...')) && /spellCheck: false\b[^;]*as const/.test(text);
    if (!isSpread && !attributes.includes('spellCheck={false}')) unsaid.push(`${file}: ${attributes.join(' ')}`);
  });
  return unsaid;
}

/** `input`, `textarea`, and the fields of the library that the window is made with. */
function isField(element: Piece): boolean {
  const name = inner(element, 'name');
  const word = name?.type === 'JSXMemberExpression' ? inner(name, 'property')?.['name'] : name?.['name'];
  return ['input', 'textarea', 'Input', 'Control'].includes(String(word));
}

test('each field of the window says that its spelling is not looked at', async () => {
  const files = (await readdir(root, { recursive: true })).filter((name) => name.endsWith('.tsx'));
  const found = await Promise.all(
    files.map(async (file) => unsaidFields(file, await readFile(path.join(root, file), 'utf8'))),
  );
  expect(found.flat()).toEqual([]);
});

test.each([
  '<input value={token} />',
  '<textarea />',
  '<Field.Control type="text" />',
  '<input {...others} type="password" />',
  '<input spellCheck />',
])('a field that forgets it is found: %s', (code) => {
  expect(unsaidFields('a.tsx', code)).toHaveLength(1);
});

test.each(['<input spellCheck={false} />', '<input type="range" />', '<div className="input" />'])(
  'others are left alone: %s',
  (code) => {
    expect(unsaidFields('a.tsx', code)).toEqual([]);
  },
);
