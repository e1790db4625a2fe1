// Says that the service is there, to anyone who asks. Nothing secret is in it.
import { slipwayVersion } from '../../src-shared/version.ts';
import type { SomeHandlers } from '../http/handlers.ts';

export function healthHandlers(): SomeHandlers<'getHealth'> {
  return { getHealth: () => ({ status: 'ok', name: 'slipway', version: slipwayVersion }) };
}
