// A server that is opened to the network of its machine: only by the owner, only at a private address of that machine, only its guarded
// ports, and only as long as it lives.
import { once } from 'node:events';
import { connect } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { lanAddresses } from '../../../../embedded-server/platform/listening/lan-addresses.ts';
import { testShare } from '../../../../src-main/core/servers/test-share.ts';
import { freePort } from '../../../support/free-port.ts';
import { hostingForAll, nodeBuild, startHosting } from '../../../support/hosting.ts';

const elsewhere = '127.0.0.2';
let known = [elsewhere];
const openHosting = hostingForAll({ lanAddresses: () => known });

async function startShared() {
  const hosting = await openHosting();
  const { build } = await hosting.deploy(nodeBuild());
  const { id } = await hosting.create(build);
  await hosting.untilState(id, 'running');
  const params = { ...hosting.params, server_id: id };
  const share = (address?: string) => hosting.client.shareServer({ params, body: { address } });
  const lan = async () => (await hosting.client.inspectServer({ params })).inspection.lan;
  return { ...hosting, id, params, share, lan };
}

test('nothing is shared by default, and a shared one is joined at the address of the machine', async () => {
  const { share, lan } = await startShared();
  expect(await lan()).toEqual({ addresses: [elsewhere] });
  const { share: shared } = await share(elsewhere);
  expect(await lan()).toEqual({ addresses: [elsewhere], share: shared });
  const port = shared?.ports['game'] ?? 0;
  const player = connect({ host: elsewhere, port });
  expect(String((await once(player, 'data'))[0])).toMatch(/^hello/);
  expect(await testShare(elsewhere, [{ name: 'game', protocol: 'tcp', port }])).toMatchObject([{ isOpen: true }]);
  await share();
  expect(await lan()).toEqual({ addresses: [elsewhere] });
  expect(await testShare(elsewhere, [{ name: 'game', protocol: 'tcp', port }])).toMatchObject([{ isOpen: false }]);
});

test('it ends with its server, and the next one is not shared', async () => {
  const { share, lan, client, params, untilState, id } = await startShared();
  const { share: shared } = await share(elsewhere);
  const { server: next } = await client.restartServer({ params, body: {} });
  await untilState(next.id, 'running');
  expect((await untilState(id, 'stopped', 'exited')).destroyed_at).toBeDefined();
  expect(await lan()).toBeUndefined();
  const { inspection } = await client.inspectServer({ params: { ...params, server_id: next.id } });
  expect(inspection.lan).toEqual({ addresses: [elsewhere] });
  const port = shared?.ports['game'] ?? 0;
  expect(await testShare(elsewhere, [{ name: 'game', protocol: 'tcp', port }])).toMatchObject([{ isOpen: false }]);
});

test.each(['0.0.0.0', '8.8.8.8', '127.0.0.1', '::', 'localhost', ''])('the address %j is refused', async (address) => {
  const { share, lan } = await startShared();
  await expect(share(address)).rejects.toMatchObject({ code: 'LISTENING_REFUSED' });
  expect(await lan()).toEqual({ addresses: [elsewhere] });
});

test('a machine in no private network has nothing to choose from, and says what to do', async () => {
  const { share } = await startShared();
  known = [];
  onTestFinished(() => void (known = [elsewhere]));
  await expect(share(elsewhere)).rejects.toThrow(
    'The server was not shared, as this machine is in no private network now. Connect it to one',
  );
});

test('tokens that were given out neither share a server nor learn the addresses of the machine', async () => {
  const { call, path, id, game, lan } = await startShared();
  const made = await call('POST', `/cloud/games/${game.game_id}/tokens/cloud`);
  const { token } = made.body as { token: string };
  const refused = await call('PUT', `${path}/servers/${id}/share`, { token, body: { address: elsewhere } });
  expect(refused.status).toBe(403);
  const seen = await call('GET', `${path}/servers/${id}/inspection`, { token });
  expect(seen.status).toBe(200);
  expect(JSON.stringify(seen.body)).not.toContain(elsewhere);
  expect(await lan()).toEqual({ addresses: [elsewhere] });
});

test('a server without a guarded port has nothing to share', async () => {
  const hosting = await openHosting();
  const { build } = await hosting.deploy(nodeBuild());
  const ports = { game: { protocol: 'tcp', routing: { host: {} } } };
  const { id } = await hosting.create(build, { network: { ports } });
  await hosting.untilState(id, 'running');
  const params = { ...hosting.params, server_id: id };
  expect((await hosting.client.inspectServer({ params })).inspection.lan).toBeUndefined();
  const request = hosting.client.shareServer({ params, body: { address: elsewhere } });
  await expect(request).rejects.toMatchObject({ code: 'LISTENING_REFUSED' });
});

test('of a service at localhost one can be shared, and of a service that others reach none', async () => {
  const lanOf = async (options: Parameters<typeof startHosting>[0]) => {
    const { deploy, create, untilState, client, params } = await startHosting({
      ...options,
      lanAddresses: () => known,
    });
    const { id } = await create((await deploy(nodeBuild())).build);
    await untilState(id, 'running');
    return (await client.inspectServer({ params: { ...params, server_id: id } })).inspection.lan;
  };
  expect(await lanOf({ exposure: { listen: 'localhost' } })).toEqual({ addresses: [elsewhere] });
  const port = await freePort();
  expect(await lanOf({ port, exposure: { publicUrl: `http://127.0.0.1:${port}` } })).toBeUndefined();
});

test('the addresses are those of private networks, real ones first', () => {
  const at = (address: string, internal = false) =>
    [{ address, internal, family: 'IPv4', netmask: '', mac: '', cidr: null }] as const;
  const found = lanAddresses({
    docker0: [...at('172.17.0.1')],
    lo: [...at('127.0.0.1', true)],
    eth0: [...at('203.0.113.4')],
    wlan0: [...at('192.168.178.23')],
    tun0: [...at('10.8.0.2')],
    eth1: [...at('172.32.0.1')],
  });
  expect(found).toEqual(['192.168.178.23', '10.8.0.2', '172.17.0.1']);
});
