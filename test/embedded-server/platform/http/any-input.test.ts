// Whatever is sent to any served row, the answer is one that the contract allows: never a failure of ours, never silence.
import { Agent, request } from 'node:http';
import { text } from 'node:stream/consumers';
import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import type { Endpoint } from '../../../../src-shared/service/endpoint.ts';
import { checkAnswer } from '../../../support/answers.ts';
import { goodBody, servedRows } from '../../../support/rows.ts';
import { startWithGame } from '../../../support/service.ts';

/** Set SLIPWAY_SEED to repeat a run. */
const seed = Number(process.env['SLIPWAY_SEED'] ?? Date.now() % 2 ** 31);
const RUNS_MS = 6_000;
const ANSWER_MS = 3_000;

type Sent = { method: string; path: string; body: string | Buffer | undefined; type: string | undefined };

const oddText = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 40 }),
  fc.constantFrom(
    '',
    ' ',
    '0',
    '-1',
    '1e309',
    '__proto__',
    'constructor',
    '\u0000',
    '../..',
    '%',
    '\ud800',
    'x'.repeat(5_000),
  ),
);
const oddValue = fc.oneof(
  { weight: 3, arbitrary: oddText },
  {
    weight: 2,
    arbitrary: fc.constantFrom<unknown>(
      null,
      true,
      0,
      -1,
      -0,
      0.5,
      2 ** 31,
      2 ** 32 - 1,
      2 ** 32,
      2 ** 53,
      2 ** 64,
      [],
      {},
      [[[]]],
    ),
  },
  { weight: 2, arbitrary: fc.jsonValue({ maxDepth: 4 }) },
);

/** A segment of a path: an id that exists, one that does not, or anything. */
const segment = (known: readonly string[]) =>
  fc.oneof(
    { weight: 6, arbitrary: fc.constantFrom(...known) },
    { weight: 1, arbitrary: fc.uuid() },
    { weight: 1, arbitrary: oddText.map((value) => encodeURIComponent(value.toWellFormed())) },
    { weight: 1, arbitrary: fc.constantFrom('%', '%zz', '%c0%af', '%2e%2e', '..', '.', '', '*', ':id') },
  );

function pathOf(row: Endpoint, known: readonly string[]): fc.Arbitrary<string> {
  const parts = row.path.split('/').map((part) => (part.startsWith('{') ? segment(known) : fc.constant(part)));
  const keys = [...Object.keys(row.query.shape), 'unknown', '__proto__'];
  const pair = fc.tuple(fc.constantFrom(...keys), oddText).map(([key, value]) => {
    // A present or future index would wait, as it should; an old one answers at once.
    const calm = key === 'watch_index' && /^\d+$/.test(value) ? '0' : value.toWellFormed();
    return `${encodeURIComponent(key)}=${encodeURIComponent(calm)}`;
  });
  const query = fc.oneof(fc.constant([]), fc.array(pair, { maxLength: 3 }), fc.constant(['=&&=%', '%']));
  return fc
    .tuple(fc.tuple(...parts), query)
    .map(([path, pairs]) => path.join('/') + (pairs.length > 0 ? `?${pairs.join('&')}` : ''));
}

function bodyOf(row: Endpoint): fc.Arbitrary<Sent['body']> {
  const good = goodBody(row);
  if (good === undefined) return fc.constantFrom(undefined, '{}', 'x');
  const keys = Object.keys(row.body?.shape ?? {});
  const spoiled = fc.dictionary(fc.constantFrom(...keys, 'extra'), oddValue, { maxKeys: 3 });
  return fc.oneof(
    { weight: 6, arbitrary: spoiled.map((change) => JSON.stringify({ ...good, ...change })) },
    { weight: 1, arbitrary: fc.jsonValue().map((value) => JSON.stringify(value)) },
    { weight: 1, arbitrary: fc.uint8Array({ maxLength: 60 }).map((bytes) => Buffer.from(bytes)) },
  );
}

function sentTo(known: readonly string[]): fc.Arbitrary<Sent> {
  return fc.constantFrom(...servedRows).chain((row) =>
    fc.record({
      method: fc.oneof(
        { weight: 9, arbitrary: fc.constant(row.method) },
        fc.constantFrom('GET', 'POST', 'DELETE', 'HEAD'),
      ),
      path: pathOf(row, known),
      body: bodyOf(row),
      type: fc.constantFrom('application/json', undefined, 'application/json; charset=utf-8', 'text/plain', ';', 'x'),
    }),
  );
}

it('answers anything with something that the contract allows', async () => {
  console.log(`SLIPWAY_SEED=${seed}`);
  const { server, game, game_id, log } = await startWithGame();
  const ids = [
    game_id,
    game.developer_group_id,
    ...game.namespaces.map((n) => n.namespace_id),
    ...game.versions.map((v) => v.version_id),
  ];
  const agent = new Agent({ keepAlive: true, maxSockets: 4 });
  try {
    const property = fc.asyncProperty(sentTo(ids), async (sent) => {
      const answer = await send(server, agent, sent);
      expect(answer.status).toBeLessThan(500);
      checkAnswer(sent.method, sent.path, answer);
    });
    await fc.assert(property, { seed, numRuns: 2_000, interruptAfterTimeLimit: RUNS_MS, endOnFailure: true });
    expect(log.filter(({ level }) => level === 'error')).toEqual([]);
  } finally {
    agent.destroy();
  }
});

async function send(server: { port: number; token: string }, agent: Agent, { method, path, body, type }: Sent) {
  const { promise, resolve, reject } = Promise.withResolvers<Parameters<typeof checkAnswer>[2]>();
  const headers = {
    authorization: `Bearer ${server.token}`,
    ...(type === undefined ? {} : { 'content-type': type }),
    ...(body === undefined ? {} : { 'content-length': Buffer.byteLength(body) }),
  };
  const signal = AbortSignal.timeout(ANSWER_MS);
  const sentRequest = request({ host: '127.0.0.1', port: server.port, agent, method, path, headers, signal });
  sentRequest.once('error', reject).once('response', (response) => {
    const received = new Headers(
      Object.entries(response.headersDistinct).map(([name, [value = ''] = []]) => [name, value]),
    );
    const finish = (whole: string) => {
      const parsed: unknown = whole === '' ? undefined : JSON.parse(whole);
      resolve({ status: response.statusCode ?? 0, headers: received, body: parsed });
    };
    text(response).then(finish).catch(reject);
  });
  sentRequest.end(body);
  return await promise;
}
