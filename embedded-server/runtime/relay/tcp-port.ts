// A TCP port of a server: takes players in while there is room, and turns the others away at once.
import type { Socket } from 'node:net';
import type { Scheduler } from './conditions/scheduler.ts';
import type { TcpOwner } from './listening-sockets.ts';
import type { OpenPort, RelayPortDependencies } from './player.ts';
import { createTcpPair, type TcpPair } from './tcp-pair.ts';

export async function openTcpPort(dependencies: RelayPortDependencies, scheduler: Scheduler): Promise<OpenPort> {
  const { gate, counter, mostAtOnce, refuse, forwarding, onTooEarly } = dependencies;
  const pairs = new Set<TcpPair>();
  const forget = (pair: TcpPair) => {
    pairs.delete(pair);
    gate.leave(pair, pair.source());
    counter.closed();
  };
  const turnAway = (accepted: Socket, why?: 'sessions') => {
    refuse({ address: accepted.remoteAddress ?? '', port: accepted.remotePort ?? 0 }, why);
    accepted.resetAndDestroy();
  };
  const take = (accepted: Socket) => {
    if (!gate.hasRoom()) {
      turnAway(accepted);
      return;
    }
    const pair = createTcpPair(dependencies, scheduler, forget);
    pairs.add(pair);
    counter.opened();
    pair.start(accepted);
  };
  /** It is not read meanwhile, so one that has left shows only when it is taken in. */
  const hold = async (accepted: Socket) => {
    if (await forwarding.whenOn()) take(accepted);
    else {
      onTooEarly();
      accepted.resetAndDestroy();
    }
  };
  const owner: TcpOwner = {
    accept: (accepted) => {
      if (counter.counts.connections + forwarding.waiting() >= mostAtOnce) turnAway(accepted, 'sessions');
      else if (forwarding.isOn()) take(accepted);
      else void hold(accepted);
    },
    refuseUnseen: () => refuse(undefined, 'system'),
  };
  const shared = await dependencies.listeners.tcp(dependencies, owner);
  return {
    port: shared.port,
    promote: () => shared.promote(owner),
    close: async () => {
      const left = shared.leave(owner);
      for (const pair of pairs) pair.end();
      await left;
      while (pairs.size > 0) await new Promise((resolve) => void setImmediate(resolve));
    },
  };
}
