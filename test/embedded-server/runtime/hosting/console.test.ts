// The console of a server: what a person types arrives at its standard input, and a stop command comes before any signal.
import { expect, test } from 'vitest';
import { messageFor } from '../../../../src-shared/text/message.ts';
import { type Files, hostingForAll, nodeBuild, startHosting } from '../../../support/hosting.ts';
import { until } from '../../../support/until.ts';

const LISTEN = "require('node:net').createServer(() => {}).listen(+process.env.PORT, process.env.SLIPWAY_HOST);";
const ECHO = `require('node:readline').createInterface({ input: process.stdin }).on('line', (line) => {
  console.log('typed ' + line);
  if (line === 'quit') setTimeout(() => { console.log('saved'); process.exit(0); }, 100);
});`;
const readsNothing = ({ message }: Error) => message.includes('does not read its standard input');
const game = { game: { protocol: 'tcp' } };

const openHosting = hostingForAll();

async function run(files: Files, open = openHosting) {
  const hosting = await open();
  const { deploy, create, untilState, call, client, params, path: base } = hosting;
  const { build } = await deploy(files);
  const { id } = await create(build);
  await untilState(id, 'running');
  const place = { ...params, server_id: id };
  const lines = async () =>
    (await client.readServerLog({ params: place, query: { limit: 200 } })).lines.map(({ text }) => text);
  return {
    ...hosting,
    id,
    lines,
    whenWritten: (text: string) => until(async () => (await lines()).includes(text), text),
    type: (line: string) => client.typeIntoServer({ params: place, body: { line } }),
    stop: (query = '') => call('DELETE', `${base}/servers/${id}${query}`),
    whenStopped: () => untilState(id, 'stopped', 'crashed'),
  };
}

test('what is typed arrives at the server, and stands in its log', async () => {
  const { type, whenWritten, lines } = await run(nodeBuild(`${ECHO} ${LISTEN}`));
  await type('say "hello, reef" $HOME {port} ;');
  await whenWritten('typed say "hello, reef" $HOME {port} ;');
  expect(await lines()).toContain('> say "hello, reef" $HOME {port} ;');
});

test('a server whose manifest names a stop command is told by it, and saves before any signal', async () => {
  const files = nodeBuild(`${ECHO} process.on('SIGTERM', () => console.log('signalled')); ${LISTEN}`, {
    stop: 'quit',
    ports: game,
  });
  const { stop, whenStopped, lines } = await run(files);
  await stop();
  expect(await whenStopped()).toMatchObject({ state: 'stopped', exit: { code: 0, by: 'you' } });
  expect(await lines()).toEqual(expect.arrayContaining(['> quit', 'typed quit', 'saved']));
  expect(await lines()).not.toContain('signalled');
});

test('one that does nothing on its stop command is sent a signal when half of its grace is over', async () => {
  const files = nodeBuild(`process.on('SIGTERM', () => { console.log('signalled'); process.exit(0); }); ${LISTEN}`, {
    stop: 'quit',
    ports: game,
  });
  const { stop, whenStopped, lines } = await run(files);
  await stop('?override_kill_timeout=4000');
  expect(await whenStopped()).toMatchObject({ state: 'stopped', exit: { code: 0, by: 'you' } });
  expect(await lines()).toContain('signalled');
});

test('a server that never reads is named as that, and runs on', async () => {
  const { type, call, path: base, id } = await run(nodeBuild(LISTEN));
  const line = 'x'.repeat(4096);
  const typeMuch = async () => {
    for (let nth = 0; nth < 200; nth += 1) await type(line);
  };
  await expect(typeMuch()).rejects.toThrow(
    'The server has not read what was typed before. Wait until it does, or restart it.',
  );
  expect((await call('GET', `${base}/servers/${id}`)).body).toMatchObject({ server: { state: 'running' } });
});

/** What builds a wall holds the input open as well. */
test('a server that has closed its input is told apart where it has no wall, and one that has ended', async () => {
  const findWall = async () =>
    ({ isThere: false, why: 'this test forbids it', remedy: messageFor('isolation.do-install-tools') }) as const;
  const { type, stop, whenStopped } = await run(nodeBuild(`require('node:fs').closeSync(0); ${LISTEN}`), () =>
    startHosting({ findWall }),
  );
  // The first line may go out before the system says that nobody is there to read it.
  await until(() => type('anyone?').then(() => false, readsNothing), 'it to be named');
  await stop();
  await whenStopped();
  await expect(type('anyone?')).rejects.toThrow('has ended');
});

test('what is no line is refused', async () => {
  const { type } = await run(nodeBuild(`${ECHO} ${LISTEN}`));
  for (const line of ['one\ntwo', '', 'x'.repeat(4097), 'zero \0']) {
    await expect(type(line)).rejects.toMatchObject({ code: 'API_BAD_BODY' });
  }
});
