// The contract: every endpoint of the service, by name. Routes, typed client and OpenAPI document all come from this table.
import { buildRows, uploadRows } from './builds-rows.ts';
import { deviceRows } from './devices-rows.ts';
import { gameRows } from './games-rows.ts';
import { groupRows } from './groups-rows.ts';
import { keptRows } from './kept-rows.ts';
import { namespaceRows } from './namespaces-rows.ts';
import { nodeRows } from './nodes-rows.ts';
import { inspectionRows } from './server-inspection-rows.ts';
import { serverRows } from './servers-rows.ts';
import { serviceRows } from './service-rows.ts';
import { tokenRows } from './tokens-rows.ts';
import { versionRows } from './versions-rows.ts';

/** Every endpoint of the service, by name. */
export const contract = {
  ...gameRows,
  ...namespaceRows,
  ...keptRows,
  ...versionRows,
  ...buildRows,
  ...uploadRows,
  ...serverRows,
  ...inspectionRows,
  ...groupRows,
  ...deviceRows,
  ...tokenRows,
  ...nodeRows,
  ...serviceRows,
} as const;

/** The table's type. */
export type Contract = typeof contract;

/** The name of one endpoint. */
export type EndpointName = keyof Contract;
