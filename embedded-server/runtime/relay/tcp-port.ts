// A TCP port of a server: takes players in while there is room, and turns the others away at once.
import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import type { Scheduler } from './conditions/scheduler.ts';
import type { OpenPort, RelayPortDependencies } from './player.ts';
import { createTcpPair, type TcpPair } from './tcp-pair.ts';

/** A player whose machine is gone without a word is noticed after about this long, and makes room. */
const KEEP_ALIVE_MS = 30_000;
const BACKLOG = 1_024;

export async function openTcpPort(dependencies: RelayPortDependencies, scheduler: Scheduler): Promise<OpenPort> {
  const { gate, counter } = dependencies;
  const pairs = new Set<TcpPair>();
  const forget = (pair: TcpPair) => {
    pairs.delete(pair);
    gate.leave(pair);
    counter.closed();
  };
  const listener = createServer({
    pauseOnConnect: true,
    allowHalfOpen: true,
    noDelay: true,
    keepAlive: true,
    keepAliveInitialDelay: KEEP_ALIVE_MS,
  });
  listener.on('connection', (accepted) => {
    if (!gate.hasRoom()) {
      counter.refused();
      accepted.resetAndDestroy();
      return;
    }
    const pair = createTcpPair(dependencies, scheduler, forget);
    pairs.add(pair);
    gate.enter(pair);
    counter.opened();
    pair.start(accepted);
  });
  listener.listen({ host: dependencies.hostname, port: dependencies.listenPort, exclusive: true, backlog: BACKLOG });
  await once(listener, 'listening'); // rejects with the error that comes instead
  listener.on('error', counter.refused); // the system has no room for one more connection
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- it is a string only for pipes
  const { port } = listener.address() as AddressInfo;
  return {
    port,
    close: async () => {
      const closed = once(listener, 'close');
      listener.close();
      for (const pair of pairs) pair.end();
      await closed;
      while (pairs.size > 0) await new Promise((resolve) => void setImmediate(resolve));
    },
  };
}
