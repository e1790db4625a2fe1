// Reads all code of the window and holds it against the catalogues: nothing is missing, nothing is left over, and no sentence
// goes past them.
import { glob, readFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from 'vitest';
import { projectRoot } from '../../../scripts/setup/project.mjs';
import { findBare } from '../../../scripts/texts/find-bare.ts';
import { findKeys } from '../../../scripts/texts/find-keys.ts';
import { german, parts } from '../../../src-renderer/text/de/index.ts';
import { listKeys, shortcuts } from '../../../src-shared/desktop/shortcuts.ts';

/** Sentences of tables in src-shared, said by `known`. */
const fromElsewhere = [...shortcuts, ...listKeys].map(({ label }) => label);

/** Names, commands and keys, which are the same in every language, and what is for the page alone. */
const sameEverywhere = new Set([
  ...['Slipway', 'Local', 'English', 'Deutsch', 'Linux', 'Windows', 'macOS', 'JavaScript', 'SHA-256', 'SHA-256 {}'],
  ...['Unity', 'Unreal Engine', 'Godot', 'Rust', 'Java'],
  ...['npm start', 'slipway push', '.slipwayignore', 'authorization', 'content-type', 'application/json', 'rvt-ray-id'],
  ...['/etc/ssl/company.pem', '/games/tidebreak/client --join {address}', 'Tidebreak', 'Play test', 'play-test'],
  ...['Production', 'Staging', 'staging', '{} Gbit/s', '{} Mbit/s', '{} kbit/s'],
  ...['Ctrl', 'Enter', 'Esc', 'Updown'],
  // For the page and the code alone.
  ...['btn btn-quiet btn-sm btn-ic', 'minmax(2px, {}fr)', 'Stop gracefully', 'Kill', 'Restart'],
]);

/** Writes code for tools, in their own languages. */
const codeForTools = 'src-renderer/features/game-settings/env-blocks.ts';

/** Says sentences whose words its callers give. */
const handsOn = 'src-renderer/ui/words.ts';

const files = await readAll();
const used = new Set([...files.flatMap((one) => findKeys(...one).keys), ...fromElsewhere]);

test('says each sentence of the code in German', () => {
  expect([...used].filter((key) => !Object.hasOwn(german, key)).toSorted()).toEqual([]);
});

test('has no German sentence that no code says, and each only once', () => {
  const all = Object.values(parts).flatMap((part) => Object.keys(part));
  expect(all.filter((key) => !used.has(key))).toEqual([]);
  expect(all.filter((key, at) => all.indexOf(key) !== at)).toEqual([]);
});

test('fills in the same things in German', () => {
  const wrong = Object.entries(german).filter(([key, said]) => {
    const forms = typeof said === 'string' ? [said] : Object.values(said);
    return forms.some((form) => places(form) !== places(key));
  });
  expect(wrong).toEqual([]);
});

test('lets no sentence past the catalogues', () => {
  const unreadable = files.flatMap((one) => findKeys(...one).unreadable);
  expect(unreadable.filter((place) => !place.startsWith(handsOn))).toEqual([]);
  const bare = files.filter(([file]) => file !== codeForTools).flatMap((one) => findBare(...one));
  expect(bare.filter((found) => !sameEverywhere.has(found.slice(found.indexOf(' ') + 1)))).toEqual([]);
});

function places(sentence: string): string {
  return [...sentence.matchAll(/\{\w+\}/g)]
    .map(([place]) => place)
    .toSorted()
    .join(' ');
}

async function readAll(): Promise<[file: string, text: string][]> {
  const found: [string, string][] = [];
  for await (const name of glob('src-renderer/**/*.{ts,tsx}', { cwd: projectRoot })) {
    const file = name.replaceAll(path.sep, '/');
    if (file.startsWith('src-renderer/text/')) continue;
    found.push([file, await readFile(path.join(projectRoot, name), 'utf8')]);
  }
  return found.toSorted(([a], [b]) => a.localeCompare(b));
}
