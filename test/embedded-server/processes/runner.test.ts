// The suite of all runners, for processes: held by control groups where there are any, and held by looking alone.
import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { describeRunner } from '../hosting/runner-suite.ts';
import { openRunner } from './support/open-runner.ts';
import { countMarked, planFor } from './support/sample-programs.ts';

const held = openRunner();
const watched = openRunner({ useGroups: false, sampleEveryMs: 100 });
const suite = { plan: planFor, freePort, count: countMarked };

describeRunner('processes, with what the system enforces', { ...suite, runner: () => held });
describeRunner('processes, held to their limits by looking', { ...suite, runner: () => watched });

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}
