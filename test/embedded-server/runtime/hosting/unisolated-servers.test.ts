// Servers on a machine where no wall can be built: they run for whoever owns the machine, and for nobody else unless allowed.
import { expect, test } from 'vitest';
import { messageFor } from '../../../../src-shared/text/message.ts';
import { freePort } from '../../../support/free-port.ts';
import { helloServer, nodeBuild, startHosting } from '../../../support/hosting.ts';

const nothing = async () =>
  ({ isThere: false, why: 'user namespaces are forbidden', remedy: messageFor('isolation.do-install-tools') }) as const;
const PORTS = { ports: { game: { protocol: 'tcp' } } };
/** Behind a proxy that others reach. */
const exposure = { trustProxy: true };

/** Its address is its own, so that builds are sent to it. */
async function publicly() {
  const port = await freePort();
  return { port, exposure: { publicUrl: `http://127.0.0.1:${port}` } };
}

async function runOne(options: Parameters<typeof startHosting>[0]) {
  const hosting = await startHosting({ ...options, findWall: nothing });
  const { build } = await hosting.deploy(nodeBuild(helloServer, PORTS));
  const { id } = await hosting.create(build);
  const server = await hosting.untilState(id, 'running', 'failed');
  return { ...hosting, server };
}

test('a server on loopback runs with the rights of the service, and that is said', async () => {
  const { server, log, client, params } = await runOne({});
  expect(server.state).toBe('running');
  const { inspection } = await client.inspectServer({ params: { ...params, server_id: server.id } });
  expect(inspection.isolation).toBe('none');
  expect(log).toContainEqual(
    expect.objectContaining({
      level: 'warn',
      message: expect.stringMatching(/^Builds run with your rights here.*user namespaces are forbidden/),
    }),
  );
});

test.each([
  ['behind a proxy', { exposure }],
  ['under a public address', await publicly()],
])('a service that others reach %s starts none, and says what to do', async (_, options) => {
  const { server } = await runOne(options);
  expect(server.state).toBe('failed');
  expect(server.problem).toMatch(/cannot isolate servers: user namespaces are forbidden\..*--unsafe-hosting/);
});

test('it starts them all the same where whoever runs it allows that', async () => {
  const { server } = await runOne({ exposure, unsafeHosting: true });
  expect(server.state).toBe('running');
});
