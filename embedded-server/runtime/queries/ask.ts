// Asks a server on this machine how many play, once. What it answers is a stranger's: bounded in bytes, in packets and in time.
import { createSocket } from 'node:dgram';
import { connect } from 'node:net';
import type { QueryProtocol } from '../../../src-shared/service/player-query.ts';
import { ownProxyHeader } from '../relay/proxy-header.ts';
import { askBedrock, askMinecraft, MOST_STATUS_BYTES, readBedrock, readMinecraft } from './minecraft.ts';
import { askQuake3, readQuake3 } from './quake3.ts';
import type { Reading } from './reading.ts';
import { askSource, readSource } from './source.ts';

export type Question = {
  query: QueryProtocol;
  port: number;
  /** It expects each connection to begin with a PROXY protocol header. */
  proxyProtocol?: 'v2' | undefined;
};

const HOST = '127.0.0.1';
const TIMEOUT_MS = 1_500;
/** A challenge is answered once; others who answer with nothing readable are not listened to for long. */
const MOST_PACKETS = 16;
/** One that comes byte by byte would be put together again as often. */
const MOST_CHUNKS = 512;

/** Undefined where it gives no answer that can be read in time. */
export function askPlayers(question: Question, timeoutMs = TIMEOUT_MS): Promise<number | undefined> {
  return question.query === 'minecraft' ? askTcp(question, timeoutMs) : askUdp(question, timeoutMs);
}

type UdpQuery = { ask(challenge?: Buffer): Buffer; read(packet: Buffer): Reading | { challenge: Buffer } };

const udpQueries: Record<Exclude<QueryProtocol, 'minecraft'>, UdpQuery> = {
  source: { ask: askSource, read: readSource },
  quake3: { ask: askQuake3, read: readQuake3 },
  bedrock: { ask: askBedrock, read: readBedrock },
};

async function askUdp({ query, port }: Question, timeoutMs: number): Promise<number | undefined> {
  if (query === 'minecraft') return undefined;
  const { ask, read } = udpQueries[query];
  const socket = createSocket('udp4');
  const { promise, resolve } = Promise.withResolvers<number | undefined>();
  const timer = setTimeout(resolve, timeoutMs, undefined);
  let packets = 0;
  socket.on('error', () => resolve(undefined));
  socket.on('message', (packet) => {
    packets += 1;
    const answer = read(packet);
    if (typeof answer === 'object' && 'players' in answer) resolve(answer.players);
    else if (packets >= MOST_PACKETS) resolve(undefined);
    else if (typeof answer === 'object') socket.send(ask(answer.challenge));
  });
  socket.connect(port, HOST, () => socket.send(ask()));
  const players = await promise;
  clearTimeout(timer);
  socket.close();
  return players;
}

async function askTcp({ port, proxyProtocol }: Question, timeoutMs: number): Promise<number | undefined> {
  const { promise, resolve } = Promise.withResolvers<number | undefined>();
  const timer = setTimeout(resolve, timeoutMs, undefined);
  const chunks: Buffer[] = [];
  let length = 0;
  const socket = connect({ port, host: HOST });
  socket.on('error', () => resolve(undefined));
  socket.on('close', () => resolve(undefined));
  socket.on('data', (chunk: Buffer) => {
    chunks.push(chunk);
    length += chunk.length;
    const answer =
      length > MOST_STATUS_BYTES || chunks.length > MOST_CHUNKS ? 'unreadable' : readMinecraft(Buffer.concat(chunks));
    if (answer === 'unreadable') resolve(undefined);
    else if (answer !== 'unfinished') resolve(answer.players);
  });
  if (proxyProtocol !== undefined) socket.write(ownProxyHeader());
  socket.write(askMinecraft(HOST, port));
  const players = await promise;
  clearTimeout(timer);
  socket.destroy();
  return players;
}
