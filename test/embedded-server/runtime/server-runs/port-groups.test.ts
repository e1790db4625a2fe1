// Ports that refer to each other: what goes together, what does not and is said in words, and what stands in a row.
import { expect, test } from 'vitest';
import { gatherSettings } from '../../../../embedded-server/runtime/server-runs/gather-run-settings.ts';
import { groupPorts } from '../../../../embedded-server/runtime/server-runs/open-ports.ts';
import { readBuildManifest } from '../../../../src-shared/service/read-manifest.ts';
import { textOf } from '../../../../src-shared/text/message.ts';
import { leftInEnglish } from '../../../support/in-german.ts';

const udp = { protocol: 'udp' } as const;

function misfits(ports: object): string[] {
  const { misfits: found = [] } = readBuildManifest({ program: 'game', ports });
  for (const { message } of found) expect(typeof message === 'string' ? [] : leftInEnglish(message)).toEqual([]);
  return found.map(({ path, message }) => `${path}: ${textOf(message)}`);
}

test.each<[string, object, string[]]>([
  [
    'a port for both, and one after it',
    { game: { protocol: 'tcp+udp', number: 3979 }, query: { ...udp, after: 'game' } },
    [],
  ],
  [
    'the same number for TCP and for UDP',
    { game: { ...udp, number: 27015 }, rcon: { protocol: 'tcp', number: 27015 } },
    [],
  ],
  [
    'two after the same, one of each',
    { game: udp, a: { ...udp, after: 'game' }, b: { protocol: 'tcp', after: 'game' } },
    [],
  ],
  [
    'an unknown name',
    { query: { ...udp, after: 'gmae' } },
    ['ports.query.after: It should follow the port "gmae", but there is no port with this name.'],
  ],
  [
    'a name that every object has',
    { query: { ...udp, after: 'constructor' } },
    ['ports.query.after: It should follow the port "constructor", but there is no port with this name.'],
  ],
  [
    'a circle',
    { a: { ...udp, after: 'b' }, b: { ...udp, after: 'a' } },
    [
      'ports.a.after: It should follow the port "b", which follows it in turn. Remove "after" from one of them.',
      'ports.b.after: It should follow the port "a", which follows it in turn. Remove "after" from one of them.',
    ],
  ],
  [
    'itself',
    { a: { ...udp, after: 'a' } },
    ['ports.a.after: It should follow the port "a", which follows it in turn. Remove "after" from one of them.'],
  ],
  [
    'a number and another port',
    { game: udp, query: { ...udp, after: 'game', number: 5 } },
    ['ports.query.after: It should follow the port "game", but has a number of its own. Remove one of the two.'],
  ],
  [
    'two after the same',
    { game: udp, a: { ...udp, after: 'game' }, b: { protocol: 'tcp+udp', after: 'game' } },
    ['ports.b.after: The port "a" has this number already. Give one of them another.'],
  ],
  [
    'a number next to a number',
    { game: { ...udp, number: 7000 }, query: { ...udp, after: 'game' }, voice: { ...udp, number: 7001 } },
    ['ports.voice.number: The port "query" has this number already. Give one of them another.'],
  ],
  [
    'players at the number that the server listens on, behind the guard',
    {
      game: { ...udp, number: 7000, internal_port: 7000 },
      voice: { ...udp, number: 7002, internal_port: 7002, routing: { host: {} } },
    },
    [
      'ports.game.number: Slipway takes players at 7000 itself and passes them on, so the server cannot listen on 7000 as well. Give "internal_port" another number or remove it, or set the routing {"host": {}}.',
    ],
  ],
  [
    'beyond the last',
    { game: { ...udp, number: 65_535 }, query: { ...udp, after: 'game' } },
    ['ports.query.after: Its number would be above 65535, the last there is.'],
  ],
  [
    'another routing',
    { game: udp, query: { ...udp, after: 'game', routing: { host: {} } } },
    ['ports.query.after: It should follow the port "game", which has another routing. Give both the same one.'],
  ],
  [
    'PROXY protocol over UDP',
    { game: { ...udp, proxy_protocol: 'v2' } },
    [
      'ports.game.proxy_protocol: The PROXY protocol works only on TCP ports with the routing game_guard. Remove it here.',
    ],
  ],
])('%s', (_, ports, expected) => {
  expect(misfits(ports)).toEqual(expected);
});

test.each([
  [
    { query: 'source', port: 'query' },
    'The port "query" should be asked who plays, but there is no port with this name in "ports".',
  ],
  [
    { query: 'minecraft', port: 'game' },
    'This query goes over tcp, and the port does not speak that. Name another port.',
  ],
  [
    { query: 'quake3', port: 'toString' },
    'The port "toString" should be asked who plays, but there is no port with this name in "ports".',
  ],
])('players %j are asked at a port that answers', (players, expected) => {
  const { misfits: [misfit] = [] } = readBuildManifest({ program: 'x', ports: { game: { protocol: 'udp' } }, players });
  expect({ path: misfit?.path, text: textOf(misfit?.message ?? '') }).toEqual({ path: 'players.port', text: expected });
});

test('the port that is asked may come from elsewhere than slipway.json', () => {
  const players = { query: 'bedrock', port: 'game' };
  expect(readBuildManifest({ program: 'x', players }).manifest?.players).toEqual(players);
  const ports = { game: { protocol: 'tcp+udp' } };
  expect(readBuildManifest({ program: 'x', players, ports }).manifest?.players).toEqual(players);
});

test('ports that follow each other stand in a row behind the first', () => {
  const { manifest } = readBuildManifest({
    program: 'game',
    ports: {
      rcon: { protocol: 'tcp', after: 'query' },
      game: { protocol: 'tcp+udp', number: 3979 },
      query: { protocol: 'udp', after: 'game' },
      web: { protocol: 'http' },
    },
  });
  const sources = { request: { ports: {} }, version: undefined, manifest, guess: { arguments: [], ports: {} } };
  const groups = groupPorts(gatherSettings(sources).ports);
  const seen = groups.map(({ name, size, members }) => [name, size, members.map((one) => [one.name, one.offset])]);
  expect(seen).toEqual([
    [
      'game',
      3,
      [
        ['rcon', 2],
        ['game', 0],
        ['query', 1],
      ],
    ],
    ['web', 1, [['web', 0]]],
  ]);
});
