// `slipway data` as scripts use it: what it understands, its sentences, its one line of JSON, its exit codes.
import { mkdir, truncate } from 'node:fs/promises';
import path from 'node:path';
import { expect, it } from 'vitest';
import { parseData } from '../../../src-main/cli/data.ts';
import { runCommand } from '../../support/command.ts';
import { makeFullFolder } from '../../support/full-folder.ts';
import { startTestService } from '../../support/service.ts';
import { makeTempFolder } from '../../support/temp-folder.ts';

const slipwayData = async (...args: string[]) =>
  await runCommand(['data', ...args], { home: await makeTempFolder('home') });

it.each([
  [['check', '--data', 'a', '--json'], { work: 'check', data: 'a', json: true }],
  [['export', 'out', '--data', 'a'], { work: 'export', folder: 'out', data: 'a', json: false, withSecrets: false }],
  [
    ['export', 'out', '--data', 'a', '--with-secrets'],
    { work: 'export', folder: 'out', data: 'a', json: false, withSecrets: true },
  ],
  [['import', 'out', '--data', 'a'], { work: 'import', folder: 'out', data: 'a', json: false }],
])('understands %j', (args, options) => {
  expect(parseData(args)).toEqual(options);
});

it.each([
  [[]],
  [['dance']],
  [['check', 'a']],
  [['export']],
  [['export', 'a', 'b']],
  [['import', 'a']],
  [['import', 'a', '--data', '']],
  [['check', '--x']],
  [['import', 'a', '--data', 'b', '--with-secrets']],
])('refuses %j', (args) => {
  const refused = { code: 'USAGE', message: expect.stringContaining('See slipway data --help.') };
  expect(() => parseData(args)).toThrow(expect.objectContaining(refused));
});

it('checks, exports, imports, and says what it did', async () => {
  const data = await makeFullFolder();
  const place = await makeTempFolder();
  const [out, fresh] = [path.join(place, 'out'), path.join(place, 'fresh')];
  const clean = await slipwayData('check', '--data', data);
  expect(clean).toMatchObject({
    code: 0,
    stderr: '',
    stdout: expect.stringMatching(/^Nothing in \S+ is damaged\. Read: 1 game, 2 versions/),
  });
  expect(await slipwayData('export', out, '--data', data)).toMatchObject({ code: 0, stderr: '' });
  expect(await slipwayData('import', out, '--data', fresh)).toMatchObject({ code: 0, stderr: '' });
  const again = await slipwayData('import', out, '--data', fresh);
  expect(again).toMatchObject({
    code: 1,
    stdout: '',
    stderr: `${fresh} is not empty. Nothing was changed. Name a new or an empty folder.\n`,
  });
  await truncate(path.join(fresh, 'sealed'), 70);
  const damaged = await slipwayData('check', '--data', fresh);
  expect(damaged).toMatchObject({
    code: 1,
    stderr: '',
    stdout: expect.stringContaining('The checksums of the folder are damaged themselves.\n'),
  });
  const json = await slipwayData('check', '--data', fresh, '--json');
  expect(json.code).toBe(1);
  expect(JSON.parse(json.stdout)).toMatchObject({ sealed: false, damaged: [{ about: 'file', id: 'sealed' }] });
});

it('says that a folder is in use, or that there is none', async () => {
  const { server } = await startTestService();
  const { code, stderr } = await slipwayData('check', '--data', server.dataFolder);
  expect(code).toBe(1);
  expect(stderr).toMatch(/^Another Slipway \(process \d+\) already uses /);
  const empty = path.join(await makeTempFolder(), 'empty');
  await mkdir(empty);
  const none = { code: 1, stdout: '', stderr: `There is no data of Slipway in ${empty}.\n` };
  expect(await slipwayData('check', '--data', empty)).toEqual(none);
});
