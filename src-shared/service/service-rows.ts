// The rows of the table about the service itself and its regions.
import { z } from 'zod';
import { nothing, uuid } from './common.ts';
import { endpoint } from './endpoint.ts';
import { regionParams } from './params.ts';
import { createRegionBody, regionSummary } from './regions.ts';

/** That the service runs, what it is and which version of it; `fleet` where its servers run on nodes. */
const health = z.object({
  status: z.literal('ok'),
  name: z.literal('slipway'),
  version: z.string(),
  fleet: z.literal(true).optional(),
});
/** What the original service said of itself to its command line and its hub. */
const bootstrap = z.object({
  cluster: z.enum(['oss', 'enterprise']),
  access: z.enum(['public', 'private']),
  origins: z.object({ hub: z.string() }),
  captcha: z.object({}),
  login_methods: z.object({ access_token: z.boolean(), email: z.boolean() }),
  deploy_hash: z.string(),
});
/** A size of servers in the original service. */
const regionTier = z.object({
  tier_name_id: z.string(),
  rivet_cores_numerator: z.int(),
  rivet_cores_denominator: z.int(),
  cpu: z.int(),
  memory: z.int(),
  disk: z.int(),
  bandwidth: z.int(),
  price_per_second: z.int(),
});
/** An OpenAPI document, as far as a caller of this table needs to know it. */
const openApiAnswer = z.looseObject({ openapi: z.string(), info: z.looseObject({}), paths: z.looseObject({}) });
/** A JSON schema, as far as a caller of this table needs to know it. */
const jsonSchemaAnswer = z.looseObject({ $schema: z.string(), title: z.string(), properties: z.looseObject({}) });

/** Calls about the service itself. */
export const serviceRows = {
  getHealth: endpoint({
    name: 'getHealth',
    feature: 'service',
    summary: 'Says that the service runs, and which version it is.',
    method: 'GET',
    path: '/healthz',
    params: nothing,
    query: nothing,
    body: null,
    answer: health,
    access: 'open',
    needs: 'nothing',
    watch: false,
  }),
  getBootstrap: endpoint({
    name: 'getBootstrap',
    feature: 'service',
    summary: 'Says what kind of service this is, as clients of the original ask before anything else.',
    method: 'GET',
    path: '/cloud/bootstrap',
    params: nothing,
    query: nothing,
    body: null,
    answer: bootstrap,
    access: 'open',
    needs: 'nothing',
    watch: false,
  }),
  listRegionTiers: endpoint({
    name: 'listRegionTiers',
    feature: 'regions',
    summary: 'Lists the sizes that servers can have. There are none here: a server has what it asks for.',
    method: 'GET',
    path: '/cloud/region-tiers',
    params: nothing,
    query: nothing,
    body: null,
    answer: z.object({ tiers: z.array(regionTier) }),
    access: 'open',
    needs: 'nothing',
    watch: false,
  }),
  getOpenApi: endpoint({
    name: 'getOpenApi',
    feature: 'service',
    summary: 'Describes every call of the service as an OpenAPI document.',
    method: 'GET',
    path: '/openapi.json',
    params: nothing,
    query: nothing,
    body: null,
    answer: openApiAnswer,
    access: 'open',
    needs: 'nothing',
    watch: false,
  }),
  getSlipwaySchema: endpoint({
    name: 'getSlipwaySchema',
    feature: 'service',
    summary: 'Describes slipway.json as a JSON schema. Name this address in its "$schema", and editors complete it.',
    method: 'GET',
    path: '/slipway.schema.json',
    params: nothing,
    query: nothing,
    body: null,
    answer: jsonSchemaAnswer,
    access: 'open',
    needs: 'nothing',
    watch: false,
  }),
  listRegions: endpoint({
    name: 'listRegions',
    feature: 'regions',
    summary: 'Lists the regions of the service.',
    method: 'GET',
    path: '/cloud/regions',
    params: nothing,
    query: nothing,
    body: null,
    answer: z.object({ regions: z.array(regionSummary) }),
    access: ['owner', 'cloud'],
    needs: 'read',
    watch: false,
  }),
  createRegion: endpoint({
    name: 'createRegion',
    feature: 'regions',
    summary: 'Adds a region that is simulated on this machine: servers there have the network that it names.',
    method: 'POST',
    path: '/cloud/regions',
    params: nothing,
    query: nothing,
    body: createRegionBody,
    answer: z.object({ region_id: uuid }),
    access: ['owner'],
    needs: 'owner',
    watch: false,
  }),
  deleteRegion: endpoint({
    name: 'deleteRegion',
    feature: 'regions',
    summary: 'Removes a simulated region; servers that run there run on.',
    method: 'DELETE',
    path: '/cloud/regions/{region_id}',
    params: regionParams,
    query: nothing,
    body: null,
    answer: nothing,
    access: ['owner'],
    needs: 'owner',
    watch: false,
  }),
} as const;
