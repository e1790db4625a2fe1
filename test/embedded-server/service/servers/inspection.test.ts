// What a server from close by says of its machine, so that what nobody limited can be told from a limit.
import { expect, test } from 'vitest';
import { freePort } from '../../../support/free-port.ts';
import { nodeBuild, startHosting } from '../../../support/hosting.ts';
import { until } from '../../../support/until.ts';

test('a server for which nobody set a limit has what its machine has, and one with a limit less', async () => {
  const { deploy, create, untilState, client, params } = await startHosting();
  const { build } = await deploy(nodeBuild());
  const look = async (id: string) => {
    const { resources } = await untilState(id, 'running');
    const { inspection } = await client.inspectServer({ params: { ...params, server_id: id } });
    return { resources, machine: inspection.machine };
  };
  const free = await look((await create(build, { resources: undefined })).id);
  expect(free.machine).toEqual(free.resources);
  const limited = await look((await create(build, { resources: { memory: 300 } })).id);
  expect(limited).toEqual({ resources: { cpu: free.machine?.cpu, memory: 300 }, machine: free.machine });
});

test.skipIf(process.platform === 'win32')(
  'what one listens on that declares no port is told, and nothing of one that declares it',
  async () => {
    const { deploy, create, untilState, client, params } = await startHosting();
    const port = await freePort();
    const look = async (id: string) =>
      (await client.inspectServer({ params: { ...params, server_id: id } })).inspection;
    // At both addresses, as many listen, and with a socket that only sends.
    const listens = `const { createServer } = require('node:net');
createServer(() => {}).listen(${port}, '127.0.0.1', () => createServer(() => {}).listen({ port: ${port}, host: '::1' }).on('error', () => {}));
require('node:dgram').createSocket('udp4').bind(0, '127.0.0.1');`;
    const bare = await deploy(nodeBuild(listens, { ports: {} }), 'bare');
    const { id } = await create(bare.build);
    await untilState(id, 'running');
    await until(async () => (await look(id)).undeclared !== undefined);
    expect((await look(id)).undeclared).toEqual([{ protocol: 'tcp', port }]);
    await client.destroyServer({ params: { ...params, server_id: id }, query: {} });
    await untilState(id, 'stopped');
    expect((await look(id)).undeclared).toBeUndefined();
    const declared = { ports: { game: { protocol: 'tcp', internal_port: port } } };
    const told = await create((await deploy(nodeBuild(listens, declared), 'told')).build);
    await untilState(told.id, 'running');
    expect((await look(told.id)).undeclared).toBeUndefined();
  },
);
