// Breaks each rule about the names in styles on purpose and sees it caught.
import { expect, test } from 'vitest';
import { findStyleProblems } from '../../scripts/check-styles.ts';

const clean = {
  'src-renderer/design/tokens.css': ':root {\n  --space-1: 0.25rem; /* not --space-9: */\n  --data: #2d6688;\n}\n',
  'src-renderer/a.css': '.a {\n  gap: var(--space-1);\n  max-height: var(--available-height);\n}\n',
  'src-renderer/b/row.module.css':
    '.row:hover [data-slot~="mono"],\n.isOpen { gap: 0.5; } /* .no */\n@media print { .row { gap: 0; } }\n',
  'src-renderer/b/row.tsx': "import styles from './row.module.css';\nclassNames(styles.row, styles.isOpen);\n",
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

test('finds a class that its module does not have', () => {
  const row = "import row from './row.module.css';\nclassNames(row.row, row.isOpen, row.isopen);\n";
  expect(rules({ 'src-renderer/b/row.tsx': row })).toEqual([
    'src-renderer/b/row.tsx: row.module.css has no class isopen',
  ]);
});

test('finds a class that no component uses', () => {
  const row = "import row from './row.module.css';\nclassNames(row.row);\n";
  expect(rules({ 'src-renderer/b/row.tsx': row })).toEqual([
    'src-renderer/b/row.module.css: no component uses the class isOpen',
  ]);
});

test('takes only names after a dot, as others cannot be looked up', () => {
  const row = "import row from './row.module.css';\nclassNames(row.row, row.isOpen, row[name]);\n";
  expect(rules({ 'src-renderer/b/row.tsx': row })).toEqual([
    'src-renderer/b/row.tsx: name the classes of row.module.css after a dot',
  ]);
});

test('finds a class of others, and its line', () => {
  const css = '/* :global\n   is for none */\n.row,\n.isOpen :global(.mono) { gap: 0; }\n';
  expect(rules({ 'src-renderer/b/row.module.css': css })).toContain(
    'src-renderer/b/row.module.css:4: use a data-slot, not :global',
  );
});
