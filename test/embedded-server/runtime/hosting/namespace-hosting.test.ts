// A namespace is deleted while it keeps servers: they go with it, nothing takes their place, and what is refused changes nothing.
import { expect, test } from 'vitest';
import { anyResources, hostingForAll, nodeBuild } from '../../../support/hosting.ts';
import { processesIn } from '../../../support/processes-of.ts';
import { until } from '../../../support/until.ts';

const openHosting = hostingForAll();
const KEEPS_ONE = { server_count: 1, on_version_switch: 'drain', drain_limit: 1000, restart: 'back_off' } as const;

/** Its first namespace keeps one server. */
async function startKeeping() {
  const hosting = await openHosting();
  const { client, deploy, switchTo, policy, list, namespace, game } = hosting;
  const { build, version } = await deploy(nodeBuild());
  await switchTo(version);
  await policy(KEEPS_ONE);
  const untilRuns = async (read: typeof list) => {
    await until(async () => (await read())[0]?.state === 'running', 'the server that it keeps');
    return (await read())[0]?.id ?? '';
  };
  const found = game.namespaces.find(({ namespace_id: id }) => id !== namespace.namespace_id);
  const other = { ...namespace, namespace_id: found?.namespace_id ?? '' };
  const params = { game_id: other.game_id, environment_id: other.namespace_id };
  const listOther = async () => (await client.listServers({ params, query: {} })).servers;
  /** The other namespace keeps one as well. Answers it once it runs. */
  const keepInOther = async () => {
    await client.updateNamespaceVersion({ params: other, body: { version_id: version } });
    await client.setHosting({ params: other, body: KEEPS_ONE });
    return await untilRuns(listOther);
  };
  const remove = (place: typeof other) => client.deleteNamespace({ params: place, query: {} });
  return { ...hosting, build, id: await untilRuns(list), other, listOther, keepInOther, remove };
}

test('a namespace goes with the server that it keeps, and none takes its place, whatever is asked of it meanwhile', async () => {
  const { client, namespace, params, path, call, id, build, keepInOther, remove } = await startKeeping();
  const body = { datacenter: 'local', tags: {}, runtime: { build }, network: { ports: {} }, resources: anyResources };
  await Promise.all([
    remove(namespace),
    // One that comes too early ends, one that comes too late is refused.
    call('POST', `${path}/servers`, { body }),
    client.restartServer({ params: { ...params, server_id: id }, body: {} }).catch(() => undefined),
    client.setHosting({ params: namespace, body: { ...KEEPS_ONE, server_count: 2 } }).catch(() => undefined),
  ]);
  // Whatever was begun before this one has a process by now.
  await keepInOther();
  expect(await processesIn(namespace.namespace_id)).toEqual([]);
});

test('of the last two namespaces that are deleted at once one stays, with its server', async () => {
  const { namespace, other, keepInOther, list, listOther, id, remove } = await startKeeping();
  const theirs = await keepInOther();
  const [first, second] = await Promise.allSettled([remove(namespace), remove(other)]);
  expect([first.status, second.status].toSorted()).toEqual(['fulfilled', 'rejected']);
  const left = first.status === 'rejected' ? await list() : await listOther();
  expect(left).toMatchObject([{ id: first.status === 'rejected' ? id : theirs, state: 'running' }]);
});
