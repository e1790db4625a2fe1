// What the relay thread does: everything that players send to servers of this machine, and what they get back, passes here.
import { AppError } from '../../../src-shared/errors/app-error.ts';
import { sendEvent, type ThreadHandlers } from '../../platform/threads/serve-thread.ts';
import { createScheduler } from './conditions/scheduler.ts';
import { createCountReports } from './count-reports.ts';
import { type GuardedServer, openGuardedServer } from './guarded-server.ts';
import { createSharedListeners } from './listening-sockets.ts';
import type { OpenRequest, PublicPort, RelayCalls, RelayEvent, RelayPort, ServerCounts } from './messages.ts';

/** A player who tries again and again is reported once in this time. */
const REFUSED_EACH_MS = 1_000;

const scheduler = createScheduler();
const listeners = createSharedListeners();
/** A server is here from the moment it is asked for, so that one can also be closed while it opens. */
const servers = new Map<string, Promise<GuardedServer>>();
const reports = createCountReports<GuardedServer>((changed) => {
  tell({ t: 'counts', servers: changed.map((server) => server.counts()) });
});

export const relayHandlers: ThreadHandlers<RelayCalls> = {
  open,
  forward: async ({ server_id, ports }) => {
    (await find(server_id)).forward(ports);
    return undefined;
  },
  promote: async ({ server_id }) => {
    (await find(server_id)).promote();
    return undefined;
  },
  setMaxPlayers: async ({ server_id, maxPlayers }) => (await find(server_id)).setMaxPlayers(maxPlayers),
  setConditions: async ({ server_id, conditions }) => {
    (await find(server_id)).setConditions(conditions);
    return undefined;
  },
  cut: async ({ server_id, ms }) => {
    (await find(server_id)).cut(ms);
    return undefined;
  },
  share: async ({ server_id, hostname }) => await (await find(server_id)).share(hostname),
  close: ({ server_id }) => close(server_id),
  closeAll: async () => {
    await Promise.all([...servers.keys()].map(close));
    return undefined;
  },
};

async function open(request: OpenRequest): Promise<PublicPort[]> {
  const { server_id } = request;
  if (servers.has(server_id)) throw new AppError('ERROR', 'relay.server-known', { server: server_id });
  let server: GuardedServer | undefined;
  const opening = openGuardedServer(request, {
    scheduler,
    listeners,
    onChange: (isUrgent) => {
      if (server !== undefined) reports.changed(server, isUrgent);
    },
    onTargetRefused: refusals(server_id, sayNothingListens),
    onTooEarly: refusals(server_id, sayTooEarly),
    onKnock: () => tell({ t: 'knock', server_id }),
    onRefused: ({ name, protocol }, most, refused) =>
      tell({ t: 'refused', server_id, port: name, protocol, most, ...refused }),
  });
  servers.set(server_id, opening);
  try {
    server = await opening;
    return server.ports;
  } catch (thrown) {
    servers.delete(server_id);
    throw thrown;
  }
}

async function close(server_id: string): Promise<ServerCounts | undefined> {
  const server = await servers.get(server_id)?.catch(() => undefined); // who opened it is told why it failed
  servers.delete(server_id);
  if (server === undefined) return undefined;
  await server.close();
  reports.forget(server);
  return server.counts();
}

async function find(server_id: string): Promise<GuardedServer> {
  const server = await servers.get(server_id);
  if (server === undefined) {
    throw new AppError('SERVERS_SERVER_NOT_FOUND', 'relay.server-unknown', { server: server_id });
  }
  return server;
}

function refusals(server_id: string, say: (port: RelayPort) => string): (port: RelayPort) => void {
  const lastReported = new Map<string, number>();
  return (port) => {
    const { name, protocol, targetPort } = port;
    const at = Date.now();
    if (at - (lastReported.get(name) ?? 0) < REFUSED_EACH_MS) return;
    lastReported.set(name, at);
    tell({ t: 'targetRefused', server_id, port: name, protocol, targetPort, at, message: say(port) });
  };
}

function sayNothingListens({ name, protocol, targetPort }: RelayPort): string {
  return `A player came to "${name}", but nothing listens on its port ${targetPort} (${protocol}). Wait until the server is up, or check which port it opens.`;
}

function sayTooEarly({ name, protocol, targetPort }: RelayPort): string {
  return `A player came to "${name}" too early and was turned away: the server does not listen on its port ${targetPort} (${protocol}) so far, or has not said that it is ready.`;
}

function tell(event: RelayEvent): void {
  sendEvent(event);
}
