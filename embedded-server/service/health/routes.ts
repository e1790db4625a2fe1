// Says that the service is there, and what it can be asked, to anyone. Nothing secret is in either.
import { openApiDocument } from '../../../src-shared/service/openapi.ts';
import { slipwaySchema } from '../../../src-shared/service/slipway-schema.ts';
import { slipwayVersion } from '../../../src-shared/version.ts';
import type { SomeHandlers } from '../../platform/http/handlers.ts';

export function healthHandlers(): SomeHandlers<'getHealth' | 'getOpenApi' | 'getSlipwaySchema'> {
  return {
    getHealth: () => ({ status: 'ok', name: 'slipway', version: slipwayVersion }),
    getOpenApi: () => openApiDocument({ version: slipwayVersion }),
    getSlipwaySchema: () => slipwaySchema(),
  };
}
