// Finds out what an instance can do beyond the eleven calls that every one has, without changing anything there.

import { AppError, asAppError } from '../../../src-shared/errors/app-error.ts';
import { type Ability, abilities, abilityTable } from '../../../src-shared/instances/abilities.ts';
import type { InstanceView, RemoteFacts } from '../../../src-shared/instances/bridge.ts';
import type { ServiceClient } from '../../../src-shared/service/client.ts';
import { contract, type EndpointName } from '../../../src-shared/service/contract.ts';
import type { Endpoint, TokenKind } from '../../../src-shared/service/endpoint.ts';
import { mayDo, placeOfRow, tokenRights } from '../../../src-shared/service/token-rights.ts';
import type { Agent, Token } from '../../../src-shared/service/tokens.ts';
import { type Message, messageFor } from '../../../src-shared/text/message.ts';

/** An id that nobody has. */
export const NO_ID = '00000000-0000-4000-8000-000000000000';
/** Any one will do. */
const A_MOMENT = '2026-01-01T00:00:00.000Z';

export type Capabilities = {
  readonly whyNot: NonNullable<InstanceView['why_not']>;
  readonly tokenKind?: TokenKind;
  readonly token?: TokenReach;
  readonly tokenPlace?: RemoteFacts['token_place'];
  readonly version?: string;
  /** Its servers run on nodes, which there is a page of. */
  readonly hasFleet?: true;
};

/** Local is this very program: it can do everything. */
export const allCapabilities: Capabilities = { whyNot: {} };

/** Whom a token speaks for, with its limits where it has any. */
export type TokenReach = Pick<Token, 'can' | 'environment_id'> & { kind: TokenKind };

type Found = 'offered' | 'missing' | 'unknown';
/** Asks one row in a way that changes nothing. */
type Ask = (client: ServiceClient, options: Options) => Promise<unknown>;
type Options = { signal: AbortSignal; once?: true };

const game = { game_id: NO_ID };
const environment = { ...game, environment_id: NO_ID };

/** Each ability by a row that reads; no service writes namespaces, versions or servers that it cannot tell of. */
const shownBy: Record<Ability, Probe | 'always'> = {
  list_games: 'games',
  create_game: 'always',
  update_game: 'namespace',
  set_banner: 'namespace',
  create_namespace: 'namespace',
  read_limits: 'namespace',
  compare_moments: 'moments',
  hosting: 'hosting',
  read_version: 'version',
  create_version: 'version',
  switch_version: 'always',
  upload_build: 'always',
  list_builds: 'builds',
  examine_build: 'builds',
  build_files: 'builds',
  resume_upload: 'upload',
  reuse_bytes: 'chunks',
  list_servers: 'servers',
  create_server: 'servers',
  end_server: 'servers',
  restart_server: 'inspection',
  inspect_server: 'inspection',
  server_network: 'inspection',
  share_server: 'inspection',
  server_console: 'inspection',
  kept_folders: 'kept',
  server_logs: 'logs',
  crash_bundle: 'inspection',
  device_link: 'link',
  tokens: 'tokens',
  limited_tokens: 'tokens',
  nodes: 'nodes',
  list_groups: 'groups',
  test_billing: 'groups',
};

type Probe = keyof typeof probes;

const probes = {
  games: (client, options) => client.listGames({}, options),
  namespace: (client, options) => client.getNamespace({ params: { ...game, namespace_id: NO_ID } }, options),
  moments: (client, options) =>
    client.compareNamespaceMoments({ params: { ...game, namespace_id: NO_ID }, query: { from: A_MOMENT } }, options),
  hosting: (client, options) => client.getHosting({ params: { ...game, namespace_id: NO_ID } }, options),
  version: (client, options) => client.getVersion({ params: { ...game, version_id: NO_ID } }, options),
  builds: (client, options) => client.listBuilds({ params: environment }, options),
  upload: (client, options) => client.getUpload({ params: { upload_id: NO_ID } }, options),
  servers: (client, options) => client.listServers({ params: environment }, options),
  chunks: (client, options) => client.listBuildChunks({ params: { ...environment, build_id: NO_ID } }, options),
  inspection: (client, options) => client.inspectServer({ params: { ...environment, server_id: NO_ID } }, options),
  kept: (client, options) => client.listKept({ params: { ...game, namespace_id: NO_ID } }, options),
  logs: (client, options) => client.readServerLog({ params: { ...environment, server_id: NO_ID } }, options),
  link: (client, options) => client.getDeviceLink({ query: { device_link_token: 'none' } }, options),
  tokens: (client, options) => client.listTokens({ params: game }, options),
  nodes: (client, options) => client.listNodes({}, options),
  groups: (client, options) => client.listGroups({}, options),
} as const satisfies Record<string, Ask>;

/** Throws when the instance does not answer, or does not take the token. */
export async function probeCapabilities(client: ServiceClient, signal: AbortSignal): Promise<Capabilities> {
  const options = { signal, once: true } as const;
  await askForLife(client, options);
  const [health, token, document] = await Promise.all([
    client.getHealth({}, options).catch(onlyWhenMissing),
    askTokenReach(client, options),
    client.getOpenApi({}, options).then(({ paths }) => new Set(rowsIn(paths)), onlyWhenMissing),
  ]);
  const found = document === undefined ? await findByAsking(client, options) : undefined;
  const whyNot: Capabilities['whyNot'] = {};
  for (const ability of abilities) {
    const reason = whyNotAble(ability, { token, document, found });
    if (reason !== undefined) whyNot[ability] = reason;
  }
  return {
    whyNot,
    ...(health === undefined ? {} : { version: health.version }),
    ...(health?.fleet === true && whyNot.nodes === undefined ? { hasFleet: true } : {}),
    ...(token === undefined ? {} : { tokenKind: token.kind, token, tokenPlace: tokenPlaceOf(token) }),
  };
}

/** Whom the token speaks for, where the instance tells. */
export async function askTokenReach(client: ServiceClient, options: Options): Promise<TokenReach | undefined> {
  return await client.inspectAuth({}, options).then(({ agent }) => reachOf(agent), onlyWhenMissing);
}

/** Every instance has this call; the game is nobody's, and saying so is an answer. */
export async function askForLife(client: ServiceClient, options: Options): Promise<void> {
  try {
    await client.getGame({ params: game }, options);
  } catch (thrown) {
    const error = asAppError(thrown);
    // Another token would not help with this one, which every call is refused for.
    if (error.reason === 'http.other-host') throw new AppError('INSTANCE_ADDRESS', error.toMessage(), { cause: error });
    if (error.code === 'API_UNAUTHORIZED' || !isAnswer(error)) throw error;
  }
}

async function findByAsking(client: ServiceClient, options: Options): Promise<Map<string, Found>> {
  const answers = Object.entries(probes).map(
    async ([name, probe]) => [name, await tell(probe(client, options))] as const,
  );
  return new Map(await Promise.all(answers));
}

type Knowledge = {
  token: TokenReach | undefined;
  document: Set<EndpointName> | undefined;
  found: Map<string, Found> | undefined;
};

function whyNotAble(ability: Ability, { token, document, found }: Knowledge): Message | undefined {
  const { row, whyNot } = abilityTable[ability];
  if (token !== undefined && !mayCall(token, row)) return messageFor('token.too-narrow', { scope: scopeOf(token) });
  // What could not be found out is offered: the call itself will say the truth.
  const isMissing = document === undefined ? found?.get(shownBy[ability]) === 'missing' : !document.has(row);
  return isMissing ? messageFor(whyNot) : undefined;
}

/** What a token for one namespace may not do on the others: whatever takes place in one. */
function tokenPlaceOf({ environment_id: namespace_id }: TokenReach): RemoteFacts['token_place'] {
  if (namespace_id === undefined) return undefined;
  const not_elsewhere = abilities.filter((ability) => placeOfRow(contract[abilityTable[ability].row]) === 'namespace');
  return { namespace_id, not_elsewhere, why: messageFor('token.other-namespace') };
}

/** Whether a token may make a call at all, in the place that it is for. */
export function mayCall({ kind, can, environment_id }: TokenReach, name: EndpointName): boolean {
  const row: Endpoint = contract[name];
  if (row.access === 'open') return true;
  if (!row.access.includes(kind) || (can !== undefined && !mayDo(can, row.needs))) return false;
  return kind !== 'cloud' || environment_id === undefined || placeOfRow(row) !== 'game' || row.needs === 'read';
}

/** Whether a token may look at its game, or its namespace, and no more. */
export function isReadOnly({ can }: TokenReach): boolean {
  return can !== undefined && tokenRights.every((right) => right === 'read' || !mayDo(can, right));
}

/** What a token is for, in words. */
export function scopeOf({ kind, environment_id }: TokenReach): Message {
  const isForOne = kind === 'service' || environment_id !== undefined;
  return messageFor(isForOne ? 'token.for-one-namespace' : 'token.for-one-game');
}

async function tell(probe: Promise<unknown>): Promise<Found> {
  try {
    await probe;
    return 'offered';
  } catch (thrown) {
    const error = asAppError(thrown);
    if (error.code === 'API_NOT_FOUND' || error.code === 'API_METHOD_NOT_ALLOWED') return 'missing';
    // Some sites answer every address with a page.
    if (error.code === 'ANSWER_UNREADABLE') return 'missing';
    if (error.code === 'API_UNAUTHORIZED' || error.code === 'CANCELLED') throw error;
    return isAnswer(error) ? 'offered' : 'unknown';
  }
}

/** Whether somebody who understood the request refused it, and not the way to them. */
function isAnswer(error: AppError): boolean {
  return error.status >= 400 && error.status < 500 && !notFromTheService.has(error.code);
}

const notFromTheService = new Set(['CANCELLED', 'CERTIFICATE_UNTRUSTED', 'INSTANCE_ADDRESS', 'API_RATE_LIMIT']);

/** A call that an instance does not have is no failure here; one that cannot be made is. */
function onlyWhenMissing(thrown: unknown): undefined {
  const error = asAppError(thrown);
  if (error.code === 'INSTANCE_UNREACHABLE' || error.code === 'CANCELLED') throw error;
  return undefined;
}

/** Others name agents that we do not know. */
function reachOf(agent: Partial<Agent>): TokenReach | undefined {
  if ('owner' in agent) return { kind: 'owner' };
  if ('env_service' in agent) return { kind: 'service', environment_id: agent.env_service.environment_id };
  if (!('game_cloud' in agent)) return undefined;
  const { can, environment_id } = agent.game_cloud;
  return { kind: 'cloud', ...(can && { can }), ...(environment_id && { environment_id }) };
}

/** The rows that an OpenAPI document speaks of, by path and method. Names of parameters are the writer's own. */
function rowsIn(paths: Record<string, unknown>): EndpointName[] {
  const offered = new Set<string>();
  for (const [path, operations] of Object.entries(paths)) {
    if (typeof operations !== 'object' || operations === null) continue;
    for (const method of Object.keys(operations)) offered.add(`${method.toUpperCase()} ${shapeOf(path)}`);
  }
  return Object.values(contract)
    .filter(({ method, path }) => offered.has(`${method} ${shapeOf(path)}`))
    .map(({ name }) => name);
}

function shapeOf(path: string): string {
  return path.replaceAll(/\{[^}]*\}/g, '{}');
}
