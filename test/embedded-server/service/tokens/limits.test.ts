// Tokens with limits: what they may do, where and until when. Every row of the table is tried with every right, so a new row
// has to say what it needs, and to be in the table below.
import { expect, it } from 'vitest';
import { requireReach } from '../../../../embedded-server/platform/access/token-reach.ts';
import { contract } from '../../../../src-shared/service/contract.ts';
import type { Endpoint } from '../../../../src-shared/service/endpoint.ts';
import {
  mayDo,
  type Needs,
  placeOfRow,
  type TokenRight,
  tokenRights,
} from '../../../../src-shared/service/token-rights.ts';
import { openWaiting, readAll, statuses } from '../../../support/raw-http.ts';
import { requestOf, servedRows } from '../../../support/served-rows.ts';
import { clientOf, createGame, startTestService, startWithGame, type TestService } from '../../../support/service.ts';
import { prepareBuild, put, randomFile } from '../../../support/upload.ts';

const NOBODY = '00000000-0000-4000-8000-000000000000';

/** What each right is for, as `docs/security.md` tells it. */
const rowsByNeed: Record<Needs, readonly string[]> = {
  nothing: [
    'createDeviceLink',
    'getBootstrap',
    'getDeviceLink',
    'getHealth',
    'getOpenApi',
    'getSlipwaySchema',
    'listRegionTiers',
  ],
  owner: [
    'completeDeviceLink',
    'createCloudToken',
    'createGame',
    'createGroup',
    'createRegion',
    'deleteRegion',
    'drainNode',
    'explainJoin',
    'getGroupBilling',
    'listGroups',
    'listNodes',
    'refuseDeviceLink',
    'resumeNode',
    'setBillingTestState',
    'shareServer',
  ],
  read: [
    'compareNamespaceMoments',
    'examineBuild',
    'getBuild',
    'getGame',
    'getHosting',
    'getNamespace',
    'getServer',
    'getServerLogs',
    'getServerUsage',
    'getVersion',
    'inspectAuth',
    'inspectServer',
    'listBuildChunks',
    'listBuildFiles',
    'listBuilds',
    'listDatacenters',
    'listGameBuilds',
    'listGames',
    'listKept',
    'listKeptFiles',
    'listRegions',
    'listServerUsage',
    'listServers',
    'listVersionHistory',
    'readServerLog',
    'searchServerLog',
  ],
  push: [
    'completeBuild',
    'completeUpload',
    'createGameBuild',
    'createVersion',
    'getUpload',
    'prepareBuild',
    'reserveVersionName',
    'setBuildTags',
    'validateVersion',
  ],
  switch: ['updateNamespaceVersion'],
  servers: [
    'createKeptSnapshot',
    'createServer',
    'deleteKeptSnapshot',
    'destroyServer',
    'downloadKept',
    'emptyKept',
    'makeCrashBundle',
    'previewCrashBundle',
    'restartServer',
    'restoreKeptSnapshot',
    'setHosting',
    'setServerNetwork',
    'typeIntoServer',
    'updateMatchmakerConfig',
    'validateMatchmakerConfig',
  ],
  admin: [
    'completeGameBanner',
    'completeGameLogo',
    'createNamespace',
    'createServiceToken',
    'createToken',
    'deleteBuild',
    'deleteNamespace',
    'listTokens',
    'orderNamespaces',
    'prepareGameBanner',
    'prepareGameLogo',
    'renameNamespace',
    'revokeToken',
    'updateGame',
    'validateGame',
    'validateGroup',
    'validateNamespace',
  ],
};

/** Which other rights come with one. */
const comesWith: Record<TokenRight, readonly Needs[]> = {
  read: ['read', 'nothing'],
  push: ['read', 'push', 'switch', 'nothing'],
  switch: ['read', 'switch', 'nothing'],
  servers: ['read', 'servers', 'nothing'],
  admin: ['read', 'push', 'switch', 'servers', 'admin', 'nothing'],
};

type Place = { game: string; namespace: string; sibling: string };
type Limits = { can: readonly TokenRight[]; environment_id?: string; expires_in?: number };
type Made = { token: string; token_id: string; expire_ts?: string };

async function placeOf(call: TestService['call'], name: string): Promise<Place> {
  const game = await createGame(call, name);
  const { body } = await call('GET', `/cloud/games/${game}`);
  const [prod, staging] = (body as { game: { namespaces: { namespace_id: string }[] } }).game.namespaces;
  return { game, namespace: prod?.namespace_id ?? '', sibling: staging?.namespace_id ?? '' };
}

async function make(call: TestService['call'], game: string, limits: Limits, token?: string): Promise<Made> {
  const by = token === undefined ? {} : { token };
  const answer = await call('POST', `/cloud/games/${game}/tokens`, { body: limits, ...by });
  expect([answer.status, answer.body]).toEqual([200, expect.objectContaining({ can: limits.can })]);
  return answer.body as Made;
}

it('has every row in the table of what needs which right', () => {
  for (const [needs, names] of Object.entries(rowsByNeed)) {
    const found = Object.values(contract).filter((row: Endpoint) => row.needs === needs);
    expect([needs, found.map(({ name }) => name).toSorted()]).toEqual([needs, names]);
  }
  for (const right of tokenRights) {
    const may = (Object.keys(rowsByNeed) as Needs[]).filter((needs) => mayDo([right], needs));
    expect([right, may.toSorted()]).toEqual([right, comesWith[right].toSorted()]);
  }
});

it('asks for a right where a cloud token may call at all, and for none where anybody may', () => {
  for (const { name, access, needs } of servedRows) {
    const expected =
      access === 'open' ? 'nothing' : access.includes('cloud') ? expect.stringMatching(/^(?!owner|nothing)/) : 'owner';
    expect([name, needs]).toEqual([name, expected]);
  }
});

/** Whether a row of the table lets a token with this right in, where the row's address names `at`. */
function isLetIn(row: Endpoint, right: TokenRight, at: 'own' | 'sibling', isOfOne: boolean): boolean {
  if (!comesWith[right].includes(row.needs)) return false;
  if (!isOfOne || row.access === 'open') return true;
  const place = placeOfRow(row);
  if (place === 'namespace') return at === 'own';
  return (place === 'caller' && row.needs !== 'admin') || row.needs === 'read';
}

it('lets each right do what needs it, in its place, and nothing else', () => {
  const wrong: unknown[] = [];
  const own = { game_id: NOBODY.replace('0', '1'), namespace_id: NOBODY.replace('0', '2') };
  for (const row of servedRows) {
    for (const right of tokenRights) {
      for (const at of ['sibling', 'own'] as const) {
        for (const isOfOne of [true, false]) {
          const place = { ...own, ...(at === 'own' ? {} : { namespace_id: NOBODY }) };
          const named = Object.entries({ ...place, environment_id: place.namespace_id });
          const params = Object.fromEntries(named.filter(([key]) => key in row.params.shape));
          const limits = { can: [right], ...(isOfOne ? { namespace_id: own.namespace_id } : {}) };
          const enter = () => requireReach(row, { kind: 'cloud', game_id: own.game_id, limits }, params);
          if (isLetIn(row, right, at, isOfOne) !== !throws(enter)) wrong.push({ row: row.name, right, at, isOfOne });
        }
      }
    }
  }
  expect(wrong).toEqual([]);
});

function throws(work: () => void): boolean {
  try {
    work();
    return false;
  } catch (thrown) {
    expect(thrown).toMatchObject({ code: 'API_FORBIDDEN' });
    return true;
  }
}

it('refuses at every row what the token may not, before anything is looked at', async () => {
  const { call } = await startTestService();
  const { game, namespace, sibling } = await placeOf(call, 'Tidebreak');
  const wrong: unknown[] = [];
  for (const right of tokenRights) {
    const { token } = await make(call, game, { can: [right], environment_id: namespace });
    for (const row of servedRows) {
      const at = isLetIn(row, right, 'own', true) ? 'sibling' : 'own';
      if (isLetIn(row, right, at, true)) continue;
      const { address } = requestOf(row, { game, namespace: at === 'own' ? namespace : sibling });
      // What is no JSON at all would be said of a body that is read.
      const { status } = await call(row.method, address, { token, ...(row.body === null ? {} : { raw: 'no body' }) });
      if (status !== 403) wrong.push({ row: row.name, right, at, status });
    }
  }
  expect(wrong).toEqual([]);
});

it('pushes to its namespace and switches that, and sees nothing of an upload to another', async () => {
  const { call, game_id, game } = await startWithGame();
  const [prod, staging] = game.namespaces;
  const environment_id = staging?.namespace_id ?? '';
  const ids = { game_id, namespace_id: environment_id };
  const { token } = await make(call, game_id, { can: ['push'], environment_id });
  const as: TestService['call'] = (method, path, options = {}) => call(method, path, { token, ...options });
  const elsewhere = { game_id, namespace_id: prod?.namespace_id ?? '' };
  const there = { game_id, environment_id: elsewhere.namespace_id };
  const file = randomFile(50_000);
  const theirs = await prepareBuild(call, there, { bytes: 50_000, name: 'theirs' });
  const { build: other } = await clientOf(call).getBuild({
    params: { ...there, build_id: theirs.build },
  });
  for (const [method, path] of [
    ['GET', `/cloud/uploads/${other.upload_id}`],
    ['POST', `/cloud/uploads/${other.upload_id}/complete`],
  ] as const) {
    expect((await as(method, path)).body).toMatchObject({ code: 'UPLOAD_NOT_FOUND' });
  }
  const mine = await prepareBuild(as, { game_id, environment_id }, { bytes: 50_000, name: 'mine' });
  expect((await put(mine.parts[0]?.url ?? '', file)).status).toBe(200);
  const client = clientOf(as);
  const seen = await client.getGame({ params: { game_id } });
  const version = seen.game.versions.find(({ display_name: name }) => name === 'mine');
  const body = { version_id: version?.version_id ?? '' };
  await client.updateNamespaceVersion({ params: ids, body });
  expect((await client.listVersionHistory({ params: ids })).versions).toHaveLength(1);
  await expect(client.updateNamespaceVersion({ params: elsewhere, body })).rejects.toMatchObject({
    code: 'API_FORBIDDEN',
    message: 'This token is for another namespace. Use one for this namespace or for the whole game.',
  });
});

it('sets no variable that decides what runs, unless it may push', async () => {
  const { call, game_id, place } = await startWithGame();
  const body = {
    datacenter: place.namespace_id,
    tags: {},
    runtime: { build: place.namespace_id, environment: { NODE_OPTIONS: '--require /tmp/x' } },
    network: { ports: {} },
    resources: { cpu: 100, memory: 64 },
  };
  const path = `/games/${game_id}/environments/${place.namespace_id}/servers`;
  const { token: servers } = await make(call, game_id, { can: ['servers'] });
  expect((await call('POST', path, { token: servers, body })).body).toMatchObject({
    code: 'API_FORBIDDEN',
    message: expect.stringContaining('NODE_OPTIONS'),
  });
  const { token: both } = await make(call, game_id, { can: ['servers', 'push'] });
  expect((await call('POST', path, { token: both, body })).status).not.toBe(403);
});

it('gives no more than it has: nothing outlives the token that made it, and "admin" is from the owner alone', async () => {
  const { call, game_id, place } = await startWithGame();
  const { token, expire_ts } = await make(call, game_id, { can: ['admin'], expires_in: 3600 });
  expect((await make(call, game_id, { can: ['push'] }, token)).expire_ts).toBe(expire_ts);
  expect((await make(call, game_id, { can: ['push'], expires_in: 90_000 }, token)).expire_ts).toBe(expire_ts);
  const refused = await call('POST', `/cloud/games/${game_id}/tokens`, { token, body: { can: ['admin'] } });
  expect(refused.body).toMatchObject({ code: 'API_FORBIDDEN', message: expect.stringContaining('Only the owner') });
  const path = `/games/${game_id}/environments/${place.namespace_id}/tokens/service`;
  expect((await call('POST', path, { token })).status).toBe(200);
  const { tokens } = await clientOf(call).listTokens({ params: { game_id } });
  expect(tokens.map(({ kind, can, expire_ts: at }) => [kind, can, at])).toEqual([
    ['cloud', ['admin'], expire_ts],
    ['cloud', ['push'], expire_ts],
    ['cloud', ['push'], expire_ts],
    ['service', undefined, expire_ts],
  ]);
});

it('says its limits to who holds it, and keeps them over a restart', async () => {
  const first = await startWithGame();
  const { game_id, place } = first;
  const limits: Limits = { can: ['push', 'servers'], environment_id: place.namespace_id, expires_in: 3600 };
  const { token, expire_ts } = await make(first.call, game_id, limits);
  await first.server.close();
  const { call } = await startTestService({ dataFolder: first.server.dataFolder });
  expect((await call('GET', '/cloud/auth/inspect', { token })).body).toEqual({
    agent: {
      game_cloud: { game_id, can: ['push', 'servers'], environment_id: place.namespace_id, expire_ts },
    },
  });
  expect((await call('PATCH', `/cloud/games/${game_id}`, { token, body: { display_name: 'Mine' } })).status).toBe(403);
});

it.each([
  { can: [] },
  { can: ['everything'] },
  { can: ['push'], expires_in: 0 },
  { can: ['push'], expires_in: 1.5 },
  { can: ['push'], expires_in: 1e12 },
])('makes none of %j', async (body) => {
  const { call, game_id } = await startWithGame();
  expect((await call('POST', `/cloud/games/${game_id}/tokens`, { body })).body).toMatchObject({ code: 'API_BAD_BODY' });
});

/** A service with a clock that a test turns, and a token that lives for an hour of it. */
async function startWithHour() {
  let ahead = 0;
  const started = await startWithGame({ now: () => Date.now() + ahead });
  const made = await make(started.call, started.game_id, { can: ['push'], expires_in: 3600 });
  const turnTo = (beforeExpiryMs: number) => {
    ahead = Date.parse(made.expire_ts ?? '') - Date.now() - beforeExpiryMs;
  };
  const sentence = `This token expired at ${made.expire_ts}. Ask whoever runs the instance for a new one.`;
  return { ...started, ...made, turnTo, expired: { code: 'API_UNAUTHORIZED', message: sentence } };
}

it('says of an expired token that it expired, and when; it is listed until somebody revokes it', async () => {
  const { call, client, game_id, token, token_id, turnTo, expired } = await startWithHour();
  turnTo(1000);
  expect((await call('GET', `/cloud/games/${game_id}`, { token })).status).toBe(200);
  turnTo(0);
  const answer = await call('GET', `/cloud/games/${game_id}`, { token });
  expect([answer.status, answer.body]).toEqual([401, expect.objectContaining(expired)]);
  const list = async () => (await client.listTokens({ params: { game_id } })).tokens.map((one) => one.token_id);
  expect(await list()).toEqual([token_id]);
  await client.revokeToken({ params: { game_id, token_id } });
  expect(await list()).toEqual([]);
  expect((await call('GET', `/cloud/games/${game_id}`, { token })).body).not.toMatchObject({
    message: expired.message,
  });
});

it('ends who waits with it when it expires, and its addresses', async () => {
  const { call, server, game_id, place, token, turnTo, expired } = await startWithHour();
  const as: TestService['call'] = (method, path, options = {}) => call(method, path, { token, ...options });
  const there = { game_id, environment_id: place.namespace_id };
  const prepared = await prepareBuild(as, there, { bytes: 1000 });
  const { body } = await call('GET', `/cloud/games/${game_id}`);
  const { index } = (body as { watch: { index: string } }).watch;
  turnTo(300);
  const waiting = await openWaiting(
    server.port,
    `/cloud/games/${game_id}?watch_index=${index}`,
    `Authorization: Bearer ${token}\r\nConnection: close\r\n`,
  );
  const answer = await readAll(waiting);
  expect(statuses(answer)).toEqual([401]);
  expect(answer).toContain(expired.message);
  const sent = await put(prepared.parts[0]?.url ?? '', randomFile(1000));
  expect([sent.status, sent.body]).toEqual([401, expect.objectContaining({ message: expired.message })]);
});
