// Runs test files that leak on purpose and sees the leak check catch each of them, and leave the clean one alone.
import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import { commandFile, projectRoot } from '../../scripts/setup/project.mjs';
import { makeTempFolder } from '../support/temp-folder.ts';

const messages = new Map<string, string>();

beforeAll(async () => {
  const report = path.join(await makeTempFolder('leaks'), 'report.json');
  const config = path.join(projectRoot, 'test/support/leak-fixtures/vitest.config.ts');
  const args = [
    commandFile('vitest', 'vitest'),
    'run',
    '--config',
    config,
    '--reporter=json',
    `--outputFile=${report}`,
  ];
  await new Promise<void>((resolve) => {
    // It ends with code 1, as files that leak must fail.
    execFile(process.execPath, args, { cwd: projectRoot }, () => resolve());
  });
  const { testResults } = JSON.parse(await readFile(report, 'utf8'));
  for (const { name, status, message } of testResults) {
    messages.set(path.basename(name, '.leak.ts'), status === 'failed' ? message : 'passed');
  }
});

test.each([
  ['server', /server\.leak\.ts left behind: 1 TCP server/],
  ['socket', /socket\.leak\.ts left behind: 2 TCP socket/],
  ['timer', /timer\.leak\.ts left behind: timer from .*timer\.leak\.ts/],
  ['worker', /worker\.leak\.ts left behind: worker thread/],
  ['child', /child\.leak\.ts left behind: child process \d+/],
  ['folder', /folder\.leak\.ts left behind: temporary file or folder forgotten-/],
])('catches a %s that was left behind', (kind, message) => {
  expect(messages.get(kind)).toMatch(message);
});

test('says nothing about a file that cleans up', () => {
  expect(messages.get('nothing')).toBe('passed');
});
