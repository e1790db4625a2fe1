// What players see of a switch: the old version serves until the new one can, and goes on where the new one does not start.
import { expect, test } from 'vitest';
import { textOf } from '../../../../src-shared/text/message.ts';
import { freePort } from '../../../support/free-port.ts';
import { addressOf, hello, helloAgain, helloServer, nodeBuild, startHosting } from '../../../support/hosting.ts';
import { startOnce } from '../../../support/start-once.ts';
import { until } from '../../../support/until.ts';

const started = startOnce(startHosting);
const GAME = { ports: { game: { protocol: 'tcp' } } };
/** Listens a while after its start, as a server that loads a map. */
const slowly = (program: string) => `setTimeout(() => {${program}}, 700);`;

let firsts = 0;

async function runFirst(manifest: object = GAME, change: object = {}) {
  const hosting = await started();
  const first = await hosting.deploy(nodeBuild(helloServer, manifest), `first ${(firsts += 1)}`);
  await hosting.switchTo(first.version);
  await hosting.policy({ server_count: 1, drain_limit: 500, ...change });
  const runningOf = async (version: string) =>
    (await hosting.list()).find((one) => one.version === version && one.state === 'running');
  await until(async () => (await runningOf(first.version)) !== undefined);
  const server = await runningOf(first.version);
  if (server === undefined) throw new Error('no server');
  const end = async () => {
    await hosting.policy({ server_count: 0 });
    await until(async () => (await hosting.list()).length === 0);
  };
  return { ...hosting, first, server, runningOf, end };
}

test.each(['stop', 'drain'])('whoever comes during a switch is answered, where old servers %s', async (how) => {
  const { deploy, switchTo, server, runningOf, end } = await runFirst(GAME, { on_version_switch: how });
  const second = await deploy(nodeBuild(slowly(helloAgain), GAME), `second ${how}`);
  const { port } = addressOf(server);
  await switchTo(second.version);
  const answers: string[] = [];
  await until(async () => {
    answers.push(await hello(port));
    return answers.at(-1) === `hello second ${how}`;
  });
  expect(answers.filter((answer) => !/^hello (?:first|second)/.test(answer))).toEqual([]);
  expect(answers.length).toBeGreaterThan(2);
  await until(async () => (await runningOf(second.version)) !== undefined);
  expect(await hello(port)).toBe(`hello second ${how}`);
  await end();
});

test('a version that does not start leaves the namespace on what ran, with the reason', async () => {
  const { deploy, switchTo, server, first, list, read, client, params, end } = await runFirst(GAME, {
    on_version_switch: 'stop',
    restart: 'never',
  });
  const broken = await deploy(nodeBuild('console.error("no map"); process.exit(3);', GAME), 'broken');
  const namespace = { game_id: params.game_id, namespace_id: params.environment_id };
  await switchTo(broken.version);
  await until(async () => (await client.getNamespace({ params: namespace })).namespace.version_id === first.version);
  const [newest] = (await client.listVersionHistory({ params: namespace, query: { limit: 1 } })).versions;
  expect(newest?.version_id).toBe(first.version);
  expect((await list()).map(({ id }) => id)).toEqual([server.id]);
  expect(await read(server.id)).toMatchObject({ state: 'running' });
  const failed = (await list(true)).find(({ version }) => version === broken.version);
  expect(failed).toMatchObject({ state: 'crashed' });
  expect(textOf(failed?.hint ?? '')).toContain('as this one does not start');
  expect(await hello(addressOf(server).port)).toContain('hello first');
  await end();
});

test('a server that cannot be told its port starts once the old one has left it', async () => {
  const port = await freePort();
  const fixed = { ports: { game: { protocol: 'tcp', internal_port: port } } };
  const { deploy, switchTo, runningOf, client, params, end } = await runFirst(fixed, { on_version_switch: 'stop' });
  const second = await deploy(nodeBuild(helloAgain, fixed), 'second with its own port');
  await switchTo(second.version);
  await until(async () => (await runningOf(second.version)) !== undefined);
  const next = await runningOf(second.version);
  expect(next?.network.ports['game']?.internal_port).toBe(port);
  const { lines } = await client.readServerLog({ params: { ...params, server_id: next?.id ?? '' }, query: {} });
  expect(lines.map(({ text }) => text).join('\n')).toContain(`has the port ${port}`);
  await end();
});
