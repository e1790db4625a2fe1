// Servers in words, in order, and the form for a new one.
import { describe, expect, test } from 'vitest';
import { crashRecords, downRecord, shakyRecord } from '../../../../src-renderer/features/servers/crash-record.ts';
import { emptyDraft, parseDraft, refusedDraft } from '../../../../src-renderer/features/servers/create-server-form.ts';
import { formatGiven, presetOf, startPreset } from '../../../../src-renderer/features/servers/network-format.ts';
import { formatExit, formatServer, formatUp } from '../../../../src-renderer/features/servers/server-format.ts';
import {
  nextSort,
  serverCounts,
  serverRows,
  serverTotal,
  tableLines,
} from '../../../../src-renderer/features/servers/servers-selectors.ts';
import { sparkPath } from '../../../../src-renderer/features/servers/spark-path.ts';
import { AppError } from '../../../../src-shared/errors/app-error.ts';
import { RAN_WELL_MS } from '../../../../src-shared/servers/trouble-spans.ts';
import type { Server, ServerExit } from '../../../../src-shared/service/servers.ts';
import { messageFor } from '../../../../src-shared/text/message.ts';
import { someServer, tidebreak } from '../../support/some-servers.ts';

test.each([
  [4_000, '4 s'],
  [22 * 60_000, '22 m'],
  [108 * 60_000, '1 h 48 m'],
  [51 * 3_600_000, '2 d 3 h'],
])('%d ms run as %s', (ms, words) => {
  expect(formatUp(ms)).toBe(words);
});

test('a server that is to end counts down, and one of a foreign service is known by its times', () => {
  expect(formatServer(someServer({ state: 'stopping', ends_by: 73_000 }), 1_000)).toBe('Stops in 1:12');
  expect(formatServer(someServer({ state: 'stopping', ends_by: 500 }), 1_000)).toBe('Stopping');
  const { state: _state, started_at: _start, ...foreign } = someServer();
  expect(formatServer(foreign, 0)).toBe('Starting');
  expect(formatServer({ ...foreign, destroyed_at: 5 }, 0)).toBe('Stopped');
});

test.each<[ServerExit, string]>([
  [{ code: 0, out_of_memory: false, by: 'itself' }, 'It ended with code 0.'],
  [{ signal: 'SIGSEGV', out_of_memory: false, by: 'itself' }, 'It ended by SIGSEGV.'],
  [{ signal: 'SIGKILL', out_of_memory: false, by: 'you' }, 'It was killed. You stopped it.'],
  [{ signal: 'SIGKILL', out_of_memory: true, by: 'limit' }, 'It ran out of memory. It went over a limit.'],
])('%j reads as "%s"', (exit, words) => {
  expect(formatExit(someServer({ state: 'crashed', destroyed_at: 1, exit }))).toBe(words);
});

test('says of one whose end nobody saw what is known, and never that it did not run', () => {
  const ended = (by: ServerExit['by'], more: Partial<Server> = {}) =>
    formatExit(someServer({ destroyed_at: 1, exit: { out_of_memory: false, by }, ...more }));
  expect(ended('itself')).toBe('It ended for an unknown reason.');
  expect(ended('you')).toBe('You stopped it.');
  expect(ended('slipway')).toBe('Slipway ended it when it ended itself.');
  expect(ended('slipway', { problem: 'The service ended unexpectedly.' })).toBeUndefined();
  expect(ended('you', { started_at: undefined })).toBe('It never ran. You stopped it.');
  const drained = {
    state: 'stopped',
    destroyed_at: 1,
    problem: messageFor('fleet.left-drained-node', { node: 'n2' }),
  } as const;
  const exit = { code: 0, out_of_memory: false, by: 'policy' } as const;
  expect(formatExit(someServer({ ...drained, exit })), 'its problem says why').toBe('It ended with code 0.');
  const lost = { started_at: undefined, problem: messageFor('server.service-ended') };
  expect(ended('slipway', lost)).toBeUndefined();
});

test('the table has what ended well under a heading, and finds by tag and port', () => {
  const servers = [
    someServer({ id: 'old', state: 'stopped', destroyed_at: 10 }),
    someServer({ id: 'new', created_at: 9 }),
    someServer({ id: 'bad', state: 'crashed', destroyed_at: 11, tags: { map: 'reef' } }),
    someServer({ id: 'ending', created_at: 8, state: 'stopping', ends_by: 72_020 }),
  ];
  const known = {
    rows: serverRows(servers, tidebreak.namespaces),
    namespaces: tidebreak.namespaces.slice(0, 1),
    versionNames: new Map<string, string>(),
    usage: new Map(),
    filter: { show: 'all', text: '' },
    sort: undefined,
    now: 20,
  } as const;
  const names = (text: string) =>
    tableLines({ ...known, filter: { show: 'all', text } }).map((line) =>
      line.kind === 'server' ? line.server.id : line.words,
    );
  expect(names('')).toEqual(['new', 'ending', 'bad', 'Ended today', 'old']);
  expect(names('map=reef')).toEqual(['bad']);
  expect(names('stops in 1:12'), 'by what is read in its row').toEqual(['ending']);
  expect(names('21004')).toHaveLength(5);
  expect(nextSort(nextSort(nextSort(undefined, 'cpu'), 'cpu'), 'cpu')).toBeUndefined();
});

test('a chart stays within its box, also over the limit', () => {
  const { line, limitY, words } = sparkPath(
    [
      { at: 0, value: 5 },
      { at: 300_000, value: 20 },
    ],
    10,
    600_000,
  );
  expect(line).toBe('M0 26L90 2');
  expect(limitY).toBe(18);
  expect(words).toBe('Last 5 minutes: at most 20');
  expect(sparkPath([], 10, 0)).toMatchObject({ line: '', area: '', words: 'No data yet' });
});

test('tells which preset a network is, and what the sliders do not say', () => {
  const terrible = startPreset('terrible');
  if (terrible === undefined) throw new Error('no such preset');
  expect(presetOf(terrible)?.name).toBe('Terrible');
  expect(presetOf({ ...terrible, latency_ms: 251 })).toBeUndefined();
  expect(formatGiven(terrible)).toBe('This server only; 1 Mbit/s, 3 % out of order, 1 % duplicated');
});

describe('the form for a new server', () => {
  const draft = { ...emptyDraft, build: 'b', datacenter: 'local' };

  test('becomes what the service takes', () => {
    const port = { name: 'game', protocol: 'udp', internal: '7777', routing: 'game_guard' } as const;
    const { body } = parseDraft({
      ...draft,
      arguments: '--map\nreef\n',
      environment: 'A=b=c',
      tags: 'mode=x',
      grace: '1.5',
      cpu: '1000',
      ports: [port],
    });
    expect(body).toMatchObject({
      datacenter: 'local',
      tags: { mode: 'x' },
      resources: { cpu: 1000, memory: undefined },
      runtime: { build: 'b', arguments: ['--map', 'reef'], environment: { A: 'b=c' } },
      network: { ports: { game: { protocol: 'udp', internal_port: 7777, routing: { game_guard: {} } } } },
      lifecycle: { kill_timeout: 1500 },
    });
  });

  test.each([
    [{ build: '' }, 'build'],
    [{ tags: '=x' }, 'tags'],
    [{ tags: 'a'.repeat(33).concat('=x') }, 'tags'],
    [{ cpu: '-1' }, 'cpu'],
    [{ memory: '0' }, 'memory'],
    [{ grace: '7200' }, 'grace'],
    [{ ports: [{ name: ' ', protocol: 'udp', internal: '', routing: 'host' }] }, 'ports'],
    [{ ports: [{ name: 'web', protocol: 'http', internal: '', routing: 'host' }] }, 'ports'],
    [{ ports: [{ name: 'web', protocol: 'udp', internal: '70000', routing: 'host' }] }, 'ports'],
  ] as const)('says at the field what is wrong with %j', (change, field) => {
    const { body, problems } = parseDraft({ ...draft, ...change });
    expect(body).toBeUndefined();
    expect(Object.keys(problems ?? {})).toEqual([field]);
  });

  test('puts a refusal at the field it is about, or over them all', () => {
    expect(refusedDraft(new AppError('BUILDS_BUILD_NOT_FOUND'))).toHaveProperty('build');
    expect(refusedDraft(new AppError('SERVERS_SERVER_FAILED_TO_CREATE', { text: 'Full.' }))).toEqual({
      whole: ['Full.'],
    });
  });
});

test('counts for the filter what the table lists, and for the tab what lives', () => {
  const ended = someServer({
    id: '9c1e04b2-0',
    state: 'exited',
    exit: { code: 0, out_of_memory: false, by: 'itself' },
    destroyed_at: 2,
  });
  const crashed = someServer({ id: 'a20c6de8-0', state: 'crashed', kept: true, destroyed_at: 3 });
  const servers = [someServer(), ended, crashed];
  const namespaces = [{ namespace_id: someServer().environment, version_id: someServer().version ?? '' }];
  expect(serverCounts(serverRows(servers, namespaces))).toMatchObject({ all: 3, running: 1, ended: 1, crashed: 1 });
  const known = { [someServer().environment]: { list: servers, state: { fresh_at: 1 } } };
  expect(serverTotal(namespaces, known, servers)).toBe(1);
});

test('counts the crashes of one deployment, also where the version was switched to twice within minutes', () => {
  const at = Date.UTC(2026, 10, 16, 9, 12);
  const life = (id: string, n: number, version: string, change: Partial<Server> = {}) =>
    someServer({
      id,
      version,
      kept: true,
      created_at: at + n * 10_000,
      destroyed_at: at + n * 10_000 + 900,
      ...change,
    });
  const servers = [
    life('first', 0, 'bad', { state: 'crashed' }),
    life('between', 1, 'good', { state: 'stopped' }),
    ...[2, 3, 4].map((n) => life(`again ${n}`, n, 'bad', { state: 'crashed' })),
  ];
  const count = (id: string) => crashRecords(servers).get(id)?.runs.length;
  expect([count('again 4'), count('again 2'), count('first')]).toEqual([3, 3, 1]);
});

test('a crash is over once anything after it ran well, however often servers were started anew since', () => {
  const now = Date.UTC(2026, 10, 16, 9, 12);
  const minutes = (count: number) => now - count * 60_000;
  const life = (id: string, from: number, to: number | undefined, change: Partial<Server> = {}) =>
    someServer({ id, version: 'v1', kept: true, created_at: from, started_at: from, ...ended(to), ...change });
  const ended = (to: number | undefined) => (to === undefined ? {} : { destroyed_at: to, state: 'stopped' as const });
  const crashed = life('crashed', minutes(90), minutes(60), { state: 'crashed' });
  const shaky = (...others: Server[]) => shakyRecord([crashed, ...others], { version_id: 'v1' }, now)?.newest.id;
  expect(shaky(life('again', minutes(1), undefined))).toBe('crashed');
  expect(shaky(), 'it is down, which is told otherwise').toBeUndefined();
  const fresh = life('fresh', minutes(1), undefined);
  const well = life('well', minutes(60), minutes(60) + RAN_WELL_MS);
  expect(shaky(well, fresh), 'restarted by hand long after').toBeUndefined();
  expect(shaky(life('well', minutes(60), undefined), fresh), 'one more is kept now').toBeUndefined();
  expect(shaky(life('short', minutes(60), minutes(59)), fresh)).toBe('crashed');
  expect(shaky(life('other', minutes(50), minutes(49), { version: 'v2' }), fresh), 'deployed again').toBeUndefined();
  expect(shaky(life('beside', minutes(89), undefined), fresh), 'beside it, not after it').toBe('crashed');
});

test('counts only what crashed since the namespace was last switched to the version, whose old server drained all along', () => {
  const now = Date.UTC(2026, 10, 16, 9, 12);
  const life = (id: string, from: number, to: number | undefined) =>
    someServer({
      id,
      version: 'v1',
      kept: true,
      created_at: from,
      started_at: from,
      ...(to === undefined ? {} : { destroyed_at: to, state: 'crashed' as const, problem: 'It ended by SIGABRT.' }),
    });
  const old = [1, 2, 3, 4].map((n) => life(`old ${n}`, now - 120_000 + n * 1_000, now - 119_000 + n * 1_000));
  const switched = { version_id: 'v1', deploy_ts: new Date(now - 60_000).toISOString() };
  const running = life('running', now - 7_000, undefined);
  const count = (...servers: Server[]) => shakyRecord([...old, ...servers], switched, now)?.runs.length;
  expect(shakyRecord([...old, running], { version_id: 'v1' }, now)?.runs).toHaveLength(4);
  expect(count(running)).toBeUndefined();
  expect(count(life('new', now - 30_000, now - 20_000), running)).toBe(1);
  expect(downRecord(old, { version_id: 'v1' })?.runs).toHaveLength(4);
  expect(downRecord(old, switched), 'nothing of it was started yet').toBeUndefined();
});
