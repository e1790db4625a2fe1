// Configuration with places in it, filled in at each start for real servers: behind a wall, and without one.
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from 'vitest';
import { messageFor, textOf } from '../../../../src-shared/text/message.ts';
import { addressOf, type Files, hello, startHosting } from '../../../support/hosting.ts';

const withoutWall = async () =>
  ({ isThere: false, why: 'this test forbids it', remedy: messageFor('isolation.do-install-tools') }) as const;
const machines: [string, Parameters<typeof startHosting>[0]][] = [
  ['behind a wall', {}],
  ['without a wall', { findWall: withoutWall }],
];

/** Listens where its configuration says, tells that, and writes into it as servers do that save their settings. */
const readsConfig = `
const fs = require('node:fs');
const text = fs.readFileSync('cfg/server.cfg', 'utf8');
fs.appendFileSync('cfg/server.cfg', 'saved');
fs.writeFileSync('cfg/beside', '');
const [, port, host] = /^listen (\\d+) (\\S+)/.exec(text);
require('node:net').createServer((socket) => socket.end('hello ' + text + fs.readdirSync('cfg'))).listen(Number(port), host);
`;

function templated(templates: readonly string[]): Files {
  const ports = { game: { protocol: 'tcp' } };
  return {
    'slipway.json': JSON.stringify({ program: 'server.js', templates, ports }),
    'server.js': readsConfig,
    'cfg/server.cfg': 'listen {port:game} {host}\n',
    'cfg/maps': 'island',
  };
}

test.each(machines)('%s each server gets its own ports in its files, and the build stays', async (_, options) => {
  const { deploy, create, untilState, server } = await startHosting(options);
  const { build } = await deploy(templated(['cfg/server.cfg']), '1.0');
  const seen = new Set<string>();
  for (let nth = 0; nth < 2; nth += 1) {
    const running = await untilState((await create(build)).id, 'running');
    const said = await hello(addressOf(running).port);
    expect(said).toMatch(/^hello listen \d+ 127\.0\.0\.1\nbeside,maps,server\.cfg$/);
    seen.add(said);
  }
  expect(seen.size, 'two servers at once have two ports').toBe(2);
  const unpacked = path.join(server.dataFolder, 'unpacked');
  const [original = ''] = (await readdir(unpacked, { recursive: true })).filter((name) => name.endsWith('server.cfg'));
  expect(await readFile(path.join(unpacked, original), 'utf8')).toBe('listen {port:game} {host}\n');
});

test('a server whose template is not there does not start, and says why', async () => {
  const { deploy, create, untilState } = await startHosting();
  const { build } = await deploy(templated(['cfg/other.cfg']), '1.0');
  const failed = await untilState((await create(build)).id, 'failed');
  expect(textOf(failed.problem ?? '')).toMatch(
    /^The placeholders in cfg\/other\.cfg cannot be filled in: It is not in this build/,
  );
});
