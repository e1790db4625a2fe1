// Nodes in trouble: a clock that is wrong, and an object store that is away while a host needs it.
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test, vi } from 'vitest';
import { createObjectStore } from '../../../../embedded-server/platform/object-store/object-store.ts';
import { objectKey } from '../../../../embedded-server/service/uploads/object-place.ts';
import { textOf } from '../../../../src-shared/text/message.ts';
import { startFaultProxy } from '../../../support/fault-proxy.ts';
import { addressOf, hello, nodeBuild } from '../../../support/hosting.ts';
import { storeMakes } from '../../../support/object-stores/stores.ts';
import { startOnce } from '../../../support/start-once.ts';
import { until } from '../../../support/until.ts';
import { startFleet } from './host-fleet.ts';

// Each host is a process that loads the command line, and one waits for a store.
vi.setConfig({ testTimeout: 90_000 });

const FIVE_MINUTES_MS = 300_000;

test.each([
  ['ahead', FIVE_MINUTES_MS],
  ['behind', -FIVE_MINUTES_MS],
])(
  'where the clock of a node is five minutes %s, what is told of its server has the times of the service',
  async (_name, ms) => {
    const { deploy, create, untilState, client, params } = await startFleet({ nodeFlags: ['--import', clockOff(ms)] });
    const { build } = await deploy(nodeBuild());
    const before = Date.now();
    const { id } = await create(build);
    const server = await untilState(id, 'running');
    const place = { params: { ...params, server_id: id } };
    let lineAt = 0;
    let usageAt = 0;
    await until(async () => {
      const { lines } = await client.readServerLog({ ...place, query: { limit: 10 } });
      const { inspection } = await client.inspectServer(place);
      lineAt = lines[0]?.at ?? 0;
      usageAt = inspection.usage?.at ?? 0;
      return lineAt > 0 && usageAt > 0;
    }, 'its log and its figures');
    const now = Date.now();
    for (const at of [server.started_at ?? 0, lineAt, usageAt]) {
      expect(at).toBeGreaterThan(before - 5_000);
      expect(at).toBeLessThan(now + 5_000);
    }
  },
);

/** Node's own clock, moved: what a wrong clock of a whole node is to a program on it. */
function clockOff(ms: number): string {
  const moved = `const Real = Date;
globalThis.Date = class extends Real {
  constructor(...given) { if (given.length === 0) super(Real.now() + ${ms}); else super(...given); }
  static now() { return Real.now() + ${ms}; }
};`;
  return `data:text/javascript,${encodeURIComponent(moved)}`;
}

test('where a node cannot make the folder of a server it ends and says so, and is not left preparing', async () => {
  const { folder, deploy, create, untilState } = await startFleet({ times: { overMs: 200, lookMs: 100 } });
  await writeFile(join(folder, 'run'), 'in the way of all folders of servers');
  const { build } = await deploy(nodeBuild());
  const { id } = await create(build);
  expect(textOf((await untilState(id, 'stopped')).problem ?? '')).toMatch(/^Its host on the node ended/);
});

const [make] = storeMakes;
const opened = startOnce(make.start);

describe.skipIf(make.missing !== undefined)(
  `hosts and an object store${make.missing === undefined ? '' : ` (${make.missing})`}`,
  () => {
    test('a host fetches its build from the store itself, waits while that is away and says so, and starts its server when it is back', async () => {
      const direct = await opened();
      const proxy = await startFaultProxy(direct.endpoint, { keepsHost: true });
      const { deploy, create, untilState, untilSays, lines } = await startFleet({
        objectStore: { ...direct, prefix: 'hosts', endpoint: proxy.url },
      });
      const { build } = await deploy(nodeBuild());
      const refused = proxy.fail({ method: 'GET', fault: { kind: 'status', status: 503 } });
      const asked = () =>
        proxy.requests.filter(
          ({ method, path, headers }) =>
            method === 'GET' && path.includes('X-Amz-Signature') && headers.authorization === undefined,
        );
      const { id } = await create(build);
      await until(() => asked().length > 1, 'the host to ask the store again');
      const waits = /^Its node cannot fetch the build at the moment \(.+ answered 503\)\. It waits/;
      expect(await untilSays(id, waits)).toMatchObject({ state: 'preparing' });
      await until(async () => (await lines(id)).some((line) => waits.test(line)), 'the same in its log');
      refused();
      const server = await untilState(id, 'running', 'failed');
      expect(server.state).toBe('running');
      expect(server.problem).toBeUndefined();
      expect((await lines(id)).filter((line) => waits.test(line))).toHaveLength(1);
      expect(await hello(addressOf(server).port)).toMatch(/^hello/);
    });

    test('a build whose object is gone says so, and runs when it was sent again', async () => {
      const place = { ...(await opened()), prefix: 'gone' };
      const { deploy, create, untilState, untilSays, client, params } = await startFleet({ objectStore: place });
      const { build: build_id } = await deploy(nodeBuild());
      const { build } = await client.getBuild({ params: { ...params, build_id } });
      const store = createObjectStore(place);
      await store.remove(objectKey(build.upload_id));
      store.close();
      const { state } = await untilSays((await create(build_id)).id, /missing in the object store/);
      expect(state).toBe('failed');
      await deploy(nodeBuild(), 'again');
      await untilState((await create(build_id)).id, 'running');
    });
  },
);
