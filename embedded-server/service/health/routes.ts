// Says that the service is there, and what it can be asked, to anyone. Nothing secret is in either.
import { type OpenApiDocument, openApiDocument } from '../../../src-shared/service/openapi.ts';
import { slipwaySchema } from '../../../src-shared/service/slipway-json-schema.ts';
import { slipwayVersion } from '../../../src-shared/version.ts';
import type { SomeHandlers } from '../../platform/http/handlers.ts';

type Served = 'getHealth' | 'getOpenApi' | 'getSlipwaySchema' | 'getBootstrap' | 'listRegionTiers';

/** Every app asks for it whenever it connects, and to make it takes some 50 ms. */
let description: OpenApiDocument | undefined;

type Parts = { publicUrl: () => string; hasFleet: boolean };

export function healthHandlers({ publicUrl, hasFleet }: Parts): SomeHandlers<Served> {
  return {
    getHealth: () => ({ status: 'ok', name: 'slipway', version: slipwayVersion, ...(hasFleet ? { fleet: true } : {}) }),
    getOpenApi: () => (description ??= openApiDocument({ version: slipwayVersion })),
    getSlipwaySchema: () => slipwaySchema(),
    getBootstrap: () => ({
      cluster: 'oss',
      access: 'private',
      origins: { hub: publicUrl() },
      captcha: {},
      login_methods: { access_token: true, email: false },
      deploy_hash: slipwayVersion,
    }),
    listRegionTiers: () => ({ tiers: [] }),
  };
}
