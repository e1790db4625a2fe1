// The machine sleeps, or gets another network, while a build is on its way: the app and `slipway push` notice it themselves, in processes
// of their own, and go on without waiting for lines that are dead or for a try that is an hour away.
import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import { startCommand, whenEnded } from '../../../support/command.ts';
import { startCoreProcess } from '../../../support/core-process.ts';
import { startFaultProxy } from '../../../support/fault-proxy.ts';
import type { Fault } from '../../../support/open-fault-proxy.ts';
import { startWithGame } from '../../../support/service.ts';
import { makeTempFolder } from '../../../support/temp-folder.ts';
import { until } from '../../../support/until.ts';
import { randomFile } from '../../../support/upload.ts';

vi.setConfig({ testTimeout: 120_000 });

const MIB = 1_048_576;
const part = { method: 'PUT', match: /^\/uploads\// } as const;
const preload = path.join(import.meta.dirname, '../../../support/moved-machine.cjs');
const machine = (how: 'sleeps' | 'moves') => ({ NODE_OPTIONS: `--require ${preload}`, MACHINE: how });
/** Only who is told that things have changed tries before. */
const anHour: Fault = { kind: 'status', status: 503, retryAfter: '3600' };

async function startService() {
  const service = await startWithGame();
  const proxy = await startFaultProxy(service.server.url);
  const build = path.join(await makeTempFolder('build'), 'harbor');
  await mkdir(build);
  await writeFile(path.join(build, 'server.bin'), randomFile(MIB));
  // Without a program it would not be sent.
  await writeFile(path.join(build, 'start.sh'), '#!/bin/sh\n', { mode: 0o755 });
  const isSent = () => proxy.requests.some(({ method, bodyBytes }) => method === 'PUT' && bodyBytes >= MIB);
  return { service, proxy, build, isSent };
}

describe.skipIf(process.platform === 'win32')('the app', () => {
  async function startSending(how: 'sleeps' | 'moves', fault: Fault) {
    const { service, proxy, build, isSent } = await startService();
    const app = await startCoreProcess(await makeTempFolder('app'), build, machine(how));
    const { token } = service.server;
    const added = await app.client.call('instances.add', { url: proxy.url, token, name: 'EU' });
    if (added.outcome !== 'added') throw new Error(`expected it to be added, not ${added.outcome}`);
    await app.whenConnected(added.instance_id);
    proxy.fail({ ...part, times: 1, fault });
    const { source } = await app.client.call('transfers.chooseFolder', {});
    const place = { instance_id: added.instance_id, ...service.place };
    const request = { source_id: source?.source_id ?? '', ...place, name: '1.4.2' };
    const { transfer_id: id } = await app.client.call('transfers.start', request);
    return { app, id, isSent };
  }

  it('begins the tries of dead lines again when it wakes, and has met no trouble', async () => {
    const { app, id, isSent } = await startSending('sleeps', { kind: 'half-open' });
    await until(isSent, 'the part to be sent');
    app.signal('SIGUSR2');
    expect(await app.whenTransfer(id, 'done')).toMatchObject({ tries: 1 });
    await app.quit();
  });

  it('tries at once on another network', async () => {
    const { app, id } = await startSending('moves', anHour);
    await app.whenTransfer(id, 'waiting');
    app.signal('SIGUSR2');
    await app.whenTransfer(id, 'done');
    await app.quit();
  });
});

describe.skipIf(process.platform === 'win32')('slipway push', () => {
  async function startPushing(how: 'sleeps' | 'moves', fault: Fault) {
    const { service, proxy, build, isSent } = await startService();
    proxy.fail({ ...part, times: 1, fault });
    const env = { SLIPWAY_URL: proxy.url, SLIPWAY_TOKEN: service.server.token, ...machine(how) };
    const home = await makeTempFolder('home');
    const child = startCommand(['push', build, '--game', service.game.name_id, '--json'], { home, env });
    return { child, isSent };
  }

  it('begins the tries of dead lines again when it wakes, and has met no trouble', async () => {
    const { child, isSent } = await startPushing('sleeps', { kind: 'half-open' });
    const ended = whenEnded(child);
    await until(isSent, 'the part to be sent');
    child.kill('SIGUSR2');
    const { code, stdout, stderr } = await ended;
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(stdout).not.toContain('"trouble"');
  });

  it('tries at once on another network', async () => {
    const { child } = await startPushing('moves', anHour);
    let output = '';
    child.stdout?.on('data', (chunk: Buffer) => (output += chunk.toString()));
    const ended = whenEnded(child);
    await until(() => output.includes('"trouble"'), 'it to wait');
    child.kill('SIGUSR2');
    expect(await ended).toMatchObject({ code: 0, stderr: '' });
  });
});
