// The window's one bridge client. It has no transport until `connect` (or a test) attaches one.
import { createBridgeClient } from '../../src-shared/bridge/client.ts';
import { slipwayBridge } from '../../src-shared/bridge/contract.ts';

/** Only actions use this; components and stores do not. */
export const client = createBridgeClient(slipwayBridge);
