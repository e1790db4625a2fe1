// Bad input that is bad for every call: each served row of the contract refuses it with the code that is written for it,
// and changes nothing.
import { randomUUID } from 'node:crypto';
import { expect, it, vi } from 'vitest';
import type { Endpoint } from '../../../../src-shared/service/endpoint.ts';
import { readRecords } from '../../../support/records.ts';
import { fillPath, goodBody, neededKeys, servedRows } from '../../../support/rows.ts';
import { startWithGame } from '../../../support/service.ts';

// Hundreds of calls in each.
vi.setConfig({ testTimeout: 60_000 });

const json = { 'content-type': 'application/json' };
const bodyRows = servedRows.filter((row) => row.body !== null);

async function startForRows() {
  const started = await startWithGame();
  const { game, call, server } = started;
  const ids: Record<string, string> = {
    game_id: game.game_id,
    namespace_id: game.namespaces[0]?.namespace_id ?? '',
    environment_id: game.namespaces[0]?.namespace_id ?? '',
    version_id: game.versions[0]?.version_id ?? '',
    group_id: game.developer_group_id,
  };
  const before = readRecords(server.dataFolder);
  return {
    call,
    ids,
    pathOf: (row: Endpoint) => fillPath(row, ids),
    /** Sends it and expects this refusal. */
    refuses: async (
      row: Endpoint,
      what: string,
      sent: Parameters<typeof call>,
      status: number,
      code: string | RegExp,
    ) => {
      const answer = await call(...sent);
      const matching: unknown = typeof code === 'string' ? code : expect.stringMatching(code);
      expect([row.name, what, answer.status, answer.body]).toMatchObject([row.name, what, status, { code: matching }]);
      return answer;
    },
    expectUnchanged: () => expect(readRecords(server.dataFolder)).toBe(before),
  };
}

it('needs a good token wherever the row is not open', async () => {
  const { refuses, pathOf, expectUnchanged } = await startForRows();
  for (const row of servedRows.filter(({ access }) => access !== 'open')) {
    for (const token of [null, 'wrong', 'slipway_owner_', 'x'.repeat(8_000)]) {
      await refuses(row, `token ${token?.slice(0, 20)}`, [row.method, pathOf(row), { token }], 401, 'API_UNAUTHORIZED');
    }
  }
  expectUnchanged();
});

it('says which methods an address has', async () => {
  const { refuses, pathOf, expectUnchanged } = await startForRows();
  for (const row of servedRows) {
    const path = pathOf(row);
    const taken = new Set<string>(servedRows.filter((each) => each.path === row.path).map(({ method }) => method));
    for (const method of ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'].filter((each) => !taken.has(each))) {
      const { headers } = await refuses(row, method, [method, path], 405, 'API_METHOD_NOT_ALLOWED');
      expect(headers.get('allow')?.split(', ')).toContain(row.method);
    }
  }
  expectUnchanged();
});

it('has no route for another spelling of its path', async () => {
  const { refuses, pathOf, expectUnchanged } = await startForRows();
  for (const row of servedRows) {
    const [path = '', query] = pathOf(row).split('?');
    const last = path.lastIndexOf('/');
    const spellings = [
      `${path}/`,
      ...(last === 0 ? [] : [`${path.slice(0, last)}%2f${path.slice(last + 1)}`]),
      `/${path}`,
      `${path.slice(0, last)}//${path.slice(last + 1)}`,
      path.replace(/\/[a-z]/, (start) => start.toUpperCase()),
      `${path}%00`,
      `${path};x=1`,
      `${path}/extra/${randomUUID()}/x`,
      `${path}%`,
      `${path}%ff`,
    ];
    for (const spelling of spellings) {
      const target = query === undefined ? spelling : `${spelling}?${query}`;
      await refuses(row, spelling, [row.method, target], 404, 'API_NOT_FOUND');
    }
  }
  expectUnchanged();
});

it('has no route for an id that is not a UUID', async () => {
  const { refuses, ids, expectUnchanged } = await startForRows();
  const bad = [
    'x',
    '0',
    '..%2f',
    'null',
    'x'.repeat(300),
    randomUUID().toUpperCase(),
    `${randomUUID()}%20`,
    '%F0%9F%9A%80',
    '__proto__',
  ];
  for (const row of servedRows) {
    for (const name of Object.keys(row.params.shape)) {
      for (const value of bad) {
        await refuses(
          row,
          `${name} ${value}`,
          [row.method, fillPath(row, { ...ids, [name]: value })],
          404,
          'API_NOT_FOUND',
        );
      }
    }
  }
  expectUnchanged();
});

it('does not know what an unknown id stands for', async () => {
  const { refuses, ids, expectUnchanged } = await startForRows();
  for (const row of servedRows) {
    const [first] = Object.keys(row.params.shape);
    if (first === undefined) continue;
    const path = fillPath(row, { ...ids, [first]: randomUUID() });
    await refuses(row, first, [row.method, path, { body: goodBody(row) }], 404, /^(?!API_)[A-Z_]+_NOT_FOUND$/);
  }
  expectUnchanged();
});

it('refuses a query that names a key twice, and a watch index that is none', async () => {
  const { refuses, pathOf, expectUnchanged } = await startForRows();
  for (const row of servedRows) {
    const path = pathOf(row);
    const and = path.includes('?') ? '&' : '?';
    for (const twice of ['a=1&a=1', 'a&a', '__proto__=1&__proto__=2', 'watch_index=1&watch_index=1', 'a=1&%61=2']) {
      await refuses(row, twice, [row.method, `${path}${and}${twice}`], 400, 'API_BAD_QUERY');
    }
    if (!row.watch) continue;
    for (const index of ['', 'x', '-1', '1.5', '0x1', '1%00', '%F0%9F%9A%80', '1'.repeat(20), `${2n ** 64n}`]) {
      await refuses(row, index, [row.method, `${path}${and}watch_index=${index}`], 400, 'API_BAD_QUERY_PARAMETER');
    }
  }
  expectUnchanged();
});

it('refuses a body that is not a JSON object', async () => {
  const { refuses, pathOf, expectUnchanged } = await startForRows();
  const bodies: [string, string | Uint8Array<ArrayBuffer>][] = [
    ['broken JSON', '{"display_name": '],
    ['two documents', '{}{}'],
    ['a comment', '{/**/}'],
    ['an array', '[]'],
    ['a text', '"x"'],
    ['a number', '1'],
    ['null', 'null'],
    ['bytes that are not UTF-8', new Uint8Array([0x7b, 0x22, 0xff, 0x22, 0x3a, 0x31, 0x7d])],
    ['UTF-16', new Uint8Array([0xff, 0xfe, 0x7b, 0x00, 0x7d, 0x00])],
    ['an open nesting', '['.repeat(100_000)],
    ['a closed nesting', `${'['.repeat(100_000)}${']'.repeat(100_000)}`],
  ];
  for (const row of bodyRows) {
    for (const [what, raw] of bodies) {
      await refuses(row, what, [row.method, pathOf(row), { raw, headers: json }], 400, 'API_BAD_BODY');
    }
    const typed = { raw: JSON.stringify(goodBody(row)), headers: { 'content-type': 'text/plain' } };
    await refuses(row, 'another type', [row.method, pathOf(row), typed], 400, 'API_BAD_BODY');
    const large = { raw: `{"x": "${'x'.repeat(1_048_576)}"}`, headers: json };
    await refuses(row, 'more than 1 MiB', [row.method, pathOf(row), large], 413, 'API_BODY_TOO_LARGE');
  }
  expectUnchanged();
});

it('refuses each field that is missing, null or of another type', async () => {
  const { refuses, pathOf, expectUnchanged } = await startForRows();
  const others: unknown[] = [7, -1, 0.5, 2 ** 32, 2 ** 64, 'x', '', true, [], {}, null, undefined];
  for (const row of bodyRows) {
    const good = goodBody(row) ?? {};
    for (const [key, schema] of Object.entries(row.body?.shape ?? {})) {
      for (const value of others.filter((each) => !schema.safeParse(each).success)) {
        const body = { ...good, [key]: value };
        const { body: answer } = await refuses(
          row,
          `${key} = ${String(value)}`,
          [row.method, pathOf(row), { body }],
          400,
          'API_BAD_BODY',
        );
        const problems = (answer as { metadata: { path: string[] }[] }).metadata;
        expect(problems.map(({ path }) => path[0])).toContain(key);
      }
    }
    if (neededKeys(row.body?.shape ?? {}).length > 0) {
      await refuses(row, 'no body', [row.method, pathOf(row)], 400, 'API_BAD_BODY');
    }
  }
  expectUnchanged();
});

it('takes keys that it does not know as nothing, also those that name a prototype or nest deep', async () => {
  const { call, ids } = await startForRows();
  const deep = `${'{"a":'.repeat(10_000)}1${'}'.repeat(10_000)}`;
  for (const row of bodyRows) {
    const path = fillPath(row, { ...ids, namespace_id: randomUUID(), environment_id: randomUUID() });
    const good = JSON.stringify(goodBody(row));
    const rest = good === '{}' ? '}' : `,${good.slice(1)}`;
    const plain = await call(row.method, path, { raw: good, headers: json });
    const raw = `{"__proto__": {"polluted": 1}, "constructor": {"prototype": {"polluted": 1}}, "deep": ${deep}${rest}`;
    const odd = await call(row.method, path, { raw, headers: json });
    expect(odd.status < 500, row.name).toBe(true);
    if (!row.name.startsWith('create')) expect([row.name, odd.status]).toEqual([row.name, plain.status]);
    expect(Reflect.get({}, 'polluted')).toBeUndefined();
  }
});
