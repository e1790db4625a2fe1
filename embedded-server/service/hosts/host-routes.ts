// What the service answers to hosts: the build of their server, and the one connection that all else goes over. Each by the token that
// is of one server alone.
import { createReadStream } from 'node:fs';
import type { IncomingMessage } from 'node:http';
import { pipeline } from 'node:stream/promises';
import { AppError } from '../../../src-shared/errors/app-error.ts';
import { requireToken } from '../../platform/access/callers.ts';
import type { RawRoute } from '../../platform/http/raw-routes.ts';
import type { WebSocketPlace } from '../../platform/sockets/web-sockets.ts';
import type { BlobStore } from '../../platform/storage/blobs.ts';
import type { Fleet } from '../../runtime/fleet/fleet.ts';
import { HOSTS, LONGEST_MESSAGE } from '../../runtime/fleet/host-messages.ts';

type RouteParts = {
  fleet: Fleet;
  blobs: BlobStore;
  /** Where an object store has the build; undefined where it is a file of ours. */
  objectAddress(sha256: string): string | undefined;
};

export function createHostRoute({ fleet, blobs, objectAddress }: RouteParts): RawRoute {
  return {
    prefix: HOSTS,
    run: async (request, response): Promise<void> => {
      if (request.method !== 'GET' || request.url !== `${HOSTS}build`) throw new AppError('API_NOT_FOUND');
      const build = fleet.buildOf(serverOf(fleet, request));
      if (build === undefined) throw new AppError('SERVERS_SERVER_NOT_FOUND');
      const location = objectAddress(build.sha256);
      if (location !== undefined) {
        response.writeHead(307, { location }).end();
        return;
      }
      const file = await blobs.fetch(build.sha256);
      response.writeHead(200, { 'content-type': 'application/octet-stream', 'content-length': build.bytes });
      await pipeline(createReadStream(file), response);
    },
  };
}

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
