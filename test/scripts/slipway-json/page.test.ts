// What is written of slipway.json: the schema and the page say what is so now, and every example on the page and every sample is one
// that the service reads and that an editor, by the schema, finds nothing wrong with.
import { globSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import fastify from 'fastify';
import { expect, it } from 'vitest';
import { slipwayJsonPage, slipwaySchemaFile } from '../../../scripts/slipway-json/page.ts';
import { readBuildManifest } from '../../../src-shared/service/read-manifest.ts';
import { slipwaySchema } from '../../../src-shared/service/slipway-json-schema.ts';

const root = path.join(import.meta.dirname, '../../..');
const textOf = (file: string) => readFile(path.join(root, file), 'utf8');
const page = await textOf('docs/slipway-json.md');
const examples = [...page.matchAll(/^(?:### (?<title>.*)|```json\n(?<text>[^`]*)```)$/gm)]
  .map(({ groups }, at, all) => [all[at - 1]?.groups?.['title'] ?? 'the beginning', groups?.['text']] as const)
  .filter(([, text]) => text !== undefined);
const files = globSync('samples/*/slipway.json', { cwd: root });

/** The validator of fastify, as a stand-in for that of an editor: both go by draft 7. */
async function problemsIn(json: unknown): Promise<string | undefined> {
  const app = fastify({ ajv: { customOptions: { removeAdditional: false, coerceTypes: false, useDefaults: false } } });
  app.post('/', { schema: { body: slipwaySchema() } }, () => 'fits');
  const { body } = await app.inject({ method: 'POST', url: '/', payload: Object(json) });
  return body === 'fits' ? undefined : body;
}

it('is up to date (npm run docs writes it)', async () => {
  expect(page).toBe(slipwayJsonPage(page));
  expect(await textOf('docs/slipway.schema.json')).toBe(slipwaySchemaFile());
});

it('says something of every field', () => {
  expect(page.match(/^\| `[^`]+` \| [^|]* \| *\|$/gm)).toBeNull();
});

it.each(examples)('shows under %s what a service reads and an editor finds nothing wrong with', async (_, text) => {
  const json: unknown = JSON.parse(text ?? '');
  expect(readBuildManifest(json).misfits).toBeUndefined();
  expect(await problemsIn(json)).toBeUndefined();
});

it('has an example for each engine', () => {
  const titles = examples.map(([title]) => title).join(' ');
  for (const name of ['Node.js', 'Unity', 'Unreal', 'Godot', 'Rust', 'Java', 'Minecraft', '.NET', 'Python']) {
    expect(titles).toContain(name);
  }
});

it.each(files)('%s names its schema, and fits it', async (file) => {
  const json: unknown = JSON.parse(await textOf(file));
  expect(json).toMatchObject({ $schema: 'http://127.0.0.1:7420/slipway.schema.json' });
  expect(readBuildManifest(json).misfits).toBeUndefined();
  expect(await problemsIn(json)).toBeUndefined();
});

it.each([
  ['a mistyped key', { program: 'a', argumets: [] }],
  ['a key in the wrong place', { program: 'a', kill_timeout: 5_000 }],
  ['a protocol that nobody speaks', { program: 'a', ports: { game: { protocol: 'ipx' } } }],
  ['a value of another type', { program: 'a', arguments: '--port 1' }],
  ['no program', { arguments: [] }],
  ['null', { program: 'a', stop: null }],
])('the schema finds %s', async (_, json) => {
  expect(await problemsIn(json)).toMatch(/FST_ERR_VALIDATION/);
});
