// The notes of changes become a section of the changelog, and what a pack says is new.
import { execFile } from 'node:child_process';
import { copyFile, mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { notesOf, writeChangelog, writeReleaseNotes } from '../../scripts/changelog.ts';
import { makeTempFolder } from '../support/temp-folder.ts';

const run = promisify(execFile);

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

test('npm version releases: one commit has the version everywhere it stands and the changelog, and a tag is on it', async () => {
  const root = await project({ 'a.md': 'Servers start sooner.' });
  const script = pathToFileURL(path.join(import.meta.dirname, '../../scripts/release.ts')).href;
  const scripts = { version: `node -e "import('${script}').then(({ release }) => release(process.cwd()))"` };
  await writeFile(path.join(root, 'package.json'), JSON.stringify({ name: 'slipway', version: '0.1.0', scripts }));
  for (const folder of ['src-shared', 'docs']) await mkdir(path.join(root, folder));
  await writeFile(path.join(root, 'src-shared/version.ts'), "export const slipwayVersion = '0.1.0';\n");
  await writeFile(path.join(root, 'README.md'), 'sudo apt install ./slipway_0.1.0_amd64.deb\n');
  await writeFile(
    path.join(root, 'docs/operate.md'),
    'Folders of 0.1.0 open. podman run localhost/slipway:0.1.0 serve\n',
  );
  await copyFile(path.join(import.meta.dirname, '../../.npmrc'), path.join(root, '.npmrc'));
  const git = async (...args: string[]) =>
    (await run('git', ['-c', 'user.name=A', '-c', 'user.email=a@b.c', ...args], { cwd: root })).stdout;
  await git('init', '--quiet');
  await git('add', '--all');
  await git('commit', '--quiet', '--message', 'Begin');
  const author = {
    GIT_AUTHOR_NAME: 'A',
    GIT_AUTHOR_EMAIL: 'a@b.c',
    GIT_COMMITTER_NAME: 'A',
    GIT_COMMITTER_EMAIL: 'a@b.c',
  };
  await run('npm', ['version', '0.2.0'], { cwd: root, env: { ...process.env, ...author } });
  expect(await git('status', '--porcelain')).toBe('');
  expect(await git('log', '-1', '--format=%s %D')).toMatch(/^Release 0\.2\.0 .*tag: v0\.2\.0/);
  expect(await git('show', 'HEAD:src-shared/version.ts')).toBe("export const slipwayVersion = '0.2.0';\n");
  expect(await git('show', 'HEAD:README.md')).toBe('sudo apt install ./slipway_0.2.0_amd64.deb\n');
  expect(await git('show', 'HEAD:docs/operate.md')).toBe(
    'Folders of 0.1.0 open. podman run localhost/slipway:0.2.0 serve\n',
  );
  expect(await git('show', 'HEAD:CHANGELOG.md')).toBe(
    '# What changed in Slipway\n\n## 0.2.0\n\n- Servers start sooner.\n',
  );
  expect(await git('ls-tree', '--name-only', 'HEAD', '.changes/')).toBe('');
});
