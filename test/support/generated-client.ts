// A client that orval writes from the openapi.json that a service answers, as somebody with a program of their own would make one. Each
// answer is read by the schemas that were written with it, so that one which is not as described fails.
import { symlink } from 'node:fs/promises';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { generate } from 'orval';
import type { RunningServer } from '../../embedded-server/index.ts';
import { makeTempFolder } from './temp-folder.ts';

type Call = (...input: unknown[]) => Promise<{ status: number; data: unknown }>;
type Schema = { parse(data: unknown): unknown };
export type GeneratedClient = {
  /** Calls as the owner; an answer that is no 200, or not as described, fails. */
  call<Answer>(operation: string, ...input: unknown[]): Promise<Answer>;
  /** What was called, each once. */
  called: ReadonlySet<string>;
  folder: string;
};

export async function generateClient({ url, token }: Pick<RunningServer, 'url' | 'token'>): Promise<GeneratedClient> {
  const folder = await makeTempFolder('generated-client');
  // What was generated finds its libraries from where it lies.
  await symlink(path.join(import.meta.dirname, '../../node_modules'), path.join(folder, 'node_modules'), 'junction');
  const input = `${url}/openapi.json`;
  const file = (name: string) => path.join(folder, name);
  await generate({ input, output: { target: file('client.ts'), client: 'fetch', baseUrl: url } });
  await generate({ input, output: { target: file('schemas.ts'), client: 'zod' } });
  const load = async (name: string) => (await import(pathToFileURL(file(name)).href)) as Record<string, unknown>;
  const [client, schemas] = await Promise.all([load('client.ts'), load('schemas.ts')]);
  const options = { headers: { authorization: `Bearer ${token}` } };
  const called = new Set<string>();
  return {
    folder,
    called,
    call: async (operation, ...values) => {
      called.add(operation);
      const row = client[operation] as Call;
      // What a caller leaves out keeps its place: the options come last.
      const { status, data } = await row(...Array.from({ length: row.length - 1 }, (_, at) => values[at]), options);
      if (status !== 200) throw new Error(`${operation} answered ${status}: ${JSON.stringify(data)}`);
      const schema = schemas[`${operation.charAt(0).toUpperCase()}${operation.slice(1)}Response`] as Schema;
      return schema.parse(data) as never;
    },
  };
}
