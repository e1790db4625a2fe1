// Has a crash bundle made and saves it: where the shell has a picker, into a folder that the person picks; elsewhere the window
// downloads it from the address that the instance gave.
import { createWriteStream } from 'node:fs';
import { rename, rm } from 'node:fs/promises';
import http, { type IncomingMessage } from 'node:http';
import https from 'node:https';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import { AppError } from '../../../src-shared/errors/app-error.ts';
import { systemReason } from '../../../src-shared/errors/system-reason.ts';
import type { SavedBundle } from '../../../src-shared/servers/clients-bridge.ts';
import { messageFor } from '../../../src-shared/text/message.ts';
import type { Host } from '../host/host.ts';
import { explainNetworkError } from '../http/network-errors.ts';
import type { Instance } from '../instances/instance.ts';

type Order = {
  instance: Instance;
  host: Host;
  params: { game_id: string; environment_id: string; server_id: string };
  leaveOut: string[];
  signal: AbortSignal;
};

export async function saveBundle({ instance, host, params, leaveOut, signal }: Order): Promise<SavedBundle> {
  const canPick = host.view.abilities.pick_folder;
  const folder = canPick ? await host.pickFolder('Save the crash bundle in') : null;
  if (canPick && folder === null) return { outcome: 'closed' };
  const { url, bytes } = await instance.client().makeCrashBundle({ params, body: { leave_out: leaveOut } });
  if (folder === null) return { outcome: 'download', url, bytes };
  const file = path.join(folder, `crash-${params.server_id}.zip`);
  await download(instance, url, file, signal);
  return { outcome: 'saved', file };
}

/** All of it, or nothing: a file that is cut short is no bundle. */
async function download(instance: Instance, url: string, file: string, signal: AbortSignal): Promise<void> {
  const unfinished = `${file}.part`;
  try {
    const answer = await get(instance, url, signal);
    if (answer.statusCode !== 200) throw new Error(`the service answered with status ${answer.statusCode}`);
    await pipeline(answer, createWriteStream(unfinished, { mode: 0o600 }), { signal });
    await rename(unfinished, file);
  } catch (thrown) {
    await rm(unfinished, { force: true });
    const sentence = messageFor('server.bundle-not-saved', { file, why: systemReason(thrown) });
    throw new AppError('REQUEST_REFUSED', sentence, { cause: thrown });
  }
}

function get(instance: Instance, url: string, signal: AbortSignal): Promise<IncomingMessage> {
  const address = new URL(url);
  const secure = address.protocol === 'https:';
  const { agents } = instance.network();
  return new Promise((resolve, reject) => {
    const request = (secure ? https : http).get(address, { agent: secure ? agents.https : agents.http, signal });
    request.on('response', resolve);
    request.on('error', (thrown) => reject(explainNetworkError(thrown, address.host, agents.isPinned)));
  });
}
