// How an engine is found and with which options it is called, by what it says of itself.
import { chmod, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from 'vitest';
import { createEngineFinder } from '../../../../embedded-server/runtime/containers/engine.ts';
import { readDockerInfo, readPodmanInfo } from '../../../../embedded-server/runtime/containers/engine-facts.ts';
import {
  flagsFor,
  type MachineFacts,
  readHardLimits,
} from '../../../../embedded-server/runtime/containers/engine-flags.ts';
import { messageFor } from '../../../../src-shared/text/message.ts';
import { leftInEnglish } from '../../../support/in-german.ts';
import { makeTempFolder } from '../../../support/temp-folder.ts';

const podman = (host: object = {}) =>
  JSON.stringify({
    host: {
      arch: 'amd64',
      cgroupControllers: ['memory', 'cpu'],
      cgroupManager: 'systemd',
      cgroupVersion: 'v1',
      eventLogger: 'journald',
      hostname: 'here',
      ociRuntime: { name: 'crun' },
      serviceIsRemote: false,
      ...host,
    },
    version: { Version: '4.3.1' },
  });
const docker = (changes: object = {}) =>
  JSON.stringify({
    Architecture: 'x86_64',
    CpuCfsQuota: true,
    MemoryLimit: true,
    PidsLimit: true,
    Name: 'here',
    OperatingSystem: 'Debian',
    OSType: 'linux',
    ServerVersion: '28.1',
    ...changes,
  });
const machine: MachineFacts = {
  hasHybridGroups: true,
  hasSystemd: false,
  runc: '/usr/sbin/runc',
  init: undefined,
  hardLimits: { files: 20_000, processes: 96_365 },
};

test('Podman gets another runtime where its own refuses, no systemd where there is none, and limits that it may set', () => {
  const facts = readPodmanInfo(podman(), 'linux');
  expect(flagsFor(facts, machine)).toEqual({
    global: ['--runtime', '/usr/sbin/runc', '--cgroup-manager=cgroupfs', '--events-backend=file'],
    create: ['--ulimit=nofile=16384:16384', '--ulimit=nproc=32768:32768'],
    init: [],
  });
  expect(flagsFor(facts, machine, 30_000).create[0], 'no more than we may have ourselves').toBe(
    '--ulimit=nofile=20000:20000',
  );
  expect(facts.enforces).toEqual({ memory: true, cpu: true, processes: false });
});

test('Podman on an ordinary machine needs nothing, and one in a machine of its own is left as it is', () => {
  const ordinary = readPodmanInfo(podman({ cgroupVersion: 'v2' }), 'linux');
  expect(flagsFor(ordinary, { ...machine, hasHybridGroups: false, hasSystemd: true }).global).toEqual([]);
  const remote = readPodmanInfo(podman({ serviceIsRemote: true }), 'linux');
  expect([remote.isLocal, readPodmanInfo(podman(), 'darwin').isLocal]).toEqual([false, false]);
  expect(flagsFor(remote, machine)).toEqual({ global: [], create: [], init: ['--init'] });
});

test('Docker is local when its daemon has our name, and says why it does not answer', () => {
  const facts = readDockerInfo(docker(), 'linux', 'here');
  expect(facts).toMatchObject({ isLocal: true, architecture: 'amd64', enforces: { processes: true } });
  expect(flagsFor(facts, machine)).toEqual({ global: [], create: [], init: [] });
  expect(readDockerInfo(docker(), 'linux', 'elsewhere').isLocal).toBe(false);
  expect(readDockerInfo(docker({ OperatingSystem: 'Docker Desktop' }), 'linux', 'here').isLocal).toBe(false);
  const down = JSON.stringify({ ServerErrors: ['Cannot connect to the Docker daemon'] });
  expect(() => readDockerInfo(down, 'linux', 'here')).toThrow('Cannot connect to the Docker daemon');
  expect(readDockerInfo(docker({ ServerErrors: [] }), 'linux', 'here').version).toBe('28.1');
  expect(() => readDockerInfo(docker({ OSType: 'windows' }), 'win32', 'here')).toThrow(/Linux containers/);
});

test('a container gets a first process where there is one: what the machine has for Podman, what Docker brings', () => {
  const init = '/usr/bin/tini-static';
  const given = ['--init', `--init-path=${init}`];
  expect(flagsFor(readPodmanInfo(podman(), 'linux'), { ...machine, init }).init).toEqual(given);
  const ofDocker = (ID: string) => readDockerInfo(docker({ InitCommit: { ID } }), 'linux', 'here');
  expect(flagsFor(ofDocker('de40ad0'), { ...machine, init }).init).toEqual(['--init']);
  expect(flagsFor(ofDocker('N/A'), { ...machine, init }).init).toEqual([]);
});

test('an engine whose answer is not known is refused in words of ours', () => {
  const words = 'Slipway does not understand its version information. Update it.';
  expect(() => readPodmanInfo('<html>', 'linux')).toThrow(words);
  expect(() => readPodmanInfo('{}', 'linux')).toThrow(words);
  expect(() => readDockerInfo('', 'linux', 'here')).toThrow(words);
  expect(leftInEnglish(messageFor('container.engine-answer-unknown'))).toEqual([]);
});

test('hard limits are read, endless ones too', () => {
  const line = (name: string, hard: string) => `${name.padEnd(26)}1024                 ${hard.padEnd(21)}units\n`;
  expect(readHardLimits(line('Max processes', 'unlimited') + line('Max open files', '4096'))).toEqual({
    files: 4096,
    processes: Number.POSITIVE_INFINITY,
  });
  expect(readHardLimits('')).toBeUndefined();
});

test.skipIf(process.platform === 'win32')(
  'the one that answers is taken, and remembered until it is forgotten',
  async () => {
    const folder = await makeTempFolder('engines');
    const write = async (name: string, script: string) => {
      await writeFile(path.join(folder, name), `#!/bin/sh\n${script}\n`);
      await chmod(path.join(folder, name), 0o755);
    };
    let now = 0;
    const finder = createEngineFinder({ searchPath: folder, platform: 'linux', now: () => now });
    await expect(finder.find()).rejects.toThrow(/podman is not installed; docker is not installed\. Install Podman/);
    await write('podman', 'echo "Error: no such runtime" >&2; exit 125');
    // Remembered for a moment.
    await expect(finder.find()).rejects.toThrow(/podman is not installed/);
    now += 5_001;
    await expect(finder.find()).rejects.toThrow(
      /podman is installed but does not answer: Error: no such runtime; docker/,
    );
    await write('docker', `echo '${docker()}'`);
    finder.forget();
    expect((await finder.find()).name).toBe('docker');
    await write('podman', `echo '${podman()}'`);
    expect((await finder.find()).name).toBe('docker');
    finder.forget();
    expect((await finder.find()).name).toBe('podman');
  },
);
