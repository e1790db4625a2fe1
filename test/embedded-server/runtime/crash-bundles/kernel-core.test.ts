// What the kernel itself leaves of a server that it ended: found where it lies, and part of the crash bundle, also from a node.
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { expect, test, vi } from 'vitest';
import { type Files, startHosting } from '../../../support/hosting.ts';
import { fleetForAll } from '../fleet/host-fleet.ts';

// A host loads the command line.
vi.setConfig({ testTimeout: 60_000 });

/** A system may send them to a program, or to another folder, and may allow none. */
function leavesCores(): boolean {
  if (process.platform !== 'linux') return false;
  const pattern = readFileSync('/proc/sys/kernel/core_pattern', 'utf8').trim();
  const most = spawnSync('sh', ['-c', 'ulimit -Hc'], { encoding: 'utf8' }).stdout.trim();
  return !/^[|/]/.test(pattern) && most !== '0';
}

const openFleet = fleetForAll();

/** A small program: its memory is some hundred kilobytes. */
const crashing: Files = {
  'start.sh': '#!/bin/sh\nulimit -c unlimited\necho "about to crash"\nkill -SEGV $$\n',
  'slipway.json': JSON.stringify({ program: 'start.sh' }),
};

test.skipIf(!leavesCores()).each([
  ['behind the wall of this machine', startHosting],
  ['in a host', openFleet],
] as const)('a server that the kernel ends %s has its memory in the crash bundle', async (_where, open) => {
  const { deploy, create, untilState, client, params } = await open();
  const { build } = await deploy(crashing);
  const { id } = await create(build);
  expect(await untilState(id, 'crashed')).toMatchObject({ problem: expect.stringMatching(/SIGSEGV/) });
  const { files } = await client.previewCrashBundle({ params: { ...params, server_id: id } });
  const core = files.find(({ name }) => name === 'core');
  expect(core?.bytes).toBeGreaterThan(50_000);
});
