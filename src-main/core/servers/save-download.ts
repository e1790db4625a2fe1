// Saves what an instance gives out at an address that only who asked for it knows, over the same way as the calls of the instance.
import { randomBytes } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { open, rename, rm } from 'node:fs/promises';
import http, { type IncomingMessage } from 'node:http';
import https from 'node:https';
import { pipeline } from 'node:stream/promises';
import { AppError } from '../../../src-shared/errors/app-error.ts';
import { systemReason } from '../../../src-shared/errors/system-reason.ts';
import { messageFor } from '../../../src-shared/text/message.ts';
import type { Reason } from '../../../src-shared/text/reasons/english.ts';
import type { Network } from '../http/network.ts';
import { explainNetworkError } from '../http/network-errors.ts';

type Download = {
  network: Network;
  url: string;
  file: string;
  signal: AbortSignal;
  replaces: boolean;
  /** What is said where it cannot be saved. */
  notSaved: Extract<Reason, 'server.bundle-not-saved' | 'kept.not-saved'>;
  /** How long the instance may be silent; tests make little do. */
  silentMs?: number | undefined;
};

const SILENT_MS = 60_000;

/** All of it, or nothing: a file that is cut short is of no use. */
export async function saveDownload(download: Download): Promise<void> {
  const { file, signal, replaces } = download;
  const reserved = replaces ? undefined : await reserve(download);
  // Under a name that cannot be guessed, so that it is nobody's file.
  const unfinished = `${file}.${randomBytes(6).toString('hex')}.part`;
  try {
    const answer = await get(download);
    if (answer.statusCode !== 200) {
      answer.destroy();
      throw new Error(`the service answered with status ${answer.statusCode}`);
    }
    await pipeline(answer, createWriteStream(unfinished, { flags: 'wx', mode: 0o600 }), { signal });
    await rename(unfinished, file);
  } catch (thrown) {
    await rm(unfinished, { force: true });
    await reserved?.release();
    throw notSaved(download, thrown);
  }
}

/** An empty file takes the name, so that nothing which appears there meanwhile is written over. */
async function reserve(download: Download) {
  const { file } = download;
  try {
    await (await open(file, 'wx', 0o600)).close();
  } catch (thrown) {
    throw notSaved(download, thrown);
  }
  return { release: () => rm(file, { force: true }) };
}

function notSaved({ file, notSaved: reason }: Download, thrown: unknown): AppError {
  const sentence = messageFor(reason, { file, why: systemReason(thrown) });
  return new AppError('REQUEST_REFUSED', sentence, { cause: thrown });
}

function get({ network: { agents }, url, signal, silentMs = SILENT_MS }: Download): Promise<IncomingMessage> {
  const address = new URL(url);
  const secure = address.protocol === 'https:';
  const explain = (thrown: unknown) => explainNetworkError(thrown, address.host, agents.isPinned);
  return new Promise((resolve, reject) => {
    const request = (secure ? https : http).get(address, { agent: secure ? agents.https : agents.http, signal });
    let answered: IncomingMessage | undefined;
    request.setTimeout(silentMs, () => (answered ?? request).destroy(explain(new Error('ETIMEDOUT'))));
    request.on('response', (answer) => {
      answered = answer;
      resolve(answer);
    });
    request.on('error', (thrown) => reject(thrown instanceof AppError ? thrown : explain(thrown)));
  });
}
