// Sends a few megabytes from memory to an address that was handed out for them.
import http, { type IncomingMessage } from 'node:http';
import https from 'node:https';
import { AppError } from '../../../src-shared/errors/app-error.ts';
import { readFailure } from '../../../src-shared/service/failure.ts';
import { messageFor } from '../../../src-shared/text/message.ts';
import type { Network } from '../http/network.ts';
import { explainNetworkError } from '../http/network-errors.ts';

/** A line without a byte for so long is cut. */
const STALL_MS = 30_000;
/** Of an answer no more is kept. */
const ANSWER_CHARACTERS = 8_192;

type Order = { url: string; bytes: Buffer; mime: string; agents: Network['agents']; signal: AbortSignal };

/** Throws a sentence unless the other side took it. */
export async function putBytes(order: Order): Promise<void> {
  const response = await send(order);
  const status = response.statusCode ?? 502;
  const text = await textOf(response);
  if (status < 200 || status > 299) throw readFailure(status, parsed(text));
}

function send({ url, bytes, mime, agents, signal }: Order): Promise<IncomingMessage> {
  const address = new URL(url);
  const secure = address.protocol === 'https:';
  return new Promise((resolve, reject) => {
    const request = (secure ? https : http).request(address, {
      method: 'PUT',
      agent: secure ? agents.https : agents.http,
      headers: { 'user-agent': 'slipway', 'content-type': mime, 'content-length': bytes.length },
      timeout: STALL_MS,
      signal,
    });
    request.on('timeout', () => request.destroy(new AppError('TRANSFER_STALLED', messageFor('transfer.line-silent'))));
    request.on('response', resolve);
    request.on('error', (cause) => {
      const why = (
        cause instanceof AppError ? cause : explainNetworkError(cause, address.origin, agents.isPinned)
      ).toMessage();
      reject(new AppError('INSTANCE_UNREACHABLE', 'picture.not-sent', { why }, { cause }));
    });
    request.end(bytes);
  });
}

async function textOf(response: IncomingMessage): Promise<string> {
  let text = '';
  for await (const chunk of response.setEncoding('utf8')) {
    if (text.length < ANSWER_CHARACTERS) text += String(chunk);
  }
  return text;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
