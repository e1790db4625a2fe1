// Breaks each rule about the names in styles on purpose and sees it caught.
import { expect, test } from 'vitest';
import { findStyleProblems } from '../../scripts/check-styles.ts';

const clean = {
  'src-renderer/design/tokens.css': ':root {\n  --space-1: 0.25rem; /* not --space-9: */\n  --data: #2d6688;\n}\n',
  'src-renderer/a.css': '.a {\n  gap: var(--space-1);\n  max-height: var(--available-height);\n}\n',
  'src-renderer/a.tsx': 'const line = <path fill="var(--data)" />;\n',
};

function rules(changed: Record<string, string>): string[] {
  const files = new Map(Object.entries({ ...clean, ...changed }));
  return findStyleProblems(files).map(({ file, rule }) => `${file}: ${rule}`);
}

test('finds nothing where every token exists and is used', () => {
  expect(rules({})).toEqual([]);
});

test('finds a token that does not exist', () => {
  expect(rules({ 'src-renderer/b.css': '.b { gap: var(--space-l); }' })).toEqual([
    'src-renderer/b.css: there is no token --space-l',
  ]);
});

test('finds a token that nothing uses', () => {
  expect(rules({ 'src-renderer/a.tsx': '' })).toEqual(['src-renderer/design/tokens.css: the token --data is not used']);
});
