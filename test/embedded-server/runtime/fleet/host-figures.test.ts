// What hosts tell of their servers is checked before it is taken: a build that got out of its wall may speak in place of its host.
import { expect, it } from 'vitest';
import { fromHost } from '../../../../embedded-server/runtime/fleet/host-messages.ts';

const figures = { bytesIn: 1.5, bytesOut: 2, packetsIn: 3, packetsOut: 4, dropped: 0 };
const counts = { connections: 8, connectionsTotal: 40, refused: 0, ...figures };
const seen = { firstPacketAt: 5, firstPacketFrom: '10.0.0.1:7777', lastPacketAt: 6 };
const refused = { why: 'full', from: '10.0.0.1:7777', at: 7 };
const whole = { ...counts, players: 8, young: 1, silent: 0, ports: [{ ...counts, name: 'game' }] };
const point = { at: 1_000, cpu: 120.5, memory: 180_000_000, processes: 1, over: ['cpu'] };

function isTaken(message: object): boolean {
  // As it comes over the line: 1e999 is infinity there.
  return fromHost.safeParse(JSON.parse(JSON.stringify(message).replaceAll('"endless"', '1e999'))).success;
}
const takesPoint = (change: object) => isTaken({ t: 'figures', points: [point, { ...point, ...change }] });
const takesCounts = (change: object) => isTaken({ t: 'counts', counts: { ...whole, ...change } });
const takesPort = (change: object) => takesCounts({ ports: [{ ...counts, name: 'game', ...change }] });

it('takes figures as hosts tell them', () => {
  expect(takesPoint({})).toBe(true);
  expect(takesPoint({ over: [] })).toBe(true);
  expect(takesCounts({ ports: [] })).toBe(true);
  expect(takesCounts({ ...seen, lastRefused: refused })).toBe(true);
  expect(takesPort({ ...seen, lastRefused: { why: 'closed', at: 7 } })).toBe(true);
});

it.each(Object.keys(point))('refuses a point whose %s is missing or no figure', (name) => {
  for (const wrong of [undefined, null, '1', -1, 'endless', {}]) expect(takesPoint({ [name]: wrong })).toBe(false);
});

it.each(Object.keys(counts))('refuses counts whose %s is missing or no figure, of a server and of a port', (name) => {
  for (const wrong of [undefined, null, '1', -1, 'endless', []]) {
    expect(takesCounts({ [name]: wrong })).toBe(false);
    expect(takesPort({ [name]: wrong })).toBe(false);
  }
});

it.each([
  ['half a player', { players: 0.5 }],
  ['a player too few', { young: -1 }],
  ['a first packet at no time', { firstPacketAt: '5' }],
  ['a sender without an end', { firstPacketFrom: 'x'.repeat(65) }],
  ['a reason that there is not', { lastRefused: { ...refused, why: 'because' } }],
  ['a refusal at no time', { lastRefused: { why: 'full' } }],
  ['ports that are no list', { ports: { game: counts } }],
  ['a port without a name', { ports: [counts] }],
  ['ports without end', { ports: Array.from({ length: 33 }, (_, n) => ({ ...counts, name: `port-${n}` })) }],
])('refuses %s', (_, change) => {
  expect(takesCounts(change)).toBe(false);
});

it('refuses limits that there are not, and points without end', () => {
  expect(takesPoint({ over: ['disk'] })).toBe(false);
  expect(takesPoint({ over: ['cpu', 'cpu', 'cpu', 'cpu'] })).toBe(false);
  expect(isTaken({ t: 'figures', points: Array.from({ length: 101 }, () => point) })).toBe(false);
  expect(isTaken({ t: 'figures', points: 'none' })).toBe(false);
  expect(isTaken({ t: 'counts' })).toBe(false);
});
