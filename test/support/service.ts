// A real service on a temp folder and a free port, with a plain way to call it. It is closed when the test ends, or the file where it is started once for it.
import {
  findWall,
  type LogEntry,
  type RunningServer,
  type ServerOptions,
  startServer,
} from '../../embedded-server/index.ts';
import { createServiceClient, type ServiceClient } from '../../src-shared/service/client.ts';
import type { GameFull } from '../../src-shared/service/games.ts';
import { checkAnswer } from './answers.ts';
import { httpCall } from './http-call.ts';
import { closeAtEnd } from './start-once.ts';
import { makeTempFolder } from './temp-folder.ts';

export type Answer = { status: number; headers: Headers; body: unknown };
export type TestService = {
  server: RunningServer;
  log: LogEntry[];
  /** Calls as the owner, unless `token` says otherwise (null: none). */
  call(method: string, path: string, options?: CallOptions): Promise<Answer>;
};
export type CallOptions = {
  body?: unknown;
  raw?: string | Uint8Array<ArrayBuffer>;
  token?: string | null;
  headers?: Record<string, string>;
  signal?: AbortSignal;
};

export async function startTestService(options: Partial<Omit<ServerOptions, 'onLog'>> = {}): Promise<TestService> {
  const dataFolder = options.dataFolder ?? (await makeTempFolder());
  const log: LogEntry[] = [];
  const server = await startServer({
    port: 0,
    serverPorts: ownPorts(),
    findWall: findWallOnce,
    ...options,
    dataFolder,
    onLog: (entry) => log.push(entry),
  });
  closeAtEnd(() => server.close());
  return { server, log, call: caller(server) };
}

let wall: ReturnType<typeof findWall> | undefined;

/** It is the same for all services of this machine, and takes processes to find out. */
function findWallOnce(folder: string): ReturnType<typeof findWall> {
  return (wall ??= findWall(folder));
}

/** Test files run beside each other, and none should take the ports that another is about to bind. */
export function ownPorts(): { from: number; to: number } {
  const worker = Number(process.env['VITEST_POOL_ID'] ?? 0) % 8;
  return { from: 20_000 + worker * 1000, to: 20_999 + worker * 1000 };
}

export function caller(server: Pick<RunningServer, 'url' | 'token'> & { localUrl?: string }): TestService['call'] {
  const base = server.localUrl ?? server.url;
  return async (method, path, { token = server.token, headers = {}, signal, ...options } = {}) => {
    const { type, bytes } = bodyOf(options);
    const { text, ...head } = await httpCall(base + path, {
      method,
      headers: {
        ...(token !== null && { authorization: `Bearer ${token}` }),
        ...(type !== undefined && { 'content-type': type }),
        ...headers,
      },
      body: bytes,
      signal,
    });
    const body: unknown = text === '' ? undefined : JSON.parse(text);
    const answer = { ...head, body };
    checkAnswer(method, path, answer);
    return answer;
  };
}

function bodyOf({ body, raw }: CallOptions): { type?: string; bytes?: string | Uint8Array } {
  if (body !== undefined) return { type: 'application/json', bytes: JSON.stringify(body) };
  if (raw === undefined) return {};
  return typeof raw === 'string' ? { type: 'text/plain;charset=UTF-8', bytes: raw } : { bytes: raw };
}

/** The one group that a new data folder has. */
export async function firstGroup(call: TestService['call']): Promise<string> {
  const { body } = await call('GET', '/cloud/games');
  return (body as { groups: { group_id: string }[] }).groups[0]?.group_id ?? '';
}

/** Creates a game and answers its id. */
export async function createGame(call: TestService['call'], display_name = 'Tidebreak'): Promise<string> {
  const developerGroup = await firstGroup(call);
  const { body } = await call('POST', '/cloud/games', {
    body: { developer_group_id: developerGroup, display_name },
  });
  return (body as { game_id: string }).game_id;
}

/** The typed client over the same calls: an answer, or an AppError with its code. */
export function clientOf(call: TestService['call']): ServiceClient {
  return createServiceClient(({ method, path, body }) => call(method, path, body === undefined ? {} : { body }));
}

/** A game with its first version and namespaces, and a client to go on with. */
export async function startWithGame(options: Parameters<typeof startTestService>[0] = {}) {
  return await withGame(await startTestService(options));
}

/** The same in a service that other tests use as well: the game is this test's own. */
export async function withGame(service: TestService) {
  const client = clientOf(service.call);
  const game_id = await createGame(service.call);
  const { game } = await client.getGame({ params: { game_id } });
  return { ...service, client, game, game_id, ...placesOf(game) };
}

/** Paths and parameters of a game's first namespace, which is `prod`. */
export function placesOf(game: GameFull) {
  const namespace_id = game.namespaces[0]?.namespace_id ?? '';
  const gamePath = `/cloud/games/${game.game_id}`;
  return {
    place: { game_id: game.game_id, namespace_id },
    gamePath,
    namespacePath: `${gamePath}/namespaces/${namespace_id}`,
  };
}
