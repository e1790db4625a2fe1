// Gives a server its ports: numbers to listen on, and for guarded ones the public ones that players use.
import { createServer } from 'node:net';
import type { ServerPort } from '../../../src-shared/service/servers.ts';
import { transportOf } from '../hosting-thread/explain-not-listening.ts';
import type { ExpectedPort } from '../hosting-thread/messages.ts';
import type { Undo } from './cleanup-stack.ts';
import type { Prepared } from './prepare.ts';
import type { RunDependencies } from './run-dependencies.ts';

export type Opened = {
  /** As the server has to know them; nobody is told about a public side that does not answer yet. */
  ports: Readonly<Record<string, ServerPort>>;
  expected: readonly ExpectedPort[];
  publicPorts: ReadonlyMap<string, number>;
  /** Whether somebody else sits on one of them by now. */
  wereTaken(): Promise<boolean>;
};

export async function openPorts(
  dependencies: RunDependencies,
  server_id: string,
  { settings, belongs }: Prepared,
  undo: Undo,
): Promise<Opened> {
  const expected: ExpectedPort[] = [];
  const ports: Record<string, ServerPort> = {};
  for (const [name, port] of Object.entries(settings.ports)) {
    const number = await dependencies.ports.take(port.internal_port, transportOf(port.protocol));
    undo.add(() => dependencies.ports.giveBack(number));
    expected.push({ name, protocol: port.protocol, port: number });
    ports[name] = { protocol: port.protocol, internal_port: number, routing: port.routing };
  }
  const guarded = expected.filter(({ name }) => ports[name]?.routing.game_guard !== undefined);
  const publicPorts = new Map(expected.map(({ name, port }) => [name, port]));
  if (guarded.length > 0) {
    const opened = await dependencies.guard.open({
      server_id,
      hostname: dependencies.address().listenHost,
      maxPlayers: belongs.maxPlayers,
      ports: guarded.map(({ name, protocol, port }) => ({ name, protocol: transportOf(protocol), targetPort: port })),
    });
    undo.add(() => dependencies.guard.close(server_id, [...opened.values()]));
    for (const [name, port] of opened) publicPorts.set(name, port);
  }
  const wereTaken = async () => {
    const free = await Promise.all(expected.map(({ port }) => isFree(port)));
    return free.includes(false);
  };
  return { ports, expected, publicPorts, wereTaken };
}

/** The ports with the side that players use, once it answers. */
export function withPublicSide({ ports, publicPorts }: Opened, host: string): Record<string, ServerPort> {
  return Object.fromEntries(
    Object.entries(ports).map(([name, port]) => {
      const number = publicPorts.get(name);
      if (number === undefined) return [name, port];
      return [name, { ...port, public_hostname: host, public_port: number }];
    }),
  );
}

async function isFree(port: number): Promise<boolean> {
  return await new Promise((resolve) => {
    const probe = createServer();
    probe.once('error', () => resolve(false));
    probe.listen({ port, host: '127.0.0.1', exclusive: true }, () => probe.close(() => resolve(true)));
  });
}
