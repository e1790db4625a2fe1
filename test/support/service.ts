// A real service on a temp folder and a free port, with a plain way to call it. It is closed when the test ends.
import { onTestFinished } from 'vitest';
import { type LogEntry, type RunningServer, type ServerOptions, startServer } from '../../embedded-server/index.ts';
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

export async function startTestService(options: Partial<ServerOptions> = {}): Promise<TestService> {
  const dataFolder = options.dataFolder ?? (await makeTempFolder());
  const log: LogEntry[] = [];
  const server = await startServer({ port: 0, onLog: (entry) => log.push(entry), ...options, dataFolder });
  onTestFinished(() => server.close());
  return { server, log, call: caller(server) };
}

export function caller(server: Pick<RunningServer, 'url' | 'token'> & { localUrl?: string }): TestService['call'] {
  const base = server.localUrl ?? server.url;
  return async (method, path, { body, raw, token = server.token, headers = {}, signal } = {}) => {
    const response = await fetch(base + path, {
      method,
      headers: {
        connection: 'close',
        ...(token === null ? {} : { authorization: `Bearer ${token}` }),
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      ...(raw === undefined ? {} : { body: raw }),
      ...(signal === undefined ? {} : { signal }),
    });
    const text = await response.text();
    return { status: response.status, headers: response.headers, body: text === '' ? undefined : JSON.parse(text) };
  };
}

/** The one group that a new data folder has. */
export async function firstGroup(call: TestService['call']): Promise<string> {
  const { body } = await call('GET', '/cloud/games');
  return (body as { groups: { group_id: string }[] }).groups[0]?.group_id ?? '';
}

/** Creates a game and answers its id. */
export async function createGame(call: TestService['call'], displayName = 'Tidebreak'): Promise<string> {
  const developerGroup = await firstGroup(call);
  const { body } = await call('POST', '/cloud/games', {
    body: { developer_group_id: developerGroup, display_name: displayName },
  });
  return (body as { game_id: string }).game_id;
}
