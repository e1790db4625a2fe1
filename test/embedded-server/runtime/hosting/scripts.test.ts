// Servers written in Python, and ones that a shell script starts: found, started, joined and read without a slipway.json.
import { spawnSync } from 'node:child_process';
import { expect, test } from 'vitest';
import { addressOf, type Files, hello, startHosting } from '../../../support/hosting.ts';
import { startOnce } from '../../../support/start-once.ts';

const started = startOnce(startHosting);
const hasPython = spawnSync('python3', ['--version']).status === 0;

const python = `
import os, socket
listener = socket.socket()
listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
listener.bind(("127.0.0.1", int(os.environ["PORT"])))
listener.listen()
print("python listens")
while True:
    player, _ = listener.accept()
    player.sendall(b"hello from python")
    player.close()
`;

const tcpAlone = `require('node:net').createServer((player) => player.on('error', () => {}).end('hello'))
  .listen(Number(process.env.PORT_GAME), process.env.SLIPWAY_HOST);`;

async function runKept(files: Files) {
  const { deploy, switchTo, policy, list, untilState, client, params } = await started();
  const { version } = await deploy(files);
  await switchTo(version);
  await policy({ server_count: 1, on_version_switch: 'stop' });
  const find = async () => (await list()).find((one) => one.version === version);
  await expect.poll(find).toBeDefined();
  const server = await untilState((await find())?.id ?? '', 'running');
  const { lines } = await client.readServerLog({ params: { ...params, server_id: server.id }, query: {} });
  return { server, log: lines.map(({ text }) => text).join('\n') };
}

test.skipIf(!hasPython)(
  'runs a Python script on the python3 of the machine, and shows at once what it prints',
  async () => {
    const { server, log } = await runKept({ 'server.py': python });
    expect(await hello(addressOf(server).port)).toBe('hello from python');
    expect(log).toContain('python listens');
  },
);

test('starts what a script starts, and gives it the port that it reads, for whichever of TCP and UDP it speaks', async () => {
  const { server } = await runKept({
    'start.sh': `#!/bin/sh\nexport PORT_GAME="$PORT"\nexec "${process.execPath}" world.js\n`,
    'world.js': tcpAlone,
  });
  expect(await hello(addressOf(server).port)).toContain('hello');
});
