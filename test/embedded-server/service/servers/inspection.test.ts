// What a server from close by says of its machine, so that what nobody limited can be told from a limit.
import { expect, test } from 'vitest';
import { nodeBuild, startHosting } from '../../../support/hosting.ts';

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
