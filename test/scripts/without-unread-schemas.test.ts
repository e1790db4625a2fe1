import { parseAst } from 'vite';
import { expect, test } from 'vitest';
import { leaveOut } from '../../scripts/without-unread-schemas.ts';

const shorten = (code: string) => leaveOut(code, parseAst(code) as never);

test('keeps of a row of the contract what the window checks: the input of a call', () => {
  const code = `import { call, valueTopic } from '../bridge/define.ts';
const calls = { 'a.b': call(z.object({ id }), z.object({ much })), c: call(nested(call(x, y)), z.void()) };
const topic = { t: valueTopic(input, z.object({ value })) };`;
  expect(shorten(code)).toBe(`import { call, valueTopic } from '../bridge/define.ts';
const calls = { 'a.b': call(z.object({ id }), 0), c: call(nested(call(x, 0)), 0) };
const topic = { t: valueTopic(0, 0) };`);
});

test('leaves a function of the same name elsewhere alone', () => {
  const code = 'const answer = { a: call(one, two) };';
  expect(shorten(code)).toBe(code);
});

test('lets what is made at the top of a module go when nobody uses it, and drops words for documents', () => {
  expect(shorten("export const port = z.int().min(1).describe('A number.').meta({ id: 'port' });")).toBe(
    'export const port = /* @__PURE__ */ (() => z.int().min(1).describe().meta())();',
  );
});

test('leaves functions as they are', () => {
  const code = 'export function read(text) { const parsed = schema.safeParse(text); return parsed; }';
  expect(shorten(code)).toBe(code);
});
