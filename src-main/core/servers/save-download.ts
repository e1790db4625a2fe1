// Saves what an instance gives out at an address that only who asked for it knows.
import { createWriteStream } from 'node:fs';
import { rename, rm } from 'node:fs/promises';
import http, { type IncomingMessage } from 'node:http';
import https from 'node:https';
import { pipeline } from 'node:stream/promises';
import { AppError } from '../../../src-shared/errors/app-error.ts';
import { systemReason } from '../../../src-shared/errors/system-reason.ts';
import { messageFor } from '../../../src-shared/text/message.ts';
import { explainNetworkError } from '../http/network-errors.ts';
import type { Instance } from '../instances/instance.ts';

/** All of it, or nothing. */
export async function saveDownload(instance: Instance, url: string, file: string, signal: AbortSignal): Promise<void> {
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
