// The command that makes a container, and which folders of an image are kept.
import { expect, test } from 'vitest';
import { createArguments, keptVolumes } from '../../../../embedded-server/runtime/containers/create-arguments.ts';
import type { Engine } from '../../../../embedded-server/runtime/containers/engine.ts';

const engine: Engine = {
  name: 'podman',
  version: '4.3.1',
  isLocal: true,
  architecture: 'amd64',
  enforces: { memory: true, cpu: true, processes: true },
  hasInit: true,
  createFlags: [],
  initFlags: ['--init'],
  run: () => Promise.reject(new Error('not run')),
  command: () => ({ program: 'podman', arguments: [] }),
};

function argumentsOf(program: string, kept: { source: string; place: string }[] = []): string[] {
  const image = { name: 'localhost/game', ports: [], volumes: [], program, user: '', isElsewhere: false };
  const plan = { server_id: 'a', arguments: [], environment: {}, folder: '/data/servers/a', limits: {}, kept };
  const onOutput = () => undefined;
  return createArguments(engine, { ...plan, image, publish: [], onOutput }, { maxProcesses: 9, environmentFlags: [] });
}

test('a program gets a first process in front of it, and one that is such itself gets none', () => {
  expect(argumentsOf('/srv/game')).toContain('--init');
  for (const program of ['/init', '/sbin/init', '/usr/bin/tini', 'dumb-init', '/bin/s6-svscan'])
    expect(argumentsOf(program)).not.toContain('--init');
});

test('kept folders are mounted at their places, whatever their names have in them', () => {
  const kept = [
    { source: '/data/kept/n/1/files/world', place: 'world' },
    { source: '/data/kept/n/1/files/a, "b"', place: 'a, "b"' },
  ];
  expect(argumentsOf('/srv/game', kept)).toEqual(
    expect.arrayContaining([
      '--mount=type=bind,source=/data/kept/n/1/files/world,target=/world',
      '--mount=type=bind,"source=/data/kept/n/1/files/a, ""b""","target=/a, ""b"""',
    ]),
  );
});

test('volumes are kept, but for scratch folders and those within others', () => {
  const named = [
    '/data/world/',
    '/data',
    '/tmp',
    '/var/tmp/x',
    '/run/game',
    '/',
    '/slipway',
    '/opt/../etc',
    '/srv/saves',
  ];
  expect(keptVolumes(named)).toEqual(['data', 'srv/saves']);
});
