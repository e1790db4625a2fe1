// The rows of the contract that this Slipway does not serve yet. They answer "nothing at this address" until they do.
import type { Contract } from '../../src-shared/service/contract.ts';

export const comesLater = ['getOther'] as const satisfies readonly (keyof Contract)[];
export type ComesLater = (typeof comesLater)[number];
