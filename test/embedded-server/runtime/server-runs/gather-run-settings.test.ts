// Who wins when several say how a server is run, and how its arguments and environment come to be.
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from 'vitest';
import { fillPlaces } from '../../../../embedded-server/runtime/server-runs/fill-places.ts';
import { gatherSettings, type Sources } from '../../../../embedded-server/runtime/server-runs/gather-run-settings.ts';
import { readManifest } from '../../../../embedded-server/runtime/server-runs/program.ts';
import {
  machineEnvironment,
  type ServerFacts,
  serverEnvironment,
} from '../../../../embedded-server/runtime/server-runs/server-environment.ts';
import { AppError } from '../../../../src-shared/errors/app-error.ts';
import { buildManifest } from '../../../../src-shared/service/build-manifest.ts';
import { runSettings } from '../../../../src-shared/service/run-settings.ts';
import { leftInEnglish } from '../../../support/in-german.ts';
import { makeTempFolder } from '../../../support/temp-folder.ts';

const empty: Sources = {
  request: { ports: {} },
  version: undefined,
  manifest: undefined,
  guess: { arguments: [], ports: {} },
};
const udp = (internal_port?: number) => ({ protocol: 'udp' as const, ...(internal_port ? { internal_port } : {}) });

test('the call wins over the version, the version over slipway.json, and that over guesses', () => {
  const guess = { program: 'guessed', arguments: ['guess'], ports: { guess: udp() } };
  const manifest = buildManifest.parse({
    program: 'own',
    arguments: ['own'],
    ports: { own: udp() },
    environment: { A: 'own', B: 'own' },
  });
  const version = runSettings.parse({ arguments: ['version'], environment: { B: 'version', C: 'version' } });
  const request = { arguments: ['call'], ports: { call: udp() }, environment: { C: 'call' } };
  expect(gatherSettings({ ...empty, guess })).toMatchObject({ program: 'guessed', arguments: ['guess'] });
  expect(gatherSettings({ ...empty, guess, manifest })).toMatchObject({ program: 'own', arguments: ['own'] });
  const all = gatherSettings({ guess, manifest, version, request });
  expect(all.arguments).toEqual(['call']);
  expect(all.environment).toEqual({ A: 'own', B: 'version', C: 'call' });
  expect(Object.keys(all.ports)).toEqual(['call']);
  expect(all.hasOwnPorts).toBe(false);
  expect(gatherSettings({ guess, manifest, version: undefined, request: empty.request }).hasOwnPorts).toBe(true);
});

test('an empty list of ports in a call means those of the build', () => {
  const manifest = buildManifest.parse({ program: 'own', ports: { game: udp(7777) } });
  expect(gatherSettings({ ...empty, manifest }).ports).toEqual({
    game: { protocol: 'udp', internal_port: 7777, routing: { game_guard: {} } },
  });
});

test('a guarded port that asks for TLS is answered in plain and says so; a host port is left as it is', () => {
  const { ports } = runSettings.parse({
    ports: {
      a: { protocol: 'https' as const },
      b: { protocol: 'tcp_tls' as const, routing: { game_guard: {} } },
      c: { protocol: 'tcp' as const, routing: { host: {} } },
    },
  });
  const settled = gatherSettings({ ...empty, request: { ports } }).ports;
  expect(settled).toEqual({
    a: { protocol: 'http', routing: { game_guard: {} } },
    b: { protocol: 'tcp', routing: { game_guard: {} } },
    c: { protocol: 'tcp', routing: { host: {} } },
  });
});

test('limits and grace fall back when nobody names them', () => {
  const settings = gatherSettings(empty);
  expect(settings.limits).toEqual({});
  expect(settings.killTimeout).toBe(10_000);
  const resources = { cpu: 1, memory: 2 };
  const manifest = buildManifest.parse({ program: 'x', lifecycle: { kill_timeout: 0 }, resources });
  const own = gatherSettings({ ...empty, manifest });
  expect(own.killTimeout).toBe(0);
  expect(own.limits).toEqual({ cpu: 1, memory: 2 });
  const request = { ports: {}, resources: { memory: 4096 } };
  expect(gatherSettings({ ...empty, manifest, request }).limits).toEqual({ cpu: 1, memory: 4096 });
});

const values = {
  ports: new Map([
    ['game', 20_001],
    ['query', 20_002],
  ]),
  host: '127.0.0.1',
  logdir: '/logs',
};

test.each([
  ['--port={port}', '--port=20001'],
  ['{port:query}', '20002'],
  ['{host}:{port:game}', '127.0.0.1:20001'],
  ['-log {logdir}/a.log', '-log /logs/a.log'],
  ['{"json": {"port": 1}}', '{"json": {"port": 1}}'],
  ['{PORT} {ports} ${port}', '{PORT} {ports} $20001'],
])('the argument %s becomes %s', (argument, filled) => {
  expect(fillPlaces(argument, values)).toBe(filled);
});

function thrownBy(work: () => unknown): unknown {
  try {
    return work();
  } catch (thrown) {
    return thrown;
  }
}

test('an argument that asks for a port that is not there is refused with the ports that are', () => {
  expect(() => fillPlaces('{port:voice}', values)).toThrow(/uses \{port:voice\}, but its ports are game, query/);
  expect(() => fillPlaces('{port}', { ...values, ports: new Map() })).toThrow(/it has no ports/);
  for (const ports of [values.ports, new Map<string, number>()]) {
    const refused = thrownBy(() => fillPlaces('{port:voice}', { ...values, ports }));
    expect(refused instanceof AppError && leftInEnglish(refused.toMessage())).toEqual([]);
  }
});

test('what Slipway tells wins over the user, the user over the machine, and nothing else of ours gets in', () => {
  const facts: ServerFacts = {
    server_id: 's',
    game_id: 'g',
    namespace_id: 'n',
    namespaceName: 'prod',
    version_id: 'v',
    versionName: '1.0',
    region: 'local',
    host: '127.0.0.1',
    logdir: '/logs',
    ports: values.ports,
    addresses: new Map([['game', '127.0.0.1:30001']]),
  };
  const variables = { PATH: '/bin', SECRET_TOKEN: 'canary', NODE_OPTIONS: '--inspect' };
  const base = machineEnvironment(variables, '/work');
  const environment = serverEnvironment(facts, { PORT: '1', LEVEL: 'debug', PATH: '/own' }, base);
  expect(environment).toMatchObject({
    PATH: '/own',
    HOME: '/work',
    LEVEL: 'debug',
    PORT: '20001',
    PORT_GAME: '20001',
    PORT_QUERY: '20002',
    SLIPWAY_SERVER_ID: 's',
    SLIPWAY_NAMESPACE: 'prod',
    SLIPWAY_VERSION: '1.0',
    SLIPWAY_REGION: 'local',
    SLIPWAY_PUBLIC_ADDRESS: '127.0.0.1:30001',
    SLIPWAY_PUBLIC_GAME: '127.0.0.1:30001',
  });
  expect(JSON.stringify(environment)).not.toContain('canary');
  expect(environment).not.toHaveProperty('NODE_OPTIONS');
});

test('a slipway.json that was saved with the mark of Windows is read', async () => {
  const folder = await makeTempFolder();
  await writeFile(path.join(folder, 'slipway.json'), '\uFEFF{"program": "run"}');
  expect(await readManifest(folder)).toMatchObject({ program: 'run' });
});
