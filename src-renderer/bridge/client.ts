// The window's one bridge client. It has no transport until `connect` (or a test) attaches one.
import { createBridgeClient } from '../../src-shared/bridge/client.ts';
import { slipwayBridge } from '../../src-shared/bridge/contract.ts';
import { AppError } from '../../src-shared/errors/app-error.ts';
import { reviveError } from '../../src-shared/errors/error-body.ts';
import { told } from '../text/t.ts';

/** Only actions use this; components and stores do not. */
export const client = createBridgeClient(slipwayBridge, (body) => {
  const { code, message, metadata, rayId } = reviveError(body);
  return new AppError(code, told(message), { metadata, rayId });
});
