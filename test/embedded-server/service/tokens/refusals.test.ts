// Every refusal that a token can get says what is refused, why, and what to do about it, in both languages.
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { service as german } from '../../../../src-shared/text/reasons/de/service.ts';
import { service as english } from '../../../../src-shared/text/reasons/en/service.ts';
import { createGame, startWithGame, type TestService } from '../../../support/service.ts';
import { startOnce } from '../../../support/start-once.ts';
import { prepareBuild, put, randomFile } from '../../../support/upload.ts';

type Reason = keyof ReturnType<typeof english>;
type Made = { token: string; token_id: string };

const start = async () => {
  let ahead = 0;
  const started = await startWithGame({ now: () => Date.now() + ahead });
  const { call, game_id, game, server } = started;
  const [prod, staging] = game.namespaces.map(({ namespace_id: id }) => id);
  const made = async (where: string, body: object) => (await call('POST', where, { body })).body as Made;
  const limited = (body: object) => made(`/cloud/games/${game_id}/tokens`, body);
  const shortLived = await limited({ can: ['read'], expires_in: 60 });
  const revoked = await limited({ can: ['push'] });
  ahead = 61_000;
  const other = await createGame(call, 'Another');
  const metrics = (await readFile(path.join(server.dataFolder, 'metrics-token'), 'utf8')).trim();
  return {
    ...started,
    place: { game_id, environment_id: prod ?? '' },
    tokens: {
      expired: shortLived.token,
      revoked,
      metrics,
      reader: (await limited({ can: ['read'] })).token,
      admin: (await limited({ can: ['admin'] })).token,
      ofStaging: (await limited({ can: ['push'], environment_id: staging })).token,
      cloud: (await made(`/cloud/games/${game_id}/tokens/cloud`, {})).token,
      ofOther: (await made(`/cloud/games/${other}/tokens/cloud`, {})).token,
      service: (await made(`/games/${game_id}/environments/${prod}/tokens/service`, {})).token,
    },
  };
};
const service = startOnce(start);

const ours = (answer: Awaited<ReturnType<TestService['call']>>) => answer.body as { message: string; reason?: string };

/** The sentence of a reason, with anything where it names something. */
function sentenceOf(reason: Reason): RegExp {
  const parts = english()[reason].split(/\{\w+\}/);
  return new RegExp(`^${parts.map((part) => part.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`)).join('.+')}$`);
}

describe('a call', () => {
  it.each<[string, Reason, number, (s: Awaited<ReturnType<typeof start>>) => ReturnType<TestService['call']>]>([
    ['without a token', 'token.none', 401, ({ call }) => call('GET', '/cloud/games', { token: null })],
    [
      'with a header that cannot be read',
      'token.malformed',
      401,
      ({ call }) => call('GET', '/cloud/games', { token: null, headers: { authorization: 'Bearer  two' } }),
    ],
    ['with a token of elsewhere', 'token.unknown', 401, ({ call }) => call('GET', '/cloud/games', { token: 'x' })],
    [
      'with a token that expired',
      'token.expired',
      401,
      ({ call, tokens }) => call('GET', '/cloud/games', { token: tokens.expired }),
    ],
    [
      'with a right too few',
      'token.may-not',
      403,
      ({ call, tokens, place }) =>
        call('POST', `/cloud/games/${place.game_id}/versions/reserve-name`, { token: tokens.reader, body: {} }),
    ],
    [
      'that gives out more than it has',
      'token.admin-by-owner',
      403,
      ({ call, tokens, place }) =>
        call('POST', `/cloud/games/${place.game_id}/tokens`, { token: tokens.admin, body: { can: ['admin'] } }),
    ],
    [
      'to another game',
      'token.other-game',
      403,
      ({ call, tokens, place }) => call('GET', `/cloud/games/${place.game_id}`, { token: tokens.ofOther }),
    ],
    [
      'to another namespace',
      'token.other-namespace',
      403,
      ({ call, tokens, place }) =>
        call('GET', `/cloud/games/${place.game_id}/namespaces/${place.environment_id}`, { token: tokens.ofStaging }),
    ],
    [
      'about the whole game by a token for one namespace',
      'token.whole-game',
      403,
      ({ call, tokens, place }) => call('GET', `/cloud/games/${place.game_id}/tokens`, { token: tokens.ofStaging }),
    ],
    [
      'that no service token may make',
      'token.not-for-service',
      403,
      ({ call, tokens, place }) => call('GET', `/cloud/games/${place.game_id}`, { token: tokens.service }),
    ],
    [
      'that only the owner may make',
      'token.owner-alone',
      403,
      ({ call, tokens }) => call('GET', '/group/groups', { token: tokens.cloud }),
    ],
    [
      'for figures without a token',
      'token.none-for-metrics',
      401,
      ({ call }) => call('GET', '/metrics', { token: null }),
    ],
    [
      'for figures with a token of something else',
      'token.not-for-metrics',
      401,
      ({ call, tokens }) => call('GET', '/metrics', { token: tokens.cloud }),
    ],
    [
      'with the token of the figures',
      'token.unknown',
      401,
      ({ call, tokens }) => call('GET', '/cloud/games', { token: tokens.metrics }),
    ],
  ])('%s is answered %s', async (_, reason, expected, attempt) => {
    const answer = await attempt(await service());
    expect([answer.status, ours(answer).message]).toEqual([expected, expect.stringMatching(sentenceOf(reason))]);
  });
});

it('says so of an address, too: one that was changed, and one whose token was revoked', async () => {
  const { call, tokens, place } = await service();
  const { token, token_id: id } = tokens.revoked;
  const as: TestService['call'] = (method, target, options) => call(method, target, { token, ...options });
  const { parts } = await prepareBuild(as, place, { bytes: 1000, name: 'revoked' });
  const address = parts[0]?.url ?? '';
  const changed = await put(address.replace(/expires=\d/, 'expires=9'), randomFile(1000));
  expect([changed.status, changed.body]).toEqual([
    403,
    expect.objectContaining({ message: english()['upload.address-changed'] }),
  ]);
  await call('DELETE', `/cloud/games/${place.game_id}/tokens/${id}`);
  const ended = await put(address, randomFile(1000));
  expect([ended.status, ended.body]).toEqual([401, expect.objectContaining({ message: english()['token.revoked'] })]);
  expect(ours(await as('GET', '/cloud/games')).message).toBe(english()['token.unknown']);
});

it('ends each refusal with what to do, in both languages', () => {
  const refusals = [
    'token.none',
    'token.malformed',
    'token.unknown',
    'token.revoked',
    'token.expired',
    'token.may-not',
    'token.admin-by-owner',
    'token.other-game',
    'token.other-namespace',
    'token.whole-game',
    'token.not-for-service',
    'token.owner-alone',
    'token.not-for-metrics',
    'token.none-for-metrics',
    'token.has-spaces',
    'token.too-narrow',
    'token.odd-characters',
    'token.keychain-locked',
    'token.keychain-refuses',
  ] as const satisfies readonly Reason[];
  // Two sentences at least: what is so, and what to do.
  const short = refusals
    .flatMap((reason) => [english()[reason], german[reason]])
    .filter((text) => !/\. \p{Lu}/u.test(text));
  expect(short).toEqual([]);
});
