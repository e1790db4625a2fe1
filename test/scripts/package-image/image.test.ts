// The container image as Podman and Docker have it: built here without either, loaded, started as it is meant to be, and pushed to.
import { randomUUID } from 'node:crypto';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { slipwayVersion } from '../../../src-shared/version.ts';
import { hasEngine, theEngine } from '../../embedded-server/runtime/containers/support/podman.ts';
import { runCommand } from '../../support/command.ts';
import { type DockerDaemon, hasDocker, startDocker } from '../../support/docker-daemon.ts';
import { freePort } from '../../support/free-port.ts';
import { slipwayImage } from '../../support/slipway-image.ts';
import { isSoak } from '../../support/soak.ts';
import { makeTempFolder } from '../../support/temp-folder.ts';
import { until } from '../../support/until.ts';

const NAME = `localhost/slipway:${slipwayVersion}`;
const project = path.join(import.meta.dirname, '../../..');
const health = ['/usr/lib/slipway/node', '/usr/lib/slipway/bin/health.js'];
/** The usual ones are more than a machine of tests may give. */
const limits = ['nofile=16384:16384', 'nproc=4096:4096'].flatMap((limit) => ['--ulimit', limit]);
const serve = ['serve', '--data', '/data/service', '--listen', '0.0.0.0', '--trust-proxy'];

let file = '';
beforeAll(async () => {
  if (!hasEngine && !hasDocker) return;
  file = await slipwayImage();
}, 240_000);

type Engine = Pick<DockerDaemon, 'socket' | 'run' | 'end'>;

const podman = async (): Promise<Engine> => ({
  socket: '',
  run: (...args: string[]) => theEngine().run(args),
  end: async () => undefined,
});

describe.skipIf(!hasEngine)(`the image in Podman${hasEngine ? '' : ' (no container engine)'}`, () => testsWith(podman));
describe.skipIf(!hasDocker)(`the image in Docker${hasDocker ? '' : ' (no Docker daemon)'}`, () =>
  // What runs in it is the same as in Podman.
  testsWith(() => startDocker(), isSoak || !hasEngine),
);

/** Where it is not to be whole, the image is loaded and begins. */
function testsWith(open: () => Promise<Engine>, isWhole = true): void {
  const containers: string[] = [];
  const volume = `slipway-image-${randomUUID()}`;
  let opened: Engine | undefined;
  const engine = async (...args: string[]) => await (opened as Engine).run(...args);
  /** Its network is this machine's, as everywhere in these tests: engines here have no bridge. */
  const start = async (...words: string[]) => {
    const name = `slipway-image-${randomUUID()}`;
    containers.push(name);
    const flags = [
      '--detach',
      '--name',
      name,
      '--network=host',
      '--volume',
      `${volume}:/data`,
      '--read-only',
      ...limits,
    ];
    await engine('run', ...flags, '--cap-drop=all', '--security-opt=no-new-privileges', NAME, ...words);
    return name;
  };

  beforeAll(async () => {
    opened = await open();
    await engine('load', '--input', file);
  }, 240_000);
  afterAll(async () => {
    for (const name of containers) await engine('rm', '--force', name);
    await engine('volume', 'rm', '--force', volume);
    await engine('image', 'rm', '--force', NAME);
    await opened?.end();
  });

  test('is no root, has a volume, and no shell', async () => {
    const [facts] = JSON.parse(await engine('image', 'inspect', NAME)) as { Config: object }[];
    expect(facts?.Config).toMatchObject({ User: '10001:10001', Volumes: { '/data': {} } });
    const shell = engine('run', '--rm', ...limits, '--network=host', '--entrypoint=/bin/sh', NAME);
    await expect(shell).rejects.toThrow(/no such file/);
  });

  test('says what is missing where it is started without its name', async () => {
    const alone = engine('run', '--rm', ...limits, '--network=host', NAME);
    await expect(alone).rejects.toThrow(/--public-url/);
  });

  if (!isWhole) return;

  test('serves, is healthy, takes a push, and has it after it was ended and started anew', async () => {
    const port = String(await freePort());
    const words = [...serve, '--port', port, '--public-url', `http://127.0.0.1:${port}`];
    const exec = (name: string, ...args: string[]) =>
      engine('exec', '--env', `SLIPWAY_HEALTH_PORT=${port}`, name, ...args);
    const isHealthy = (name: string) =>
      exec(name, ...health).then(
        () => true,
        () => false,
      );
    const slipway = ['/usr/lib/slipway/node', '/usr/lib/slipway/bin/slipway.js'];
    const answers = () =>
      fetch(`http://127.0.0.1:${port}/healthz`, { headers: { connection: 'close' } }).then(
        ({ ok }) => ok,
        () => false,
      );
    // Each look of the image itself is a process in it, so it looks once there is something to see.
    const whenHealthy = async (name: string) => {
      await until(answers, 'the service to answer');
      await until(() => isHealthy(name), 'the service to be healthy');
    };
    const first = await start(...words);
    await whenHealthy(first);
    const logs = await engine('logs', first);
    const [, token = ''] = /Token\s+(\S+)/.exec(logs) ?? [];
    const env = { SLIPWAY_TOKEN: token };
    const sample = path.join(project, 'samples/udp-echo');
    const place = ['--game', 'tidebreak', '--create-game', '--url', `http://127.0.0.1:${port}`, '--allow-http'];
    const home = await makeTempFolder('home');
    const pushed = await runCommand(['push', sample, '--name', '1', ...place], { home, env });
    expect(pushed.code, pushed.stderr).toBe(0);
    await engine('stop', '--time=20', first);
    await expect(isHealthy(first)).resolves.toBe(false);
    const again = await start(...words);
    await whenHealthy(again);
    const games = await exec(again, ...slipway, 'games', '--data', '/data/service', '--json');
    expect(games).toContain('tidebreak');
  }, 120_000);
}
