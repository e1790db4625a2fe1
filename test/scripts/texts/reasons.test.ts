// Holds the table of reasons against the code: each reason has its sentence in every language, with the same places, and is made
// somewhere; whatever fills a sentence is in it. What a reason is given where it is made, the types check.
import { glob, readFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from 'vitest';
import { projectRoot } from '../../../scripts/setup/project.mjs';
import { errorTable } from '../../../src-shared/errors/codes.ts';
import { placesOf } from '../../../src-shared/text/places.ts';
import { english as englishTable } from '../../../src-shared/text/reasons/english.ts';
import { germanReasons } from '../../../src-shared/text/reasons/german.ts';
import { english as windowTable } from '../../../src-shared/text/reasons/window.ts';

const english = englishTable();
const windowReasons = windowTable();
const languages: Readonly<Record<string, Readonly<Record<string, string>>>> = { english, german: germanReasons };
const reasons = Object.keys(english);

/** Names that the code puts together: `listening.tls-${what}-missing`. */
const putTogether = [
  /^(ability|invalid)\./,
  /^listening\.tls-(certificate|key)-(missing|unreadable)$/,
  /^http\.(query|body)-(field-)?invalid$/,
  /^switch\.(limits|hosting)-(not-)?changed$/,
];

test.each(Object.entries(languages))('has a sentence for each reason in %s, and no more', (_, table) => {
  expect(Object.keys(table).toSorted()).toEqual(reasons.toSorted());
  expect(reasons.filter((reason) => (table[reason] ?? '').trim() === '')).toEqual([]);
});

test.each(Object.entries(languages))('fills in the same things in %s', (_, table) => {
  const places = (sentence = '') => [...new Set(placesOf(sentence))].toSorted();
  const wrong = Object.entries<string>(english).filter(
    ([reason, sentence]) => places(sentence).join() !== places(table[reason]).join(),
  );
  expect(wrong.map(([reason]) => reason)).toEqual([]);
});

test('has no reason that no code gives', async () => {
  const code = (await Promise.all((await sources()).map((file) => readFile(file, 'utf8')))).join('\n');
  const given = new Set([...code.matchAll(/'([\w.-]+)'/g)].map(([, text]) => text));
  const unused = reasons.filter((reason) => !given.has(reason) && !Object.hasOwn(errorTable, reason));
  expect(unused.filter((reason) => !putTogether.some((pattern) => pattern.test(reason)))).toEqual([]);
});

test('gives every reason that the window makes to its bundle', async () => {
  const files = (await sources()).filter((file) => /[\\/]src-(renderer|shared[\\/]bridge)[\\/]/.test(file));
  const code = (await Promise.all(files.map((file) => readFile(file, 'utf8')))).join('\n');
  const made = [...code.matchAll(/(?:messageFor\(|AppError\('\w+', |AppError\()'([\w.-]+)'(?!, )/g)].map(
    ([, reason = '']) => reason,
  );
  expect(made.filter((reason) => !Object.hasOwn(windowReasons, reason))).toEqual([]);
});

async function sources(): Promise<string[]> {
  const found: string[] = [];
  for await (const name of glob('{embedded-server,src-main,src-shared,src-renderer}/**/*.{ts,tsx}', {
    cwd: projectRoot,
  })) {
    if (!name.replaceAll(path.sep, '/').startsWith('src-shared/text/reasons/'))
      found.push(path.join(projectRoot, name));
  }
  return found;
}
