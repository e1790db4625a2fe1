// How a server is asked who plays on it: the query protocol of its game, and the port that answers.
import { z } from 'zod';
import { type NumberedPorts, transportsOf } from './port-faults.ts';

/** The protocols that we can ask. */
export const queryProtocol = z.enum(['source', 'quake3', 'minecraft', 'bedrock']);
/** A protocol that we can ask. */
export type QueryProtocol = z.infer<typeof queryProtocol>;

/** Which query a server answers, and where. */
export const playerQuery = z.object({
  query: queryProtocol.describe(
    'source: A2S_INFO of the Source family. quake3: getstatus of the Quake 3 family. minecraft: the status of Minecraft Java. bedrock: the unconnected ping of Minecraft Bedrock.',
  ),
  port: z.string().describe('The name of the port that answers, of those in ports.'),
});
/** Which query a server answers, and where. */
export type PlayerQuery = z.infer<typeof playerQuery>;

/** Why nobody would answer there. */
export type QueryFault = { reason: 'query-unknown-port' | 'query-other-protocol'; other: string };

/** Undefined where nothing is wrong, or where the ports are said elsewhere. */
export function findQueryFault({
  players,
  ports,
}: {
  players?: PlayerQuery | undefined;
  ports?: NumberedPorts | undefined;
}): QueryFault | undefined {
  if (players === undefined || ports === undefined) return undefined;
  const port = Object.hasOwn(ports, players.port) ? ports[players.port] : undefined;
  if (port === undefined) return { reason: 'query-unknown-port', other: players.port };
  const needed = players.query === 'minecraft' ? 'tcp' : 'udp';
  return transportsOf(port.protocol).includes(needed) ? undefined : { reason: 'query-other-protocol', other: needed };
}
