// What pipelines read of a push: every line by the published schema, and the summary for the page of a job.
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import fastify from 'fastify';
import { expect, it } from 'vitest';
import { summaryOf } from '../../../src-main/cli/push-summary.ts';
import { pushEventsSchema } from '../../../src-shared/transfers/push-events.ts';
import { runCommand } from '../../support/command.ts';
import { startServing } from '../../support/serving.ts';
import { makeTempFolder } from '../../support/temp-folder.ts';
import { randomProgram } from '../../support/upload.ts';

const published = path.resolve(import.meta.dirname, '../../../docs/push-events.schema.json');

/** By the validator of fastify, as any program may use one: it goes by draft 7. */
async function createValidator(): Promise<(line: string) => Promise<unknown>> {
  const app = fastify({ ajv: { customOptions: { removeAdditional: false, coerceTypes: false, useDefaults: false } } });
  const schema = { body: JSON.parse(await readFile(published, 'utf8')) as object };
  app.post('/', { schema }, () => 'fits');
  const headers = { 'content-type': 'application/json' };
  return async (payload) => (await app.inject({ method: 'POST', url: '/', headers, payload })).body;
}

it('has its schema in the documents (npm run docs writes it)', async () => {
  expect(JSON.parse(await readFile(published, 'utf8'))).toEqual(pushEventsSchema());
});

it('prints lines that fit the schema alone, and writes both summaries, however it ends', async () => {
  const serving = await startServing();
  const fits = await createValidator();
  expect(await fits('{"event":"result","state":"done"}'), 'the schema refuses what lacks fields').not.toBe('fits');
  const folder = path.join(await makeTempFolder('build'), 'harbor');
  await mkdir(folder);
  await writeFile(path.join(folder, 'server.bin'), randomProgram(400_000));
  const [summary, page] = [path.join(folder, '../summary.md'), path.join(folder, '../page.md')];
  await writeFile(page, 'before\n');
  const env = { SLIPWAY_URL: serving.url, SLIPWAY_TOKEN: serving.token, GITHUB_STEP_SUMMARY: page };
  const push = (...words: string[]) =>
    runCommand(['push', folder, '--game', 'Tidebreak', '--json', '--summary', summary, ...words], {
      home: serving.home,
      env,
    });
  const created = ['--create-game', '--namespace', 'staging', '--name', '1.4.2'];
  const outputs = [
    await push(...created, '--dry-run'),
    await push('--name', '1'),
    await push(...created),
    await push(...created),
    await push('--namespace', 'canary'),
    await push('--name', ' spaced '),
  ];
  expect(outputs.map(({ code }) => code)).toEqual([0, 1, 0, 0, 1, 1]);
  const lines = outputs.flatMap(({ stdout }) => stdout.trimEnd().split('\n'));
  expect(lines.length).toBeGreaterThan(outputs.length);
  for (const line of lines) expect(await fits(line), line).toBe('fits');
  const pages = (await readFile(page, 'utf8')).split('### ');
  expect(pages[0]).toBe('before\n');
  expect(pages[2]).toMatch(
    /^✅ staging switched to 1\.4\.2\.\n\n\| \| \|\n\|---\|---\|\n\| Version \| 1\.4\.2 `[0-9a-f-]{36}`/,
  );
  expect(pages.at(-1)).toContain('| Problem |');
  expect(`### ${pages.at(-1)}`, 'the file has the last one alone').toBe(await readFile(summary, 'utf8'));
  const away = await runCommand(['push', folder, '--game', 'Tidebreak', '--summary', path.join(folder, 'no/such')], {
    home: serving.home,
    env: { ...env, GITHUB_STEP_SUMMARY: '' },
  });
  expect(away).toMatchObject({ code: 0, stderr: expect.stringContaining('The summary could not be written') });
});

it('keeps names from elsewhere within their cell', () => {
  const name = 'a|b\n<img src=x> [x](y) `c`';
  const text = summaryOf({ state: 'failed', name, version_id: 'v', problem: { code: 'X', message: name } });
  expect(text.split('\n').filter((line) => line.startsWith('|'))).toHaveLength(4);
  expect(text).toContain('a\\|b \\<img src=x\\> \\[x\\](y) \\`c\\`');
});
