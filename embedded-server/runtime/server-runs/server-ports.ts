// The ports that servers and their guards get: the requested one if it is free, else the next of our own range.
import { AppError } from '../../../src-shared/errors/app-error.ts';
import { createPortPool } from './port-pool.ts';
import type { PortPool } from './run-dependencies.ts';

export type PortRange = { from: number; to: number };
/** Below what systems give to programs that ask for any port. */
const USUAL: PortRange = { from: 20_000, to: 29_999 };

export function createServerPorts(range: PortRange = USUAL): PortPool {
  const pool = createPortPool(range);
  return {
    take: async (requested, protocol = 'tcp') => {
      if (requested === undefined) return await pool.take();
      try {
        await pool.takeThis(requested, protocol);
        return requested;
      } catch (thrown) {
        if (!(thrown instanceof AppError)) throw thrown;
        return await pool.take();
      }
    },
    giveBack: pool.giveBack,
  };
}
