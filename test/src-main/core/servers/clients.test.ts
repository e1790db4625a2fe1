// Clients that are started beside a server, crash bundles, and protected namespaces, over the bridge with real programs.

import { mkdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { createClients } from '../../../../src-main/core/servers/clients.ts';
import type { ClientView } from '../../../../src-shared/servers/clients-bridge.ts';
import { messageFor, textOf } from '../../../../src-shared/text/message.ts';
import { startTestCore } from '../../../support/core.ts';
import { anyResources, helloServer, hostingForAll, nodeBuild } from '../../../support/hosting.ts';
import { isRunning } from '../../../support/is-running.ts';
import { makeTempFolder } from '../../../support/temp-folder.ts';
import { until } from '../../../support/until.ts';

/** A core and a service start in each, and a busy machine takes its time for that. */
vi.setConfig({ testTimeout: 90_000 });

const openHosting = hostingForAll();

async function start(picked?: string) {
  const hosting = await openHosting();
  const core = await startTestCore({ askEvery: 50, ...(picked === undefined ? {} : { picked }) });
  const { client: bridge } = core;
  const { url, token } = hosting.server;
  const added = await bridge.call('instances.add', { url, token, name: 'EU' });
  if (added.outcome !== 'added') throw new Error('expected it to be added');
  await core.whenState(added.instance_id, 'connected');
  const place = { instance_id: added.instance_id, ...hosting.namespace };
  const game = { instance_id: place.instance_id, game_id: place.game_id };
  const run = async (program: string) => {
    const { build } = await hosting.deploy(nodeBuild(program));
    const body = { datacenter: 'local', tags: {}, runtime: { build }, network: { ports: {} }, resources: anyResources };
    return { ...place, ...(await bridge.call('servers.create', { ...place, body })) };
  };
  return { ...hosting, core: core.core, bridge, place, game, run };
}

describe('clients', () => {
  it('get the address in their arguments, show what they write, and say how they ended', async () => {
    const { bridge, place, game } = await start();
    let clients: ClientView[] = [];
    bridge.subscribe('servers.clients', {}, { next: (next) => (clients = next) });
    const script = path.join(await makeTempFolder('client'), 'a client.mjs');
    await writeFile(
      script,
      `console.log(process.argv.slice(2).join('|')); console.error('no sound card'); process.exitCode = 3;`,
    );
    const command = `"${process.execPath}" '${script}' --join {address} {host} {port} '; echo $HOME'`;
    await bridge.call('servers.setClientCommand', { ...game, command });
    const target = { ...place, server_id: 's', host: '::1', port: 21_004, count: 2 };
    await bridge.call('servers.openClients', target);
    await until(() => clients.length === 2 && clients.every(({ ended_at: end }) => end !== undefined));
    expect(clients.map(({ label, ending }) => [label, textOf(ending ?? '')])).toEqual([
      ['1', 'Ended with code 3.'],
      ['2', 'Ended with code 3.'],
    ]);
    expect(clients.map(({ failed }) => failed)).toEqual([{}, {}]);
    expect(clients[0]?.lines.map(({ text, is_error: isError }) => [text, isError])).toEqual(
      expect.arrayContaining([
        ['--join|[::1]:21004|::1|21004|; echo $HOME', false],
        ['no sound card', true],
      ]),
    );
    await bridge.call('servers.forgetClients', {});
    await until(() => clients.length === 0);
  });

  it('end when they are told to, and with the app', async () => {
    const { bridge, place, game, core } = await start();
    let clients: ClientView[] = [];
    bridge.subscribe('servers.clients', {}, { next: (next) => (clients = next) });
    const stubborn = `process.on('SIGTERM', () => console.log('not yet')); setInterval(() => {}, 1000)`;
    await bridge.call('servers.setClientCommand', { ...game, command: `"${process.execPath}" -e "${stubborn}"` });
    await bridge.call('servers.openClients', { ...place, server_id: 's', host: '127.0.0.1', port: 1, count: 2 });
    await until(() => clients.length === 2 && clients.every(({ pid }) => pid !== undefined));
    const [first, second] = clients;
    await bridge.call('servers.stopClient', { client_id: first?.id ?? '' });
    await until(() => clients[0]?.ending !== undefined);
    expect(clients[0]).not.toHaveProperty('failed');
    expect(clients[1]?.ending).toBeUndefined();
    expect(await isRunning(second?.pid ?? 0)).toBe(true);
    await core.close();
    expect(await isRunning(second?.pid ?? 0)).toBe(false);
  });

  it.skipIf(process.platform === 'win32')('end though a program of their own session keeps their output', async () => {
    const game = `setTimeout(() => {}, 60_000)`;
    const launcher = `
      const game = require('node:child_process').spawn(process.execPath, ['-e', ${JSON.stringify(game)}], { detached: true, stdio: ['ignore', 'inherit', 'inherit'] });
      console.log(game.pid);
      setTimeout(() => {}, 60_000);`;
    const { source, start: startOne, close } = createClients(false);
    await startOne({ game_id: 'g', server_id: 's', program: process.execPath, arguments: ['-e', launcher] });
    await until(() => source.snapshot()[0]?.lines.length === 1, 'the game');
    onTestFinished(() => void process.kill(Number(source.snapshot()[0]?.lines[0]?.text)));
    await close();
    expect(source.snapshot()[0]?.ended_at).toBeDefined();
  });

  it('write lines of any length, of which no more is kept than is shown', async () => {
    const writes = `process.stdout.write('first\\r\\n\\n' + 'x'.repeat(3_000_000) + '\\nlast')`;
    const { source, start: startOne } = createClients(false);
    await startOne({ game_id: 'g', server_id: 's', program: process.execPath, arguments: ['-e', writes] });
    await until(() => source.snapshot()[0]?.ended_at !== undefined);
    expect(source.snapshot()[0]?.lines.map(({ text }) => text)).toEqual(['first', '', 'x'.repeat(400), 'last']);
  });

  it('that refuse root say so where Slipway runs as root, and what to do', async () => {
    const says = `console.error('Running as root without --no-sandbox is not supported.'); process.exit(1)`;
    const order = { game_id: 'g', server_id: 's', program: process.execPath, arguments: ['-e', says] };
    const hints = [true, false].map(async (asRoot) => {
      const { source, start: startOne } = createClients(asRoot);
      await startOne(order);
      await until(() => source.snapshot()[0]?.ended_at !== undefined);
      return source.snapshot()[0]?.failed?.hint;
    });
    expect(await Promise.all(hints)).toEqual([messageFor('client.refuses-root'), undefined]);
  });

  it('that cannot be started say why, and the command of the game is kept', async () => {
    const { bridge, place, game } = await start();
    const target = { ...place, server_id: 's', host: '127.0.0.1', port: 1, count: 1 };
    await expect(bridge.call('servers.openClients', target)).rejects.toMatchObject({
      message: expect.stringContaining('Type a program'),
    });
    await bridge.call('servers.setClientCommand', { ...game, command: '/nowhere/client {port}' });
    await expect(bridge.call('servers.openClients', target)).rejects.toMatchObject({
      message: '/nowhere/client was not started. There is no such program. Use its whole path.',
    });
    const heard: { command: string; as_root?: boolean | undefined }[] = [];
    bridge.subscribe('servers.clientCommand', game, { next: (next) => heard.push(next) });
    await until(() => heard.at(-1)?.command === '/nowhere/client {port}');
    expect(heard.at(-1)?.as_root === true).toBe(process.getuid?.() === 0);
  });
});

describe('a crash bundle', () => {
  it('is previewed, and saved whole in the folder that was picked', async () => {
    const folder = path.join(await makeTempFolder('bundles'), 'here');
    await mkdir(folder);
    const { bridge, run, untilState } = await start(folder);
    const target = await run(`console.error('ERROR: reef is full'); process.exit(7);`);
    await untilState(target.server_id, 'crashed', 'failed', 'exited');
    const { files } = await bridge.call('servers.previewBundle', target);
    expect(files.map(({ name }) => name)).toContain('manifest.json');
    const saved = await bridge.call('servers.saveBundle', { ...target, leave_out: [] });
    expect(saved).toEqual({ outcome: 'saved', file: path.join(folder, `crash-${target.server_id}.zip`) });
    if (saved.outcome !== 'saved') return;
    expect((await readFile(saved.file)).subarray(0, 2).toString()).toBe('PK');
  });

  it('is downloaded by the window where the shell has no picker', async () => {
    const { bridge, run, untilState } = await start();
    const target = await run('process.exit(7);');
    await untilState(target.server_id, 'crashed', 'failed', 'exited');
    const saved = await bridge.call('servers.saveBundle', { ...target, leave_out: [] });
    if (saved.outcome !== 'download') throw new Error(`expected an address, not ${saved.outcome}`);
    const answer = await fetch(saved.url, { headers: { connection: 'close' } });
    expect((await answer.arrayBuffer()).byteLength).toBe(saved.bytes);
  });

  it('of a server that runs is refused in words', async () => {
    const { bridge, run, untilState } = await start();
    const target = await run(helloServer);
    await untilState(target.server_id, 'running');
    await expect(bridge.call('servers.previewBundle', target)).rejects.toMatchObject({
      message: expect.stringContaining('still running'),
    });
  });
});

it('servers of a protected namespace are ended only with its name', async () => {
  const { bridge, place, run, untilState } = await start();
  const target = await run(helloServer);
  await untilState(target.server_id, 'running');
  const mark = { ...place, is_protected: true };
  await bridge.call('instances.protectNamespace', mark);
  const refused = { code: 'NAMESPACE_PROTECTED' };
  await expect(bridge.call('servers.stop', { ...target, grace_ms: 0 })).rejects.toMatchObject(refused);
  await expect(bridge.call('servers.restart', { ...target, confirm: 'staging' })).rejects.toMatchObject(refused);
  await bridge.call('servers.stop', { ...target, grace_ms: 0, confirm: 'prod' });
  await untilState(target.server_id, 'stopped');
});
