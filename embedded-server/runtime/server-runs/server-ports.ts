// Reserves ports for a server: the numbers that are asked for, or the next free ones of our own range.
import { AppError } from '../../../src-shared/errors/app-error.ts';
import type { Transport } from '../../../src-shared/service/port-faults.ts';
import { asMessage, type Message } from '../../../src-shared/text/message.ts';
import { createPortPool, type PortPool } from './port-pool.ts';

export type PortRange = { from: number; to: number };
/** Below what systems give to programs that ask for any port. */
export const USUAL_PORTS: PortRange = { from: 20_000, to: 29_999 };

export function createServerPorts(range: PortRange = USUAL_PORTS): PortPool {
  return createPortPool(range);
}

/** A row of ports: what each of its numbers is needed for. */
export type PortRow = readonly { offset: number; transports: readonly Transport[] }[];
export type Reserved = { port: number; transports: readonly Transport[] };

/** All of them from this number on, or none: refused with who has one. */
export async function reserveRow(pool: PortPool, row: PortRow, base: number, owner: Message): Promise<Reserved[]> {
  const reserved: Reserved[] = [];
  try {
    for (const { offset, transports } of row) {
      await pool.takeThis(base + offset, transports, owner);
      reserved.push({ port: base + offset, transports });
    }
    return reserved;
  } catch (thrown) {
    giveBackAll(pool, reserved);
    throw thrown;
  }
}

export function giveBackAll(pool: PortPool, reserved: readonly Reserved[]): void {
  for (const { port, transports } of reserved) pool.giveBack(port, transports);
}

/** The same, as it is said of a number that a person fixed. */
export function explainFixed(thrown: unknown, name: string): unknown {
  if (!(thrown instanceof AppError)) return thrown;
  const { port, kind, owner } = thrown.params ?? {};
  if (port === undefined || kind === undefined || owner === undefined) return thrown;
  const said = typeof owner === 'number' ? String(owner) : owner;
  return new AppError(
    'SERVERS_SERVER_FAILED_TO_CREATE',
    'port.fixed-taken',
    { port, kind, name, owner: asMessage(said) },
    { metadata: thrown.metadata, cause: thrown },
  );
}
