// One player's TCP connection: the socket of the player, the socket to the server, and the two ways between them. An end of
// one way is passed on as an end, a reset as a reset (at once, whatever the conditions).
import { connect, type Socket } from 'node:net';
import type { Scheduler } from './conditions/scheduler.ts';
import { onreadOf, ownSocket } from './own-socket.ts';
import type { Player, RelayPortDependencies } from './player.ts';
import { proxyHeader } from './proxy-header.ts';
import { createFlow, type Flow } from './tcp-flow.ts';
import type { Source } from './who-plays.ts';

export type TcpPair = Player & {
  start(accepted: Socket): void;
  end(): void;
  source(): Source;
};

export const TCP_HALF_OPEN_MS = 60_000;

type Sides = { client: Socket; server: Socket; up: Flow; down: Flow };

export function createTcpPair(
  dependencies: RelayPortDependencies,
  scheduler: Scheduler,
  onGone: (pair: TcpPair) => void,
): TcpPair {
  let from = { address: '', port: 0 };
  const { counter, gate, refuse } = dependencies;
  const up = createFlow((bytes) => {
    if (gate.heard(source, counter.in(bytes, from.address, from.port))) return;
    refuse(from);
    sides?.client.resetAndDestroy();
    sides?.server.resetAndDestroy();
  }, scheduler);
  const down = createFlow(counter.out, scheduler);
  let sides: Sides | undefined;
  let isHeld = false;
  let silence: NodeJS.Timeout | undefined;
  const onEnd = () => {
    gate.finished(source);
    silence ??= sides && endWhenSilent(sides, dependencies.tcpHalfOpenMs, () => isHeld);
  };
  const pair: TcpPair = {
    start: (accepted) => {
      from = { address: accepted.remoteAddress ?? '', port: accepted.remotePort ?? 0 };
      const to = { address: accepted.localAddress ?? '', port: accepted.localPort ?? 0 };
      const client = ownSocket(accepted, up.reading);
      const server = connect({
        ...dependencies.target,
        onread: onreadOf(down.reading),
        allowHalfOpen: true,
        noDelay: true,
      });
      if (dependencies.proxyProtocol !== undefined) server.write(proxyHeader(from, to));
      sides = { client, server, up, down };
      client.on('end', onEnd);
      server.on('end', onEnd);
      follow(sides, dependencies.onTargetRefused, () => {
        clearInterval(silence);
        onGone(pair);
      });
    },
    setLine: (line) => {
      up.setLink(line?.up);
      down.setLink(line?.down);
    },
    setHeld: (next) => {
      isHeld = next;
      up.setHeld(next);
      down.setHeld(next);
    },
    source: () => source,
    end: () => {
      if (sides !== undefined) end(sides);
    },
  };
  const source = gate.enter(pair, 'tcp');
  return pair;
}

function end({ client, server }: Sides): void {
  client.destroy();
  server.destroy();
}

/** Many programs never end their side: each such connection would have its place for as long as the server lives. */
function endWhenSilent(sides: Sides, ms: number, isHeld: () => boolean): NodeJS.Timeout {
  const both = [sides.client, sides.server];
  const passed = () => both.reduce((sum, { bytesRead, bytesWritten }) => sum + bytesRead + bytesWritten, 0);
  let before = passed();
  return setInterval(() => {
    const now = passed();
    const isWaiting = isHeld() || both.some(({ writableLength }) => writableLength > 0);
    if (now === before && !isWaiting) end(sides);
    before = now;
  }, ms).unref();
}

function follow({ client, server, up, down }: Sides, onRefused: () => void, onGone: () => void): void {
  up.join(client, server);
  down.join(server, client);
  client.on('end', up.finish);
  server.on('end', down.finish);
  // Whatever breaks one side, the other one learns of it as a reset.
  client.on('error', () => server.resetAndDestroy());
  server.on('error', (error) => {
    if ('code' in error && error.code === 'ECONNREFUSED') onRefused();
    client.resetAndDestroy();
  });
  let open = 2;
  const onClose = () => {
    open -= 1;
    if (open > 0) return;
    up.close();
    down.close();
    onGone();
  };
  client.on('close', onClose);
  server.on('close', onClose);
}
