// The rows of the table about the service itself and its regions.
import { z } from 'zod';
import { nothing } from './common.ts';
import { endpoint } from './endpoint.ts';
import { health, openApiAnswer } from './health.ts';
import { regionSummary } from './regions.ts';

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
    watch: false,
  }),
} as const;
