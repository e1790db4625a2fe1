// What the host of a server on a node says of a core dump that it does not send, kept where the dump would be.
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { readJson } from '../../../src-shared/json-text.ts';
import { asMessage, type Message } from '../../../src-shared/text/message.ts';
import { sentence } from '../../../src-shared/text/message-schema.ts';
import type { DataPaths } from '../../platform/storage/data-paths.ts';
import { makeFolder } from '../../platform/storage/make-folder.ts';

function fileOf(paths: DataPaths, server_id: string): string {
  return path.join(paths.inside('servers', server_id), 'no-core.json');
}

/** `said`: as it came, in JSON. */
export async function writeNoCoreNote(paths: DataPaths, server_id: string, said: unknown): Promise<void> {
  const file = fileOf(paths, server_id);
  await makeFolder(path.dirname(file));
  await writeFile(file, JSON.stringify(sentence.parse(said)), { mode: 0o600 });
}

export async function readNoCoreNote(paths: DataPaths, server_id: string): Promise<Message | undefined> {
  const text = await readFile(fileOf(paths, server_id), 'utf8').catch(() => '');
  const said = sentence.safeParse(readJson(text).value);
  return said.success ? asMessage(said.data) : undefined;
}
