// Saves what an instance gives out at an address that only who asked for it knows, over the same way as the calls of the instance.
import { createWriteStream } from 'node:fs';
import { open, rename, rm } from 'node:fs/promises';
import http, { type IncomingMessage } from 'node:http';
import https from 'node:https';
import { pipeline } from 'node:stream/promises';
import { AppError } from '../../../src-shared/errors/app-error.ts';
import { systemReason } from '../../../src-shared/errors/system-reason.ts';
import { messageFor } from '../../../src-shared/text/message.ts';
import type { Network } from '../http/network.ts';
import { explainNetworkError } from '../http/network-errors.ts';

type Download = { network: Network; url: string; file: string; signal: AbortSignal; replaces: boolean };

/** All of it, or nothing: a file that is cut short is of no use. */
export async function saveDownload({ network, url, file, signal, replaces }: Download): Promise<void> {
  const reserved = replaces ? undefined : await reserve(file);
  const unfinished = `${file}.part`;
  try {
    const answer = await get(network, url, signal);
    if (answer.statusCode !== 200) throw new Error(`the service answered with status ${answer.statusCode}`);
    await pipeline(answer, createWriteStream(unfinished, { mode: 0o600 }), { signal });
    await rename(unfinished, file);
  } catch (thrown) {
    await rm(unfinished, { force: true });
    await reserved?.release();
    throw notSaved(file, thrown);
  }
}

/** An empty file takes the name, so that nothing which appears there meanwhile is written over. */
async function reserve(file: string) {
  try {
    await (await open(file, 'wx', 0o600)).close();
  } catch (thrown) {
    throw notSaved(file, thrown);
  }
  return { release: () => rm(file, { force: true }) };
}

function notSaved(file: string, thrown: unknown): AppError {
  const sentence = messageFor('server.bundle-not-saved', { file, why: systemReason(thrown) });
  return new AppError('REQUEST_REFUSED', sentence, { cause: thrown });
}

function get({ agents }: Network, url: string, signal: AbortSignal): Promise<IncomingMessage> {
  const address = new URL(url);
  const secure = address.protocol === 'https:';
  return new Promise((resolve, reject) => {
    const request = (secure ? https : http).get(address, { agent: secure ? agents.https : agents.http, signal });
    request.on('response', resolve);
    request.on('error', (thrown) => reject(explainNetworkError(thrown, address.host, agents.isPinned)));
  });
}
