// A command of a checkout on a Node that is too old: what runs in its place ends as it does, however that ends.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { text } from 'node:stream/consumers';
import { expect, test } from 'vitest';

const SCRIPT = path.join(import.meta.dirname, 'support/in-place.mjs');

function start(...words: string[]) {
  return spawn(process.execPath, [SCRIPT, ...words], { stdio: ['ignore', 'pipe', 'inherit'] });
}

test('what runs in its place ends in good order when the command is killed', async () => {
  const outer = start();
  const lines: string[] = [];
  const reader = createInterface({ input: outer.stdout });
  reader.on('line', (line) => lines.push(line));
  await once(reader, 'line');
  expect(Number(lines[0])).not.toBe(outer.pid);
  // Its output closes with the last of them.
  const closed = once(reader, 'close');
  outer.kill('SIGKILL');
  await closed;
  expect(lines).toEqual([lines[0], 'ends in good order']);
});

test('a command that ends by itself is not kept', async () => {
  const outer = start('ends');
  expect(await text(outer.stdout)).toBe('at its own end\n{"code":0,"signal":null}\n');
});
