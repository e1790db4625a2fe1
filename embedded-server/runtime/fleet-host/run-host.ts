// `slipway host`: one server, run for a service that is elsewhere. It lives as long as the service wants it, whether or not that can be
// reached, and ends with its server.
import { randomUUID } from 'node:crypto';
import { mkdir, rm } from 'node:fs/promises';
import { asAppError } from '../../../src-shared/errors/app-error.ts';
import { bareHost, LOOPBACK } from '../../../src-shared/host-address.ts';
import type { Log } from '../../platform/logging/log.ts';
import type { Assignment, HostCall, ToHost, Wanted } from '../fleet/host-messages.ts';
import { PROTOCOL } from '../fleet/host-protocol.ts';
import { beginRelayThread } from '../relay/create-relay.ts';
import { createHostReport } from './host-report.ts';
import type { HostServer, HostServerParts } from './host-server.ts';
import { openServiceLink, type ServiceLink } from './service-link.ts';

export type HostOptions = Pick<
  HostServerParts,
  'serviceUrl' | 'token' | 'ca' | 'folder' | 'cache' | 'nodeProgram' | 'serverPorts' | 'isContained'
> & {
  relayScript: URL;
  /** Where players reach this node, unless the service knows better. */
  address: string | undefined;
  log: Log;
};
export type RunningHost = {
  /** Settles when nothing of its server is left: why. */
  ended: Promise<string>;
  /** Ends its server, and with that itself. */
  stop(): void;
};

/** A server that ended while the service was away is told of for so long. */
const FAREWELL_MS = 3_600_000;
/** With nothing to run, nobody misses it: a service that wants it after so long starts another one. */
const WELCOME_WITHIN_MS = 600_000;
/** Where the whole node ends, as it may, there is not much time. */
const SHORT_FAREWELL_MS = 1_000;

export function runHost(options: HostOptions): RunningHost {
  const { log } = options;
  const onProblem = (thrown: unknown) => log('error', 'host', { error: thrown });
  const { promise: over, resolve: end } = Promise.withResolvers<string>();
  const instance = randomUUID();
  const relayThread = beginRelayThread(options.relayScript);
  let server: Promise<HostServer> | undefined;
  let running: HostServer | undefined;
  const begin = async (assignment: Assignment, wanted: Wanted, logged: number) => {
    await mkdir(options.folder, { recursive: true });
    const named = assignment.address ?? options.address;
    const address = named === undefined ? (plainAddress(link.localAddress()) ?? LOOPBACK) : bareHost(named);
    const { server_id } = assignment.server;
    log('info', 'server begins', { server_id, address });
    const { startHostServer } = await loadServer();
    running = await startHostServer({
      ...options,
      relayThread,
      assignment,
      wanted,
      address,
      report: (host) => createHostReport({ send: link.send, host, server_id, onProblem }),
      onProblem,
    });
    running.report.again(logged);
    void bidFarewell(running);
    return running;
  };
  const bidFarewell = async ({ ended, report }: HostServer): Promise<void> => {
    await ended;
    report.ended();
    setTimeout(() => end('The service did not hear of the end of this server.'), FAREWELL_MS).unref();
  };
  const welcome = async ({ assignment, wanted, logged }: Extract<ToHost, { t: 'welcome' }>) => {
    if (server === undefined) {
      server = begin(assignment, wanted, logged);
      // The service hears from its driver that the host is over, and would wait for the server of one that stays.
      server.catch((thrown: unknown) => end(`The server did not begin: ${asAppError(thrown).message}`));
      await server;
      return;
    }
    const present = await server;
    present.report.again(logged);
    present.kept.askAgain();
    await present.want(wanted);
  };
  const hear = async (message: ToHost): Promise<void> => {
    if (message.t === 'welcome') await welcome(message);
    else if (message.t === 'bye') end('Its server has ended.');
    else await obey(link, await server, message);
  };
  const link = openServiceLink({
    place: options,
    hello: () => ({
      t: 'hello',
      protocol: PROTOCOL,
      instance,
      now: Date.now(),
      logged: running?.report.log.taken() ?? 0,
    }),
    onConnected: () => void loadServer().catch(onProblem),
    onMessage: (message) => void hear(message).catch(onProblem),
    onDismissed: end,
    onTrouble: ({ message }) => log('warn', 'service not reached', { why: message }),
    onProblem,
  });
  setTimeout(() => {
    if (server === undefined) end('The service did not say what to run.');
  }, WELCOME_WITHIN_MS).unref();
  const close = async (why: string): Promise<string> => {
    log('info', 'host ends', { why });
    link.close();
    const present = await server?.catch(() => undefined);
    // What outlives it is not to be cut off in the midst of being written.
    present?.control.stop('slipway', present.kept.files() === undefined ? 0 : present.killTimeout());
    await present?.ended;
    present?.report.close();
    await present?.host.close();
    await relayThread.close();
    await rm(options.folder, { recursive: true, force: true }).catch(onProblem);
    return why;
  };
  return {
    ended: over.then(close),
    stop: () => {
      const toldToStop = () => end('It was told to stop.');
      if (running === undefined) return toldToStop();
      // Its server ends, and the service hears of it, if it is there to hear.
      running.control.stop('slipway', running.killTimeout());
      void running.ended.then(() => setTimeout(toldToStop, SHORT_FAREWELL_MS));
    },
  };
}

/** Loaded while the service answers what to run, and not before: it would hold up the question. */
const loadServer = async () => await import('./host-server.ts');

async function obey(link: ServiceLink, server: HostServer | undefined, message: ToHost): Promise<void> {
  if (server === undefined) return;
  switch (message.t) {
    case 'stop':
      server.control.stop(message.by, message.graceMs);
      break;
    case 'note':
      server.note(message.text);
      break;
    case 'kept':
      server.kept.answered(message);
      break;
    case 'logged':
      server.report.log.logged(message.last);
      break;
    case 'call':
      try {
        await run(server, message.call);
        link.send({ t: 'answer', id: message.id });
      } catch (thrown) {
        link.send({ t: 'answer', id: message.id, error: asAppError(thrown).toBody() });
      }
      break;
    default:
  }
}

async function run(server: HostServer, call: HostCall): Promise<void> {
  if (call.name === 'type') await server.type(call.line);
  else if (call.name === 'cut') await server.cut(call.ms);
  else if (call.name === 'copy-kept') await server.kept.copy();
  else await server.want(call.wanted);
}

/** An IPv4 address comes as one of IPv6 on some sockets. */
function plainAddress(address: string | undefined): string | undefined {
  return address?.replace(/^::ffff:/, '');
}
