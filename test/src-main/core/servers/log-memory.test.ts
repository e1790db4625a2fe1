// Much log traffic in a short time, while a window follows nearly all of it: a server writes in seconds what a talkative one writes
// in half an hour, or in an hour in a soak. What the core and the service hold after a forced collection stays as it was.
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { expect, it, vi } from 'vitest';
import { startTestCore } from '../../../support/core.ts';
import { anyResources, helloServer, nodeBuild, startHosting } from '../../../support/hosting.ts';
import { rounds } from '../../../support/soak.ts';
import { until } from '../../../support/until.ts';

vi.setConfig({ testTimeout: 300_000 });

/** A talkative server writes 50 lines a second. */
const LINES = 50 * rounds(1_800, 3_600);
const STEP = LINES / 6;
/** What comes and goes with buffers and with code that is made faster. Lines that are kept would be many times that. */
const MOST_MIB = 3;

const talkative = `${helloServer}
let n = 0;
setInterval(() => {
  let text = '';
  for (let k = 0; k < 225; k += 1) text += 'tick ' + (n += 1) + ' on the reef took ' + (n % 17) + ' ms for ' + (n % 16) + ' players\\n';
  process.stdout.write(text);
}, 50);
`;

setFlagsFromString('--expose-gc');
const collect: unknown = runInNewContext('gc');

it('holds no more after much log traffic than after half of it', async () => {
  const { deploy, server, namespace } = await startHosting();
  const { client, whenState, frames } = await startTestCore({ askEvery: 50 });
  const added = await client.call('instances.add', { url: server.url, token: server.token, name: 'EU' });
  if (added.outcome !== 'added') throw new Error('expected it to be added');
  await whenState(added.instance_id, 'connected');
  const place = { instance_id: added.instance_id, ...namespace };
  const { build } = await deploy(nodeBuild(talkative));
  const { server_id } = await client.call('servers.create', {
    ...place,
    body: { datacenter: 'local', tags: {}, runtime: { build }, network: { ports: {} }, resources: anyResources },
  });
  let last = 0;
  let written = 0;
  for (const topic of ['servers', 'servers.usage'] as const) client.subscribe(topic, place, { next: () => undefined });
  client.subscribe('servers.detail', { ...place, server_id }, { next: () => undefined });
  client.subscribe('activity', {}, { next: () => undefined });
  client.subscribe(
    'servers.log',
    { ...place, server_id },
    {
      next: ({ extent, lines }) => {
        last = extent?.last ?? last;
        written += lines.length;
      },
    },
  );
  /** What is held once so many lines were written. */
  const heldAt = async (lines: number) => {
    for (let at = STEP; at <= lines; at += STEP) await until(() => last >= at, `${at} lines`);
    frames.length = 0; // the test's own record
    return await heldMiB();
  };
  const before = await heldAt(LINES / 2);
  const writtenBefore = written;
  const after = await heldAt(LINES);
  expect(written).toBeGreaterThan(writtenBefore);
  expect(after - before).toBeLessThan(MOST_MIB);
});

/** Twice, as what was held by a finished piece of work goes with the next one. */
async function heldMiB(): Promise<number> {
  if (typeof collect !== 'function') throw new Error('Node does not let us collect');
  for (let round = 0; round < 2; round += 1) {
    collect();
    await new Promise((resolve) => setImmediate(resolve));
  }
  const { heapUsed, external } = process.memoryUsage();
  return (heapUsed + external) / 1_048_576;
}
