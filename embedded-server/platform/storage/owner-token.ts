// The owner's token, and the one for figures alone: made with the folder, kept in a file that only its user may read, needed on loopback too.
import { chmod, readFile, rm, stat } from 'node:fs/promises';
import { type Message, messageFor } from '../../../src-shared/text/message.ts';
import { makeSecret } from '../access/token-secrets.ts';
import type { DataPaths } from './data-paths.ts';
import { ifThere } from './if-there.ts';
import { writeInFolder } from './write-in-folder.ts';

export type LoadedToken = { token: string; notices: Message[] };

export async function loadOwnerToken(paths: DataPaths): Promise<LoadedToken> {
  const notices = await tighten(paths.ownerToken);
  return { token: await readOrMake(paths, paths.ownerToken, 'owner'), notices };
}

/** The token of whoever collects figures. Removed from its file, it is another one at the next start. */
export async function loadMetricsToken(paths: DataPaths): Promise<LoadedToken> {
  const notices = await tighten(paths.metricsToken);
  return { token: await readOrMake(paths, paths.metricsToken, 'metrics'), notices };
}

async function readOrMake(paths: DataPaths, file: string, kind: 'owner' | 'metrics'): Promise<string> {
  const existing = await readToken(file);
  if (existing !== undefined) return existing;
  await rm(file, { force: true });
  const token = makeSecret(kind);
  await writeInFolder(paths, file, `${token}\n`);
  return token;
}

/** Others may have read a token file with wide rights; it is tightened, and the person is told. */
async function tighten(file: string): Promise<Message[]> {
  if (process.platform === 'win32') return [];
  const { mode = 0 } = (await ifThere(stat(file))) ?? {};
  if ((mode & 0o077) === 0) return [];
  await chmod(file, 0o600);
  return [messageFor('data.owner-token-was-open', { file })];
}

async function readToken(file: string): Promise<string | undefined> {
  const text = (await ifThere(readFile(file, 'utf8')))?.trim() ?? '';
  return text.length >= 32 ? text : undefined;
}
