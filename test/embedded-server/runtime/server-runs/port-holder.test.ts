// Which port a program could not get, by what it printed last and what its slipway.json names. None of these is taken by a server of ours.
import { expect, test } from 'vitest';
import { findTaken } from '../../../../embedded-server/runtime/server-runs/port-holder.ts';

const hintOf = async (line: string, declared: readonly number[], hasOwnPorts: boolean) => {
  const ports = Object.fromEntries(declared.map((port) => [`p${port}`, { internal_port: port }]));
  const known = { servers: () => [], namespaceOf: () => 'staging' };
  const taken = await findTaken({ server_id: 'ended' }, ['loading', line], { ports, hasOwnPorts }, known);
  return taken?.hint.text ?? '';
};

test.each([
  ['the one that it names', 'Error: listen EADDRINUSE: address already in use :::37777', [39_001, 37_777], '37777'],
  ['the only one, where it names none', '12:34:56 bind: Address already in use', [37_777], '37777'],
  ['none, where it may be either', 'bind: Address already in use', [37_777, 39_001], undefined],
  [
    'none, where another one was taken',
    'Error: listen EADDRINUSE: address already in use :::39000',
    [37_777],
    undefined,
  ],
  ['none, where it tells of something else', 'no such map', [37_777], undefined],
])('blames %s', async (_, line, declared, port) => {
  expect(/^Port (\d+),/.exec(await hintOf(line, declared, true))?.[1]).toBe(port);
});

test('slipway.json is named only where the port stands in it', async () => {
  const line = 'bind: Address already in use';
  expect(await hintOf(line, [37_777], true)).toMatch(
    /^Port 37777, which its slipway\.json names as internal_port, is /,
  );
  expect(await hintOf(line, [37_777], false)).toMatch(/^Port 37777, which was set for this server, is /);
});
