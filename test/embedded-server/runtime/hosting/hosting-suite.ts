// What holds for servers wherever they run: real builds, real processes, real ports, through the service's own calls.
import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { connect } from 'node:net';
import { describe, expect, onTestFinished, test } from 'vitest';
import { addressOf, helloAgain, helloServer, nodeBuild, type startHosting } from '../../../support/hosting.ts';
import { until } from '../../../support/until.ts';

function ask(at: { host: string; port: number }): Promise<string> {
  return new Promise((resolve, reject) => {
    let text = '';
    const socket = connect(at.port, at.host);
    socket.on('data', (chunk) => (text += chunk.toString()));
    socket.on('end', () => resolve(text)).on('error', reject);
  });
}

/**
 * `start`: a service whose servers run in the place that is looked at. What the service decides by itself, wherever they run, and what
 * tests of hosts show beside other things is left out where `isWhole` is false.
 */
export function describeHosting(where: string, start: () => ReturnType<typeof startHosting>, isWhole = true): void {
  const testOfService = (name: string, run: () => Promise<void>) => {
    if (isWhole) test(name, run);
  };
  describe(where, () => {
    test('a server is created from an uploaded build, is reached where it says, and ends when it is told to', async () => {
      const { deploy, create, untilState, call, path, list } = await start();
      const { build } = await deploy(nodeBuild(), '1.0');
      const created = await create(build, { tags: { mode: 'duel' } });
      expect(created).toMatchObject({ tags: { mode: 'duel' }, state: 'preparing', kept: false });
      expect(created.started_at).toBeUndefined();
      const running = await untilState(created.id, 'running');
      expect(running.started_at).toBeGreaterThanOrEqual(running.created_at);
      expect(running.network.ports['game']).toMatchObject({ protocol: 'tcp', routing: { game_guard: {} } });
      expect(await ask(addressOf(running))).toBe('hello 1.0');
      expect(await list()).toHaveLength(1);
      expect((await call('DELETE', `${path}/servers/${created.id}`)).status).toBe(200);
      const stopped = await untilState(created.id, 'stopped');
      expect(stopped).toMatchObject({ exit: { code: 0, by: 'you' } });
      expect(stopped.destroyed_at).toBeGreaterThan(0);
      expect(stopped.problem).toBeUndefined();
      expect(await list()).toHaveLength(0);
      expect(await list(true)).toHaveLength(1);
      expect((await call('DELETE', `${path}/servers/${created.id}`)).status, 'ending it again').toBe(200);
    });

    testOfService(
      'a namespace keeps the servers its policy asks for, and a switch brings those of the new version',
      async () => {
        const { deploy, policy, switchTo, list, untilState } = await start();
        const one = await deploy(nodeBuild(), '1.0');
        const two = await deploy(nodeBuild(helloAgain), '2.0');
        await policy({ server_count: 2, on_version_switch: 'stop' });
        await switchTo(one.version);
        await until(async () => (await list()).filter(({ state }) => state === 'running').length === 2);
        const before = await list();
        expect(before.every(({ kept, version }) => kept === true && version === one.version)).toBe(true);
        await switchTo(two.version);
        for (const { id } of before) expect(await untilState(id, 'stopped')).toMatchObject({ exit: { by: 'policy' } });
        await until(async () => (await list()).filter(({ state }) => state === 'running').length === 2);
        const [first] = await list();
        expect(await ask(addressOf(first as never))).toBe('hello 2.0');
      },
    );

    testOfService('two switches at once end where the last one points', async () => {
      const { deploy, policy, switchTo, list } = await start();
      const one = await deploy(nodeBuild(), '1.0');
      const two = await deploy(nodeBuild(helloAgain), '2.0');
      await policy({ server_count: 1, on_version_switch: 'stop' });
      await Promise.all([switchTo(one.version), switchTo(two.version)]);
      await until(async () => {
        const all = await list();
        return all.length === 1 && all[0]?.state === 'running' && all[0].version === two.version;
      });
    });

    testOfService('while old servers have players they drain; they end when the last one leaves', async () => {
      const { deploy, policy, switchTo, list, untilState, client, place } = await start();
      const stay = `
    require('node:net').createServer((s) => { s.on('error', () => {}); s.resume(); s.write('hi'); }).listen(+process.env.PORT, '127.0.0.1');
  `;
      const one = await deploy(nodeBuild(stay), '1.0');
      const two = await deploy(nodeBuild(`// two${stay}`), '2.0');
      await policy({ server_count: 1, on_version_switch: 'drain' });
      await switchTo(one.version);
      await until(async () => (await list())[0]?.state === 'running');
      const [old] = await list();
      const player = connect(addressOf(old as never).port, '127.0.0.1');
      player.write('hello');
      await new Promise((resolve) => player.once('data', resolve));
      const total = async () => (await client.getGame({ params: { game_id: place.game_id } })).game.total_player_count;
      // They came a moment ago, and nobody knows yet that they stay.
      await switchTo(two.version);
      await until(async () =>
        (await list()).some(({ version, state }) => version === two.version && state === 'running'),
      );
      await untilState(old?.id ?? '', 'draining');
      await until(async () => (await total()) === 1, 'the player to count');
      expect(await untilState(old?.id ?? '', 'draining')).toMatchObject({ players: { now: 1 } });
      player.destroy();
      expect(await untilState(old?.id ?? '', 'stopped')).toMatchObject({ exit: { by: 'policy' } });
      expect(await total()).toBe(0);
    });

    test('who only asked what a server is keeps it from ending for no longer than a question takes', async () => {
      const { deploy, policy, switchTo, list, untilState } = await start();
      const udp = { ports: { game: { protocol: 'udp' } } };
      const one = await deploy(nodeBuild(helloServer, udp), '1.0');
      const two = await deploy(nodeBuild(helloAgain, udp), '2.0');
      await policy({ server_count: 1, on_version_switch: 'drain' });
      await switchTo(one.version);
      await until(async () => (await list())[0]?.state === 'running');
      const [old] = await list();
      const socket = createSocket('udp4');
      onTestFinished(() => void socket.close());
      socket.send('info', addressOf(old as never).port, '127.0.0.1');
      await once(socket, 'message');
      await switchTo(two.version);
      // Its UDP session would last for a minute, which is longer than this test.
      expect(await untilState(old?.id ?? '', 'stopped')).toMatchObject({ exit: { by: 'policy' } });
    });

    test('what a server writes into {logdir} is in its log, beside what it writes out', async () => {
      const { deploy, create, untilState, client, params } = await start();
      const writes = `
    ${helloServer}
    const fs = require('node:fs');
    fs.writeFileSync(process.argv[2] + '/game.log', 'from the first line of the file\\n');
    setTimeout(() => fs.appendFileSync(process.argv[2] + '/game.log', 'and a later one\\n'), 300);
  `;
      const { build } = await deploy(
        nodeBuild(writes, { arguments: ['{logdir}'], ports: { game: { protocol: 'tcp' } } }),
      );
      const { id } = await create(build);
      await untilState(id, 'running');
      await until(async () => {
        const { lines } = await client.readServerLog({
          params: { ...params, server_id: id },
          query: { streams: ['file'] },
        });
        return lines.map(({ text }) => text).join(' / ') === 'from the first line of the file / and a later one';
      });
    });

    test('what a server uses and who came through its ports is seen while it runs, and stays when it has ended', async () => {
      const { deploy, create, untilState, client, params, call, path } = await start();
      const { build } = await deploy(nodeBuild());
      const { id } = await create(build);
      const place = { params: { ...params, server_id: id } };
      await ask(addressOf(await untilState(id, 'running')));
      await until(async () => {
        const { inspection } = await client.inspectServer(place);
        const { connections_total: total, connections } = inspection.traffic['game'] ?? {};
        return (inspection.usage?.memory ?? 0) > 1_000_000 && total === 1 && connections === 0;
      });
      const { inspection } = await client.inspectServer(place);
      expect(inspection.command).toMatch(/node.* .*server\.js$/);
      expect(inspection.traffic['game']).toMatchObject({ bytes_out: 'hello v'.length + 8, connections: 0, refused: 0 });
      expect((await client.listServerUsage({ params })).servers).toMatchObject([{ id, processes: 1 }]);
      await call('DELETE', `${path}/servers/${id}`);
      await untilState(id, 'stopped');
      const { points } = await client.getServerUsage({ ...place, query: {} });
      expect(points.length).toBeGreaterThan(0);
      expect((await client.inspectServer(place)).inspection.traffic['game']).toMatchObject({ connections_total: 1 });
    });

    test('a server is given a worse network while it runs, and a good one again', async () => {
      const { deploy, create, untilState, client, params } = await start();
      const { build } = await deploy(nodeBuild());
      const { id } = await create(build);
      const place = { params: { ...params, server_id: id } };
      const at = addressOf(await untilState(id, 'running'));
      const conditions = { latency_ms: 400, jitter_ms: 0, loss_percent: 0, duplicate_percent: 0, reorder_percent: 0 };
      await client.setServerNetwork({ ...place, body: { conditions } });
      const startedAt = performance.now();
      await ask(at);
      expect(performance.now() - startedAt, 'half of the latency at least').toBeGreaterThan(150);
      expect((await client.inspectServer(place)).inspection.network).toMatchObject({ latency_ms: 400 });
      await client.setServerNetwork({ ...place, body: {} });
      expect((await client.inspectServer(place)).inspection.network).toBeUndefined();
    });

    testOfService(
      'a crash is explained by a bundle without secrets, which is fetched once it was looked at',
      async () => {
        const { deploy, create, untilState, client, params, call, path } = await start();
        const { build } = await deploy(nodeBuild("console.log('key ' + process.env.API_KEY); process.exit(7)"));
        const { id } = await create(build, { runtime: { build, environment: { API_KEY: 'canary-5f1c9a' } } });
        await untilState(id, 'crashed');
        const place = { params: { ...params, server_id: id } };
        const { files } = await client.previewCrashBundle(place);
        expect(files.map(({ name }) => name)).toEqual(
          expect.arrayContaining(['manifest.json', 'exit.json', 'log-tail.txt']),
        );
        const why = 'How the server ended';
        expect(files).toContainEqual(expect.objectContaining({ name: 'exit.json', why }));
        const { body } = await call('GET', `${path}/servers/${id}/crash-bundle`, { headers: { prefer: 'reasons' } });
        const inReasons = expect.objectContaining({ name: 'exit.json', why: { text: why, reason: 'bundle.exit' } });
        expect(body).toMatchObject({ files: expect.arrayContaining([inReasons]) });
        const { url, bytes } = await client.makeCrashBundle({ ...place, body: {} });
        const zip = Buffer.from(await (await fetch(url)).arrayBuffer());
        expect(zip.length).toBe(bytes);
        expect(zip.subarray(0, 2).toString()).toBe('PK');
        expect(zip.includes('canary-5f1c9a')).toBe(false);
        expect((await fetch(`${url}x`)).status).toBe(404);
      },
    );

    testOfService(
      'a restart ends a server and starts one other in the same way, however many ask at once',
      async () => {
        const { deploy, create, untilState, client, params, list } = await start();
        const { build } = await deploy(nodeBuild());
        const { id } = await create(build, { tags: { mode: 'duel' } });
        await untilState(id, 'running');
        const restart = () => client.restartServer({ params: { ...params, server_id: id }, body: {} });
        const [{ server: again }, { server: same }] = await Promise.all([restart(), restart()]);
        expect(same.id).toBe(again.id);
        expect(again).toMatchObject({ tags: { mode: 'duel' }, kept: false });
        expect(again.id).not.toBe(id);
        await untilState(again.id, 'running');
        expect(await list()).toHaveLength(1);
      },
    );

    testOfService(
      'a restart of a server whose version was left, or whose place is taken, starts one that stays',
      async () => {
        const { deploy, policy, switchTo, list, untilState, client, params } = await start();
        const first = await deploy(nodeBuild(), '1');
        const second = await deploy(nodeBuild(`// another\n${helloServer}`), '2');
        await policy({ server_count: 1, on_version_switch: 'stop' });
        await switchTo(first.version);
        const ofVersion = async (version: string) => (await list()).find((one) => one.version === version)?.id ?? '';
        await until(async () => (await ofVersion(first.version)) !== '');
        const old = await untilState(await ofVersion(first.version), 'running');
        await switchTo(second.version);
        await untilState(old.id, 'stopped');
        const { server: again } = await client.restartServer({ params: { ...params, server_id: old.id }, body: {} });
        expect(again).toMatchObject({ version: first.version, kept: false });
        await untilState(again.id, 'running');
        await untilState(await ofVersion(second.version), 'running');
        expect((await list()).map(({ state }) => state)).toEqual(['running', 'running']);
      },
    );

    testOfService(
      'a kept server that a person stops stays stopped, until something new is asked of the namespace',
      async () => {
        const { deploy, policy, switchTo, list, call, path, untilState } = await start();
        const { version } = await deploy(nodeBuild());
        await policy({ server_count: 1 });
        await switchTo(version);
        await until(async () => (await list())[0]?.state === 'running');
        const [{ id } = { id: '' }] = await list();
        await call('DELETE', `${path}/servers/${id}`);
        await untilState(id, 'stopped');
        expect(await list()).toHaveLength(0);
        await policy({ server_count: 1 });
        await until(async () => (await list())[0]?.state === 'running');
      },
    );

    testOfService('a simulated region is a place to create servers in, with the network that it names', async () => {
      const { deploy, create, untilState, client, params, game } = await start();
      const conditions = { latency_ms: 300, jitter_ms: 0, loss_percent: 0, duplicate_percent: 0, reorder_percent: 0 };
      const body = { display_name: 'Far away', name_id: 'far', conditions };
      const { region_id: id } = await client.createRegion({ body });
      const { game: seen } = await client.getGame({ params: { game_id: game.game_id } });
      expect(seen.available_regions).toMatchObject([{ provider: 'local' }, { provider: 'simulated', region_id: id }]);
      expect((await client.listDatacenters({ params })).datacenters).toMatchObject([
        { slug: 'local' },
        { slug: 'far' },
      ]);
      const { build } = await deploy(nodeBuild());
      const server = await create(build, { datacenter: 'far' });
      expect(server.datacenter).toBe(id);
      await untilState(server.id, 'running');
      const { inspection } = await client.inspectServer({ params: { ...params, server_id: server.id } });
      expect(inspection.network).toMatchObject({ latency_ms: 300 });
      await expect(client.createRegion({ body })).rejects.toMatchObject({ code: 'VALIDATION_ERROR' });
      await client.deleteRegion({ params: { region_id: id } });
      await expect(create(build, { datacenter: 'far' })).rejects.toThrow(
        /no datacenter .*far.* here\. There are: local/,
      );
    });

    test('a password among the arguments reaches the server, and stands nowhere that people read', async () => {
      const { deploy, create, untilState, client, params } = await start();
      const says = `console.log('given', process.argv[3]);
        require('node:net').createServer(() => {}).listen(+process.env.PORT, '127.0.0.1');`;
      const given = ['+rcon_password', 'hunter2'];
      const { build } = await deploy(nodeBuild(says, { arguments: given, ports: { game: { protocol: 'tcp' } } }));
      const { id } = await create(build);
      await untilState(id, 'running');
      const place = { params: { ...params, server_id: id } };
      expect((await client.inspectServer(place)).inspection.command).toMatch(/ \+rcon_password \*\*\*$/);
      const texts = async () => (await client.readServerLog({ ...place, query: {} })).lines.map(({ text }) => text);
      await until(async () => (await texts()).includes('given hunter2'), 'its own words, which are its own');
      expect((await texts()).some((text) => text.startsWith('Starting ') && text.includes('hunter2'))).toBe(false);
    });
  });
}
