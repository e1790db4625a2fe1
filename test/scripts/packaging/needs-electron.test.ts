// `npm run package` where Electron's binary is not there and cannot be fetched: it says what it needs and how to go on.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { makeTempFolder } from '../../support/temp-folder.ts';

const root = path.join(import.meta.dirname, '../../..');
/** Where a failed fetch is remembered for the day; as it was, when this ends. */
const memory = path.join(root, 'node_modules/.slipway-electron.json');

test('says that it needs the binary of Electron, and packs nothing', { timeout: 120_000 }, async () => {
  const before = await readFile(memory).catch(() => undefined);
  onTestFinished(async () => {
    if (before === undefined) await rm(memory, { force: true });
    else await writeFile(memory, before);
  });
  await rm(memory, { force: true });
  const { ELECTRON_EXEC_PATH: _named, ...rest } = process.env;
  const child = spawn(process.execPath, ['scripts/run.mjs', 'package'], {
    cwd: root,
    // An empty folder has no binary, and nothing listens where one would be fetched.
    env: { ...rest, ELECTRON_OVERRIDE_DIST_PATH: await makeTempFolder(), ELECTRON_MIRROR: 'http://127.0.0.1:9/' },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => (output += text));
  }
  const [code] = await once(child, 'close');
  expect(output).toContain('127.0.0.1:9 cannot be reached');
  expect(output).toContain("Packing needs Electron's binary");
  expect(output).toContain('npm run package -- -c.electronDist=FOLDER');
  expect(output).not.toMatch(/^\s+at /m);
  expect(code).toBe(1);
});
