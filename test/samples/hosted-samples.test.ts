// The samples as Slipway hosts them: ready by the SDK, players as the game counts them, a console, and what is kept.
import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { access, readFile } from 'node:fs/promises';
import { connect } from 'node:net';
import path from 'node:path';
import { expect, test, vi } from 'vitest';
import { addressOf, type Files, startHosting } from '../support/hosting.ts';
import { startOnce } from '../support/start-once.ts';
import { until } from '../support/until.ts';
import { openPlayer, samples } from './support.ts';

// Real servers, and a Python that starts.
vi.setConfig({ testTimeout: 60_000 });

const started = startOnce(startHosting);
const hasPython = await access('/usr/bin/python3').then(
  () => true,
  () => false,
);

async function filesOf(sample: string, names: readonly string[]): Promise<Files> {
  const files: Files = {};
  for (const name of names) {
    const text = await readFile(path.join(samples, sample, name), 'utf8');
    files[name] = { text, mode: name.endsWith('.sh') ? 0o755 : 0o644 };
  }
  return files;
}

async function host(files: Files) {
  const hosting = await started();
  const { build } = await hosting.deploy(files);
  const start = async () => {
    const { id } = await hosting.create(build);
    const server = await hosting.untilState(id, 'running', 'failed', 'crashed');
    const params = { ...hosting.params, server_id: id };
    const lines = async () => {
      const { lines: found } = await hosting.client.readServerLog({ params, query: {} });
      return found.map(({ text }) => text).join('\n');
    };
    const saw = (text: string) => until(async () => (await lines()).includes(text), `"${text}" in the log`);
    const type = (line: string) => hosting.client.typeIntoServer({ params, body: { line } });
    const stop = async () => {
      await hosting.client.destroyServer({ params, query: {} });
      await hosting.untilState(id, 'stopped', 'exited', 'crashed');
    };
    return { server, lines, saw, type, stop, params };
  };
  return { ...hosting, start };
}

const regatta = [
  'bots.js',
  'client/client.js',
  'client/course.js',
  'client/draw.js',
  'client/index.html',
  'client/link.js',
  'client/shapes.js',
  'client/style.css',
  'console.js',
  'frames.js',
  'host.js',
  'lobby.js',
  'log.js',
  'package.json',
  'pilot.js',
  'race.js',
  'records.js',
  'sailing.js',
  'server.js',
  'slipway.json',
  'websocket.js',
];

test('Pocket Regatta says when it is ready and who plays, takes commands, and keeps its record', async () => {
  const files = await filesOf('pocket-regatta', regatta);
  const manifest = JSON.parse((files['slipway.json'] as { text: string }).text) as object;
  const change = { arguments: ['--port', '{port:game}'] };
  const { start, client, read } = await host({ ...files, 'slipway.json': JSON.stringify({ ...manifest, ...change }) });
  const first = await start();
  expect(first.server.state).toBe('running');
  await until(async () => {
    const { inspection } = await client.inspectServer({ params: first.params });
    return inspection.sdk?.state === 'Ready';
  }, 'its state in the inspection');
  const player = await openPlayer(`ws://127.0.0.1:${addressOf(first.server).port}`);
  player.send({ t: 'join', name: 'Ada' });
  await until(async () => (await read(first.server.id)).players?.now === 1, 'one player by the word of the game');
  await first.type('players');
  await first.saw('Ada');
  await first.type('say all hands on deck');
  expect(await player.next('say')).toMatchObject({ text: 'all hands on deck' });
  await first.type('record');
  await first.saw('nobody has finished a race yet');
  await first.stop();
  expect(await first.lines()).toContain('stop: closing with 1 players');
  const { url } = await client.downloadKept({ params: await keptOf(), body: { path: '' } });
  expect((await fetch(url)).status).toBe(200);
  const second = await start();
  expect(second.server.state).toBe('running');
  await second.stop();

  async function keptOf() {
    const { params } = await started();
    return { game_id: params.game_id, namespace_id: params.environment_id, slot: '1' };
  }
});

async function ask(port: number, name: string): Promise<{ tcp: string; udp: string }> {
  const socket = connect(port, '127.0.0.1');
  socket.write(`${name}\n`);
  const [tcp] = (await once(socket, 'data')) as [Buffer];
  socket.destroy();
  const udp = createSocket('udp4');
  udp.send(name, port, '127.0.0.1');
  const [answer] = (await once(udp, 'message')) as [Buffer];
  udp.close();
  return { tcp: tcp.toString().trim(), udp: answer.toString().trim() };
}

test.runIf(hasPython)('Tally, in Python behind a wrapper, counts over TCP and UDP and keeps its scores', async () => {
  const names = ['slipway.json', 'start.sh', 'tally.py'];
  const { start } = await host(await filesOf('tally', names));
  const first = await start();
  expect(await ask(addressOf(first.server).port, 'ada')).toEqual({ tcp: 'ada 1', udp: 'ada 2' });
  await first.type('tally');
  await first.saw('{"ada": 2}');
  await first.stop();
  // The wrapper was still there to say it: nobody ended it before the program had saved.
  expect(await first.lines()).toMatch(/saved 1 names\n.*tally ended with 0/s);
  const second = await start();
  expect(await ask(addressOf(second.server).port, 'ada')).toEqual({ tcp: 'ada 3', udp: 'ada 4' });
  await second.stop();
});
