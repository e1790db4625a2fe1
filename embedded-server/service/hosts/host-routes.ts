// What the service answers to hosts: the build of their server, its kept folders, and the one connection that all else goes over. Each by the token that
// is of one server alone.
import { createReadStream } from 'node:fs';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { pipeline } from 'node:stream/promises';
import { AppError } from '../../../src-shared/errors/app-error.ts';
import { readJson } from '../../../src-shared/json-text.ts';
import { size } from '../../../src-shared/size-text.ts';
import { requireToken } from '../../platform/access/callers.ts';
import type { RawRoute } from '../../platform/http/raw-routes.ts';
import type { WebSocketPlace } from '../../platform/sockets/web-sockets.ts';
import type { BlobStore } from '../../platform/storage/blobs.ts';
import type { Fleet } from '../../runtime/fleet/fleet.ts';
import type { KeptCopy } from '../../runtime/fleet/fleet-kept.ts';
import { HOSTS, LONGEST_MESSAGE } from '../../runtime/fleet/host-protocol.ts';

type RouteParts = {
  fleet: Fleet;
  blobs: BlobStore;
  /** Where an object store has the build; undefined where it is a file of ours. */
  objectAddress(sha256: string): string | undefined;
};

/** None without a fleet. */
export function hostRoutes(fleet: Fleet | undefined, { blobs, objectAddress }: Omit<RouteParts, 'fleet'>): RawRoute[] {
  return fleet === undefined ? [] : [createHostRoute({ fleet, blobs, objectAddress })];
}

function createHostRoute(parts: RouteParts): RawRoute {
  return {
    prefix: HOSTS,
    run: async (request, response): Promise<void> => {
      const { pathname, searchParams } = new URL(request.url ?? '/', 'http://service');
      const call = calls.get(`${request.method} ${pathname}`);
      if (call === undefined) throw new AppError('API_NOT_FOUND');
      const server_id = serverOf(parts.fleet, request);
      await call({ ...parts, request, response, server_id, as: searchParams.get('as') });
    },
  };
}

/** `as`: what a host sends its kept folders as. */
type Call = RouteParts & { request: IncomingMessage; response: ServerResponse; server_id: string; as: string | null };

const calls: ReadonlyMap<string, (call: Call) => Promise<void>> = new Map([
  [`GET ${HOSTS}build`, sendBuild],
  [`GET ${HOSTS}kept`, sendKept],
  [`PUT ${HOSTS}kept`, takeKept],
  [`PUT ${HOSTS}core`, takeCore],
  [`PUT ${HOSTS}no-core`, takeNoCore],
]);

async function sendBuild({ fleet, blobs, objectAddress, response, server_id }: Call): Promise<void> {
  const build = fleet.buildOf(server_id);
  if (build === undefined) throw new AppError('SERVERS_SERVER_NOT_FOUND');
  const location = objectAddress(build.sha256);
  if (location !== undefined) {
    response.writeHead(307, { location }).end();
    return;
  }
  const file = await blobs.fetch(build.sha256);
  response.writeHead(200, { ...BYTES, 'content-length': build.bytes });
  await pipeline(createReadStream(file), response);
}

async function sendKept({ fleet, response, server_id }: Call): Promise<void> {
  const kept = fleet.kept.send(server_id);
  response.writeHead(200, BYTES);
  await pipeline(kept, response);
}

async function takeKept({ fleet, request, response, server_id, as }: Call): Promise<void> {
  const copy = keptCopies.find((one) => one === as);
  if (copy === undefined) throw new AppError('API_NOT_FOUND');
  await fleet.kept.take(server_id, copy, request);
  response.writeHead(200).end();
}

async function takeCore({ fleet, request, response, server_id }: Call): Promise<void> {
  await fleet.takeCore(server_id, request);
  response.writeHead(200).end();
}

/** A sentence is no longer. */
const LONGEST_SAID = 10_000;

async function takeNoCore({ fleet, request, response, server_id }: Call): Promise<void> {
  const chunks: Buffer[] = [];
  let sum = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    sum += chunk.length;
    if (sum > LONGEST_SAID) throw new AppError('API_BODY_TOO_LARGE', 'http.body-larger', { most: size(LONGEST_SAID) });
    chunks.push(chunk);
  }
  await fleet.takeNoCore(server_id, readJson(Buffer.concat(chunks).toString()).value);
  response.writeHead(200).end();
}

const BYTES = { 'content-type': 'application/octet-stream' };
const keptCopies: readonly KeptCopy[] = ['running', 'asked', 'last'];

/** Where hosts report to. */
export function hostLink(fleet: Fleet): WebSocketPlace {
  return {
    address: `${HOSTS}link`,
    longest: LONGEST_MESSAGE,
    admit: (request) => {
      const server_id = serverOf(fleet, request);
      return (socket) => fleet.accept(socket, server_id);
    },
  };
}

function serverOf(fleet: Fleet, request: IncomingMessage): string {
  const server_id = fleet.serverOf(requireToken(request.headers.authorization));
  if (server_id === undefined) throw new AppError('API_UNAUTHORIZED', 'token.none');
  return server_id;
}
