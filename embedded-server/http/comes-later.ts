// The rows of the contract that this Slipway does not serve yet; they answer "nothing at this address" until they do.
// A row has to be here or have a handler: one that is in neither place does not compile.
import type { Contract } from '../../src-shared/service/contract.ts';

export const comesLater = [
  'getServer',
  'listServers',
  'createServer',
  'destroyServer',
  'getServerLogs',
] as const satisfies readonly (keyof Contract)[];
export type ComesLater = (typeof comesLater)[number];
