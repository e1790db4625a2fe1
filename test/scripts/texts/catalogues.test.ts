// Reads the code of the window and of what the system shows of Slipway, and holds it against the catalogues: nothing is missing,
// nothing is left over, and no sentence goes past them. What is made where no language is known: reasons.test.ts.
import { glob, readFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from 'vitest';
import { projectRoot } from '../../../scripts/setup/project.mjs';
import { findBare } from '../../../scripts/texts/find-bare.ts';
import { findKeys } from '../../../scripts/texts/find-keys.ts';
import { listKeys, shortcuts } from '../../../src-shared/desktop/shortcuts.ts';
import { german, parts } from '../../../src-shared/text/de/index.ts';

/** Sentences of tables in src-shared, said by `known`. */
const fromElsewhere = [...shortcuts, ...listKeys].map(({ label }) => label);

/** Names, commands and keys, which are the same in every language, and what is for the page alone. */
const sameEverywhere = new Set([
  'Slipway',
  'Local',
  'English',
  'Deutsch',
  'Linux',
  'Windows',
  'macOS',
  'JavaScript',
  'SHA-256',
  'SHA-256 {}',
  'Bearer {}',
  'Unity',
  'Unreal Engine',
  'Godot',
  'Source',
  'Quake 3',
  'Rust',
  'Java',
  'Python',
  'npm start',
  'slipway push',
  '.slipwayignore',
  'authorization',
  'content-type',
  'application/json',
  'rvt-ray-id',
  '/etc/ssl/company.pem',
  '/games/tidebreak/client --join {address}',
  'Tidebreak',
  'Play test',
  'play-test',
  'Production',
  'Staging',
  'staging',
  '{} Gbit/s',
  '{} Mbit/s',
  '{} kbit/s',
  'Mod',
  'Enter',
  'Esc',
  'Updown',
  // For the page and the code alone.
  'btn btn-quiet btn-sm btn-ic',
  'minmax(1.5rem, {}fr)',
  'Stop',
  'Kill',
  'Restart',
]);

/** Writes code for tools, in their own languages. */
const codeForTools = 'src-renderer/features/game-settings/env-blocks.ts';

/** Say sentences whose words their callers give. */
const handsOn = ['src-renderer/ui/format.ts'];

/** What the system shows of Slipway is made here. */
const shownBySystem = new Set([
  ...['menu', 'tray', 'questions', 'notices'].map((name) => `src-main/core/desktop/${name}.ts`),
  'src-main/electron/error-dialogs.ts',
  'src-shared/desktop/news.ts',
]);

const ofWindow = await readAll('src-renderer/**/*.{ts,tsx}');
const ofSystem = await readAll('src-{main/{core/desktop,electron},shared/desktop}/**/*.ts', 'src-main/core/core.ts');
const used = new Set([...[...ofWindow, ...ofSystem].flatMap((one) => findKeys(...one).keys), ...fromElsewhere]);

test('says each sentence of the code in German', () => {
  expect([...used].filter((key) => !Object.hasOwn(german, key)).toSorted()).toEqual([]);
});

test('has no German sentence that no code says, and each only once', () => {
  const all = Object.values(parts).flatMap((part) => Object.keys(part));
  expect(all.filter((key) => !used.has(key))).toEqual([]);
  expect(all.filter((key, at) => all.indexOf(key) !== at)).toEqual([]);
});

test('fills in the same things in German', () => {
  const all = Object.values(parts).flatMap((part) => Object.entries(part));
  const wrong = all.filter(([key, sentence]) => {
    const forms = typeof sentence === 'string' ? [sentence] : Object.values(sentence);
    return forms.some((form) => places(form) !== places(key));
  });
  expect(wrong).toEqual([]);
});

test('lets no sentence past the catalogues', () => {
  const unreadable = [...ofWindow, ...ofSystem].flatMap((one) => findKeys(...one).unreadable);
  expect(unreadable.filter((place) => !handsOn.some((file) => place.startsWith(file)))).toEqual([]);
  const bySystem = ofSystem.filter(([file]) => shownBySystem.has(file));
  expect(bySystem).toHaveLength(shownBySystem.size);
  const shown = [...ofWindow, ...bySystem];
  const bare = shown.filter(([file]) => file !== codeForTools).flatMap((one) => findBare(...one));
  expect(bare.filter((found) => !sameEverywhere.has(found.slice(found.indexOf(' ') + 1)))).toEqual([]);
});

function places(sentence: string): string {
  return [...sentence.matchAll(/\{\w+\}/g)]
    .map(([place]) => place)
    .toSorted()
    .join(' ');
}

async function readAll(...patterns: string[]): Promise<[file: string, text: string][]> {
  const found: [string, string][] = [];
  for await (const name of glob(patterns, { cwd: projectRoot })) {
    const file = name.replaceAll(path.sep, '/');
    if (/^src-(renderer|shared)\/text\/|\/desktop\/language\.ts$/.test(file)) continue;
    found.push([file, await readFile(path.join(projectRoot, name), 'utf8')]);
  }
  return found.toSorted(([a], [b]) => a.localeCompare(b));
}
