// The notes of changes become a section of the changelog, and what a pack says is new.
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from 'vitest';
import { notesOf, writeChangelog, writeReleaseNotes } from '../../scripts/changelog.ts';
import { makeTempFolder } from '../support/temp-folder.ts';

async function project(changes: Record<string, string>): Promise<string> {
  const root = await makeTempFolder('changelog');
  await mkdir(path.join(root, '.changes'));
  await writeFile(path.join(root, 'package.json'), JSON.stringify({ version: '0.2.0' }));
  for (const [name, text] of Object.entries(changes)) await writeFile(path.join(root, '.changes', name), text);
  return root;
}
const changelogOf = (root: string) => readFile(path.join(root, 'CHANGELOG.md'), 'utf8');

test('makes a section of the notes, and removes them', async () => {
  const root = await project({ 'b.md': 'Lanes have\ncolours.\n', 'a.md': 'Servers start sooner.\n' });
  await writeChangelog(root, '0.1.0');
  expect(await changelogOf(root)).toBe(
    '# What changed in Slipway\n\n## 0.1.0\n\n- Servers start sooner.\n- Lanes have colours.\n',
  );
  expect(await readdir(path.join(root, '.changes'))).toEqual([]);
});

test('puts a newer version first, and adds to the same one', async () => {
  const root = await project({ 'a.md': 'One.' });
  await writeChangelog(root, '0.1.0');
  await writeFile(path.join(root, '.changes/b.md'), 'Two.');
  await writeChangelog(root, '0.1.0');
  await writeFile(path.join(root, '.changes/c.md'), 'Three.');
  await writeChangelog(root, '0.2.0');
  expect(await changelogOf(root)).toBe(
    '# What changed in Slipway\n\n## 0.2.0\n\n- Three.\n\n## 0.1.0\n\n- One.\n- Two.\n',
  );
  expect(await notesOf(root, '0.1.0')).toEqual(['One.', 'Two.']);
});

test('hands a pack the notes of its version, also those that wait', async () => {
  const root = await project({ 'a.md': 'Waiting.' });
  const file = await writeReleaseNotes(root, path.join(root, 'dist'));
  expect(await readFile(file, 'utf8')).toBe('## 0.2.0\n\n- Waiting.\n');
  expect(JSON.parse(await readFile(path.join(root, 'dist/news.json'), 'utf8'))).toEqual({
    version: '0.2.0',
    notes: ['Waiting.'],
  });
});
