// A real dedicated server that we did not write: Debian's teeworlds-server, packed as a folder, uploaded, run, and asked over UDP
// through the guard as its own clients ask it.
import { execFile } from 'node:child_process';
import { createSocket, type Socket } from 'node:dgram';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { copyFile, cp, mkdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, test } from 'vitest';
import { addressOf, startHosting } from '../../../support/hosting.ts';
import { makeTempFolder } from '../../../support/temp-folder.ts';

const PROGRAM = '/usr/games/teeworlds-server';
const MAPS = '/usr/share/games/teeworlds/data/maps';
const NAME = 'a server of a Slipway test';
const OWN_TOKEN = 0x51_1b_3a_77;
const NO_TOKEN = 0xff_ff_ff_ff;
const ASK_INFO = Buffer.concat([Buffer.alloc(4, 0xff), Buffer.from('gie3'), Buffer.from([7])]);
const TELL_INFO = Buffer.concat([Buffer.alloc(4, 0xff), Buffer.from('inf3'), Buffer.from([7])]);
const run = promisify(execFile);

describe.skipIf(!existsSync(PROGRAM))(`teeworlds${existsSync(PROGRAM) ? '' : ' (no teeworlds-server)'}`, () => {
  test('it runs from its folder, tells of itself over UDP through the guard, and is stopped', async () => {
    const { deployBytes, create, untilState, call, path: base, read } = await startHosting();
    const { build } = await deployBytes(await packed(), 'archive');
    const { id } = await create(build);
    const running = await untilState(id, 'running', 'silent', 'crashed', 'failed');
    expect(running.state).toBe('running');
    const info = await askInfo(addressOf(running));
    expect(info).toMatchObject({ name: NAME, map: 'dm1', gameType: 'DM' });
    expect(info.version).toMatch(/^0\.7/);
    expect((await read(id)).players?.now).toBe(0); // who only asks does not play
    await call('DELETE', `${base}/servers/${id}`);
    expect(await untilState(id, 'stopped', 'crashed')).toMatchObject({ state: 'stopped', exit: { by: 'you' } });
  });
});

async function packed(): Promise<Uint8Array<ArrayBuffer>> {
  const folder = await makeTempFolder('teeworlds');
  await mkdir(path.join(folder, 'data'));
  await copyFile(PROGRAM, path.join(folder, 'teeworlds-server'));
  await cp(MAPS, path.join(folder, 'data/maps'), { recursive: true });
  const commands = ['sv_port {port}', 'bindaddr {host}', 'sv_register 0', `sv_name ${NAME}`, 'sv_map dm1'];
  const manifest = { program: 'teeworlds-server', arguments: commands, ports: { game: { protocol: 'udp' } } };
  await writeFile(path.join(folder, 'slipway.json'), JSON.stringify(manifest));
  const file = path.join(await makeTempFolder('packed'), 'teeworlds.tar.gz');
  await run('tar', ['-C', folder, '-czf', file, '.']);
  return new Uint8Array(await readFile(file));
}

/** The server first gives a token, so that nobody asks in another's name; with it, it answers without a connection. */
async function askInfo({ host, port }: { host: string; port: number }) {
  const socket = createSocket('udp4');
  socket.connect(port, host);
  await once(socket, 'connect');
  try {
    const token = (await ask(socket, tokenRequest(), (answer) => answer[0] === 0x04 && answer[7] === 5)).readUInt32BE(
      8,
    );
    const head = Buffer.alloc(9);
    head[0] = 0x21; // without a connection, version 1
    head.writeUInt32BE(token, 1);
    head.writeUInt32BE(OWN_TOKEN, 5);
    const isInfo = (answer: Buffer) => answer.subarray(9, 18).equals(TELL_INFO);
    const answer = await ask(socket, Buffer.concat([head, ASK_INFO]), isInfo);
    const [version, name, , map, gameType] = answer.toString('utf8', 18).split('\0');
    return { version, name, map, gameType };
  } finally {
    socket.close();
  }
}

/** As long as it may be, so that an answer is never longer than what was asked. */
function tokenRequest(): Buffer {
  const request = Buffer.alloc(7 + 1 + 512);
  request[0] = 0x04; // a control message
  request.writeUInt32BE(NO_TOKEN, 3);
  request[7] = 5;
  request.writeUInt32BE(OWN_TOKEN, 8);
  return request;
}

/** Asks again until the answer comes: datagrams may get lost. */
async function ask(socket: Socket, question: Buffer, isAnswer: (answer: Buffer) => boolean): Promise<Buffer> {
  const again = setInterval(() => socket.send(question), 200);
  socket.send(question);
  try {
    for (;;) {
      const [answer] = (await once(socket, 'message', { signal: AbortSignal.timeout(10_000) })) as [Buffer];
      if (isAnswer(answer)) return answer;
    }
  } finally {
    clearInterval(again);
  }
}
