// The window's one bridge client. It has no transport until `connect` (or a test) attaches one.
import { createBridgeClient } from '../../src-shared/bridge/client.ts';
import { slipwayBridge } from '../../src-shared/bridge/contract.ts';
import { AppError } from '../../src-shared/errors/app-error.ts';
import { reviveError } from '../../src-shared/errors/revive-error.ts';
import { translate } from '../text/t.ts';
import { refusedTyping } from './refused-typing.ts';

const bridge = createBridgeClient(slipwayBridge, (body) => {
  const error = reviveError(body);
  const { code, metadata, ray_id } = error;
  return new AppError(code, { text: translate(error.toMessage()) }, { metadata, ray_id });
});

/** Only actions use this; components and stores do not. What the contract does not take of what was typed is never sent. */
export const client: typeof bridge = {
  ...bridge,
  call: (name, input, options) => {
    const refused = refusedTyping(slipwayBridge.calls[name].input, input);
    return refused === undefined ? bridge.call(name, input, options) : Promise.reject(refused);
  },
};
