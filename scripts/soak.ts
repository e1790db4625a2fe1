// npm run soak [-- NAME ...]: the whole form of the tests that `npm test` runs in a short one: many rounds, every pair of fault and
// target, and every journey in the Electron stand-in. NAMEs choose files by a part of their path.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { ensureBuilt } from './setup/build.mjs';
import { ensureChromium } from './setup/chromium.mjs';
import { commandFile, projectRoot, SetupError } from './setup/project.mjs';

const usesSoak = /from '(?:\.\.\/)+support\/soak\.ts'/;
/** The tag of end-to-end tests that run in the browser shell each time, and in the stand-in when there is time. */
const inEachShell = '@soak-each-shell';
/** That of those that run in no shell without it. */
const soakAlone = '@soak-alone';

export async function main(names: string[]): Promise<void> {
  const isChosen = (file: string) => names.length === 0 || names.some((name) => file.includes(name));
  const files = soakTests().filter(isChosen);
  const windows = soakWindows().filter(isChosen);
  const journeys = soakJourneys().filter(isChosen);
  if (files.length + windows.length + journeys.length === 0)
    throw new SetupError(`No soak test has ${names.join(' or ')} in its path.`);
  if (files.length > 0) {
    await runToEnd([commandFile('vitest', 'vitest'), 'run', '--project=node', '--testTimeout=900000', ...files]);
  }
  if (windows.length > 0) {
    await ensureChromium();
    await runToEnd([commandFile('vitest', 'vitest'), 'run', '--project=window', '--testTimeout=900000', ...windows]);
  }
  if (journeys.length > 0) {
    await ensureChromium();
    await ensureBuilt();
    for (const [shell, tag] of [
      ['electron-stand-in', `${inEachShell}|${soakAlone}`],
      ['browser-shell', soakAlone],
    ] as const) {
      // Not every chosen file has tests of each kind.
      const which = [`--project=${shell}`, '--grep', tag, '--pass-with-no-tests'];
      await runToEnd([commandFile('playwright', 'playwright'), 'test', ...which, ...journeys]);
    }
  }
}

async function runToEnd(args: readonly string[]): Promise<void> {
  const env = { ...process.env, SLIPWAY_SOAK: '1' };
  const child = spawn(process.execPath, args, { cwd: projectRoot, env, stdio: ['ignore', 'inherit', 'inherit'] });
  const [code]: unknown[] = await once(child, 'exit');
  if (code !== 0) process.exitCode = 1;
}

/** Those that have a short and a whole form. */
function soakTests(): string[] {
  return testsWith('test/**/*.test.ts', (text) => usesSoak.test(text));
}

function soakWindows(): string[] {
  return testsWith('test/src-renderer/**/*.browser.test.tsx', (text) => usesSoak.test(text));
}

function soakJourneys(): string[] {
  return testsWith('test/end-to-end/*.e2e.ts', (text) => text.includes(inEachShell) || text.includes(soakAlone));
}

function testsWith(pattern: string, isMeant: (text: string) => boolean): string[] {
  const files = globSync(pattern, { cwd: projectRoot }).toSorted();
  return files.filter((file) => isMeant(readFileSync(path.join(projectRoot, file), 'utf8')));
}
