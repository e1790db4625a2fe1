// For a release (release.ts), the notes in .changes/ become the section of this version in CHANGELOG.md and are
// removed. Packing asks here as well what is new: that section, and what was noted since.
import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { readJson } from './setup/project.mjs';

const HEAD = '# What changed in Slipway\n';

export async function writeChangelog(root: string, version: string): Promise<void> {
  const file = path.join(root, 'CHANGELOG.md');
  const others = (await readSections(root)).filter((section) => !section.startsWith(headOf(version)));
  await writeFile(file, [HEAD, sectionText(version, await notesOf(root, version)), ...others].join('\n'));
  const folder = path.join(root, '.changes');
  for (const name of await changeFiles(folder)) await rm(path.join(folder, name));
}

/** What is new in a version, one line each: what CHANGELOG.md has of it, and the notes that wait. */
export async function notesOf(root: string, version: string): Promise<string[]> {
  const section = (await readSections(root)).find((each) => each.startsWith(headOf(version))) ?? '';
  const kept = section.split('\n').filter((line) => line.startsWith('- '));
  const folder = path.join(root, '.changes');
  const names = await changeFiles(folder);
  const texts = await Promise.all(names.map((name) => readFile(path.join(folder, name), 'utf8')));
  return [...kept.map((line) => line.slice(2)), ...texts.map((text) => text.trim().replaceAll(/\s*\n\s*/g, ' '))];
}

/** Written for electron-builder, which puts them into the list of versions, and for the app itself. */
export async function writeReleaseNotes(root: string, folder: string): Promise<string> {
  const { version } = readJson(path.join(root, 'package.json'));
  const notes = await notesOf(root, version);
  const file = path.join(folder, 'release-notes.md');
  await mkdir(folder, { recursive: true });
  await writeFile(file, sectionText(version, notes));
  await writeFile(path.join(folder, 'news.json'), JSON.stringify({ version, notes }));
  return file;
}

function headOf(version: string): string {
  return `## ${version}\n`;
}

function sectionText(version: string, notes: readonly string[]): string {
  return `${headOf(version)}\n${notes.map((note) => `- ${note}\n`).join('')}`;
}

/** Each begins with its head; none where there is no changelog yet. */
async function readSections(root: string): Promise<string[]> {
  const text = await readFile(path.join(root, 'CHANGELOG.md'), 'utf8').catch((thrown: NodeJS.ErrnoException) => {
    if (thrown.code === 'ENOENT') return '';
    throw thrown;
  });
  const sections = text.split(/^(?=## )/m).filter((part) => part.startsWith('## '));
  return sections.map((section) => `${section.trim()}\n`);
}

/** None where all were taken into the changelog: git keeps no empty folder. */
async function changeFiles(folder: string): Promise<string[]> {
  const names = await readdir(folder).catch((thrown: NodeJS.ErrnoException) => {
    if (thrown.code === 'ENOENT') return [];
    throw thrown;
  });
  return names.filter((name) => name.endsWith('.md')).toSorted();
}
