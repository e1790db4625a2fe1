// Hosting goes on when the app has ended, if a person wants it so: the next start joins what runs, and the setting ends it.
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import {
  endBackgroundService,
  isThere,
  startBackgroundService,
} from '../../../../src-main/core/local-service/background-service.ts';
import { startTestCore } from '../../../support/core.ts';
import { createTestHost, testCoreOptions } from '../../../support/core-options.ts';
import { isRunning } from '../../../support/is-running.ts';
import { makeTempFolder } from '../../../support/temp-folder.ts';
import { until } from '../../../support/until.ts';

async function keptPid(folder: string): Promise<number> {
  return (JSON.parse(await readFile(path.join(folder, 'kept-service.json'), 'utf8')) as { pid: number }).pid;
}

test('servers outlive the app with the setting, are joined by its next start, and end without it', {
  timeout: 90_000,
}, async () => {
  const folder = await makeTempFolder();
  const first = await startTestCore({ folder });
  await first.whenState('local', 'connected');
  await first.client.call('settings.set', { keep_hosting: true });
  await first.whenState('local', 'connected');
  const pid = await keptPid(folder);
  onTestFinished(async () => {
    if (await isRunning(pid)) process.kill(pid, 'SIGKILL');
  });
  const sample = await first.client.call('games.runSample', {});
  await first.core.close();
  expect(await isRunning(pid)).toBe(true);
  const answers = async () => (await fetch(sample.url, { headers: { connection: 'close' } })).status;
  expect(await answers(), 'players play on').toBe(200);

  const second = await startTestCore({ folder });
  await second.whenState('local', 'connected');
  expect(await keptPid(folder), 'the same service').toBe(pid);
  expect(await second.client.call('games.runSample', {}), 'the same server').toEqual(sample);

  await second.client.call('settings.set', { keep_hosting: false });
  await second.whenState('local', 'connected');
  await until(async () => !(await isRunning(pid)), 'the process of its own to end');
  await expect(answers()).rejects.toThrow();
});

test('one of another version, as an update leaves it, is ended and started again instead of joined', {
  timeout: 90_000,
}, async () => {
  const folder = await makeTempFolder();
  const { serviceCommand: command } = await testCoreOptions(folder, createTestHost(null, folder), {});
  if (command === undefined) throw new Error('A core of a test has one');
  const start = () => startBackgroundService(folder, command, { dataFolder: path.join(folder, 'local'), port: 0 });
  onTestFinished(() => endBackgroundService(folder));
  const old = await start();
  expect(await start(), 'the same version').toEqual({ ...old, isJoined: true });
  const { fetch } = globalThis;
  const asked = vi.spyOn(globalThis, 'fetch').mockImplementation(async (to, options) => {
    const isHealth = to instanceof URL && to.pathname === '/healthz';
    return isHealth ? Response.json({ status: 'ok', name: 'slipway', version: '0.0.9' }) : await fetch(to, options);
  });
  onTestFinished(() => asked.mockRestore());
  const { pid, isJoined } = await start();
  expect({ isJoined, isOld: pid === old.pid, runsOld: isThere(old.pid) }).toEqual({
    isJoined: false,
    isOld: false,
    runsOld: false,
  });
  await endBackgroundService(folder); // which asks it first
  const log = await readFile(path.join(folder, 'kept-service.log'), 'utf8');
  expect(log, 'nothing for each call that is answered').not.toContain('"level":"info"');
});

test('what is remembered of one is nothing where a full disk cut it off', async () => {
  const folder = await makeTempFolder();
  for (const text of ['', '{"pid":12']) {
    await writeFile(path.join(folder, 'kept-service.json'), text);
    await expect(endBackgroundService(folder)).resolves.toBeUndefined();
  }
});

test('a process of another user is none that the app started', () => {
  const kill = vi.spyOn(process, 'kill').mockImplementation(() => {
    throw Object.assign(new Error('kill EPERM'), { code: 'EPERM' });
  });
  onTestFinished(() => kill.mockRestore());
  expect(isThere(process.pid)).toBe(false);
  kill.mockRestore();
  expect(isThere(process.pid)).toBe(true);
});

test('one that cannot be remembered is ended, as no later start would know it', async () => {
  const folder = await makeTempFolder();
  await mkdir(path.join(folder, 'kept-service.json/in the way'), { recursive: true });
  const started = path.join(folder, 'started');
  const said = JSON.stringify({ url: 'http://127.0.0.1:1', token: 'x' });
  const program = `require('fs').writeFileSync(${JSON.stringify(started)}, String(process.pid)); console.log('${said}'); setInterval(() => {}, 1e6);`;
  const command = { program: process.execPath, before: ['-e', program, '--'] };
  await expect(startBackgroundService(folder, command, { dataFolder: folder, port: 0 })).rejects.toThrow();
  const pid = Number(await readFile(started, 'utf8'));
  onTestFinished(async () => {
    if (await isRunning(pid)) process.kill(pid, 'SIGKILL');
  });
  await until(async () => !(await isRunning(pid)), 'it to end');
});

test('one that takes long to end is still remembered', async () => {
  const folder = await makeTempFolder();
  const file = path.join(folder, 'kept-service.json');
  await writeFile(file, JSON.stringify({ pid: process.pid, data_folder: folder, port: 1 }));
  const kill = vi.spyOn(process, 'kill').mockReturnValue(true);
  let at = 0;
  const clock = vi.spyOn(performance, 'now').mockImplementation(() => (at += 15_000));
  await endBackgroundService(folder, process.pid);
  clock.mockRestore();
  expect(kill).toHaveBeenCalledWith(process.pid, 'SIGTERM');
  kill.mockRestore();
  expect(await keptPid(folder)).toBe(process.pid);
});
