// Parts over plain node:http: many over one connection, which keeps nothing of those that are in.
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { open } from 'node:fs/promises';
import http from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import path from 'node:path';
import { buffer } from 'node:stream/consumers';
import { expect, it, onTestFinished } from 'vitest';
import { ownerAlone } from '../../../../embedded-server/platform/access/given-access.ts';
import type { IncomingPart } from '../../../../embedded-server/platform/front/incoming-part.ts';
import { defaultLimits } from '../../../../embedded-server/platform/http/http-limits.ts';
import { createPresigner } from '../../../../embedded-server/service/uploads/presign.ts';
import { createUploadRoute } from '../../../../embedded-server/service/uploads/presigned-routes.ts';
import type { Address } from '../../../../embedded-server/service/uploads/receive.ts';
import { makeTempFolder } from '../../../support/temp-folder.ts';

const PART = Buffer.alloc(4_096, 'x');
const digest = Buffer.alloc(32);

async function startRoute() {
  const handle = await open(path.join(await makeTempFolder(), 'upload'), 'w');
  const presigner = createPresigner(Buffer.from('key'), { publicUrl: () => '', now: Date.now, access: ownerAlone });
  const receive = async (_address: Address, incoming: IncomingPart) => {
    const place = { handle, offset: 0, length: PART.length, inTurn: <T>(work: () => Promise<T>) => work() };
    await incoming.writeTo(place, { passes: async () => undefined, written: async () => undefined });
    return { digest, refusal: undefined };
  };
  const never = () => {
    throw new Error('nothing else is asked');
  };
  const receiver = { receive, look: never, held: never, take: never, isLive: never };
  const route = createUploadRoute(presigner, receiver, defaultLimits.leastPace);
  const server = http.createServer((request, response) => void route(request, response));
  const connections: { socket: Socket; listeners: number }[] = [];
  server.on('connection', (socket) => connections.push({ socket, listeners: countListeners(socket) }));
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const agent = new http.Agent({ keepAlive: true, maxSockets: 1 });
  onTestFinished(async () => {
    agent.destroy();
    server.close();
    await handle.close();
  });
  const { port } = server.address() as AddressInfo;
  const put = async () => {
    const target = presigner.sign(randomUUID(), 1, undefined);
    const request = http.request({ port, host: '127.0.0.1', path: target, method: 'PUT', agent });
    request.end(PART);
    const [response] = (await once(request, 'response')) as [http.IncomingMessage];
    await buffer(response);
    return response.statusCode;
  };
  return { put, connections };
}

function countListeners(socket: Socket): number {
  return socket.eventNames().reduce((sum, name) => sum + socket.listenerCount(name), 0);
}

it('leaves nothing on a connection that many parts come over', async () => {
  const { put, connections } = await startRoute();
  expect(await put()).toBe(200);
  const [only] = connections;
  if (only === undefined) throw new Error('expected a connection');
  const afterOne = countListeners(only.socket);
  for (let part = 0; part < 20; part += 1) expect(await put()).toBe(200);
  expect(connections).toHaveLength(1);
  expect(countListeners(only.socket)).toBe(afterOne);
  expect(only.socket.listenerCount('timeout')).toBe(1); // node:http's own
});
