// Reads the code of the window and of what the system shows of Slipway, and holds it against the catalogues: nothing is missing,
// nothing is left over, and no sentence goes past them. The same for what the core and the service throw, what the doctor finds,
// and how servers end.
import { glob, readFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from 'vitest';
import { projectRoot } from '../../../scripts/setup/project.mjs';
import { findBare } from '../../../scripts/texts/find-bare.ts';
import { findSentences } from '../../../scripts/texts/find-errors.ts';
import { findKeys } from '../../../scripts/texts/find-keys.ts';
import { listKeys, shortcuts } from '../../../src-shared/desktop/shortcuts.ts';
import { errorTable } from '../../../src-shared/errors/codes.ts';
import { abilityTable } from '../../../src-shared/instances/abilities.ts';
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
  'Unity',
  'Unreal Engine',
  'Godot',
  'Rust',
  'Java',
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
  'Ctrl',
  'Mod',
  'Enter',
  'Esc',
  'Updown',
  // For the page and the code alone.
  'btn btn-quiet btn-sm btn-ic',
  'minmax(2px, {}fr)',
  'Stop gracefully',
  'Kill',
  'Restart',
]);

/** Writes code for tools, in their own languages. */
const codeForTools = 'src-renderer/features/game-settings/env-blocks.ts';

/** Say sentences whose words their callers give. */
const handsOn = ['src-renderer/ui/format.ts'];

/** What the system shows of Slipway is made here. */
const shownBySystem = new Set([
  ...['menu', 'summary', 'closing'].map((name) => `src-main/core/desktop/${name}.ts`),
  'src-shared/desktop/news.ts',
]);

const whyNots = Object.values(abilityTable).map(({ whyNot }) => whyNot);

/** Throws what only tools, logs and the command line get to see; a window that asks as ours does never meets it. */
const forTools = [
  'src-main/core/instances/command-line.ts',
  'src-main/browser/files.ts',
  'src-main/core/games/get-picture.ts',
  'src-main/core/transfers/transfer-service.ts',
  'src-main/core/players/player-watch.ts',
  'src-main/core/activity/activity.ts',
  'src-shared/bridge/serve.ts',
  'src-shared/service/client.ts',
  'embedded-server/platform/http/',
  'embedded-server/platform/front/',
  'embedded-server/service/data/',
  'embedded-server/runtime/relay/',
  'embedded-server/platform/validation/',
  'embedded-server/runtime/processes/',
  'embedded-server/service/pictures/media.ts',
  ...['http', 'part-headers', 'presign', 'receive', 'request-part', 'reuse-cut', 'import-file'].map(
    (name) => `embedded-server/service/uploads/${name}.ts`,
  ),
];
/** What only tools meet among the errors of files that people see others of. */
const bodies = /^The body has to be |Idempotency-Key/;

/**
 * Their sentences are shown, or thrown in pieces: findings of the doctor, why files stay out of a package, why archives cannot be
 * unpacked, and why servers do not run.
 */
const tellers = [
  'src-shared/builds/doctor/',
  'src-shared/builds/leave-out.ts',
  'src-shared/service/read-manifest.ts',
  'src-shared/json-text.ts',
  'src-shared/errors/system-reason.ts',
  'embedded-server/platform/storage/data-errors.ts',
  'embedded-server/files/doctor/list-folder.ts',
  ...['endings', 'not-listening'].map((name) => `embedded-server/runtime/hosting-thread/${name}.ts`),
  ...['recover', 'program'].map((name) => `embedded-server/runtime/server-runs/${name}.ts`),
  'embedded-server/runtime/replicas/replica-controller.ts',
  ...['check-program', 'start-errors'].map((name) => `embedded-server/runtime/processes/${name}.ts`),
  ...['launch', 'engine', 'engine-facts'].map((name) => `embedded-server/runtime/containers/${name}.ts`),
  'embedded-server/files/archives/',
  'embedded-server/runtime/containers/tar-entries.ts',
  'src-main/core/servers/clients.ts',
  'src-main/core/pack/',
];
/** What they have beside sentences. */
const forCode = new Set([
  'linux x64',
  'windows x64',
  'linux arm64',
  'windows arm64',
  'macos arm64',
  '-----BEGIN CERTIFICATE-----',
  'PRIVATE KEY-----',
  '-stdout -FullStdOutLogOutput',
  'Docker Desktop',
  // Said to itself, or to the command line alone.
  'Slipway ends',
  'zstd packed a block into nothing',
  'The sink thread of a pack was told of bytes before a file',
  'It ended without an error',
  'pack sink',
]);

const ofWindow = await readAll('src-renderer/**/*.{ts,tsx}');
const ofSystem = await readAll('src-{main/{core/desktop,electron},shared/desktop}/**/*.ts', 'src-main/core/core.ts');
const makers = await readAll('{src-main/core,src-main/browser,embedded-server,src-shared}/**/*.ts');
const made = makers.map(([file, text]) => ({ file, ...findSentences(file, text) }));
const used = new Set([...[...ofWindow, ...ofSystem].flatMap((one) => findKeys(...one).keys), ...fromElsewhere]);
const elsewhere = new Set(made.flatMap(({ all }) => all));

test('says each sentence of the code in German', () => {
  expect([...used].filter((key) => !Object.hasOwn(german, key)).toSorted()).toEqual([]);
});

test('has no German sentence that no code says, and each only once', () => {
  const all = Object.values(parts).flatMap((part) => Object.keys(part));
  const ofMakers = new Set(
    ['errors', 'failures', 'system', 'doctor', 'endings', 'archives'].flatMap((name) => Object.keys(parts[name] ?? {})),
  );
  expect(all.filter((key) => !(ofMakers.has(key) ? elsewhere : used).has(key))).toEqual([]);
  expect(all.filter((key, at) => all.indexOf(key) !== at)).toEqual([]);
});

test('says in German what the core and the service throw', () => {
  const missing = made
    .filter(({ file }) => !forTools.some((place) => file.startsWith(place)))
    .flatMap(({ file, thrown }) => thrown.map((sentence) => `${file} ${sentence}`))
    .filter((found) => !Object.hasOwn(german, found.slice(found.indexOf(' ') + 1)));
  expect(missing.filter((found) => !bodies.test(found.slice(found.indexOf(' ') + 1)))).toEqual([]);
  const table = [...Object.values(errorTable).map(({ sentence }) => sentence), ...whyNots];
  expect(table.filter((sentence) => !Object.hasOwn(german, sentence))).toEqual([]);
});

test('says in German what the doctor finds, and why archives are not unpacked and servers do not run', () => {
  const told = tellers.map((place) =>
    made.filter(({ file }) => file.startsWith(place)).flatMap(({ worded }) => worded),
  );
  expect(tellers.filter((_, at) => told[at]?.length === 0)).toEqual([]);
  expect(told.flat().filter((said) => !Object.hasOwn(german, said) && !forCode.has(said))).toEqual([]);
});

test('fills in the same things in German', () => {
  const wrong = Object.entries(german).filter(([key, said]) => {
    const forms = typeof said === 'string' ? [said] : Object.values(said);
    return forms.some((form) => places(form) !== places(key));
  });
  expect(wrong).toEqual([]);
});

test('lets no sentence past the catalogues', () => {
  const unreadable = [...ofWindow, ...ofSystem].flatMap((one) => findKeys(...one).unreadable);
  expect(unreadable.filter((place) => !handsOn.some((file) => place.startsWith(file)))).toEqual([]);
  const shown = [...ofWindow, ...ofSystem.filter(([file]) => shownBySystem.has(file))];
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
