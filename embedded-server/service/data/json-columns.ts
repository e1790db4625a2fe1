// What the columns say whose text is JSON.
import { z } from 'zod';
import { networkConditions } from '../../../src-shared/servers/network-presets.ts';
import { groupBilling } from '../../../src-shared/service/groups.ts';
import { changedBy, changedFrom, hostingPolicy, matchmakerConfig } from '../../../src-shared/service/namespaces.ts';
import { node } from '../../../src-shared/service/nodes.ts';
import { killTimeout, networkMode, resources, runSettingsAnswer } from '../../../src-shared/service/run-settings.ts';
import { serverExit, serverPort } from '../../../src-shared/service/servers.ts';
import { tokenCan } from '../../../src-shared/service/tokens.ts';
import { versionFull } from '../../../src-shared/service/versions.ts';
import { objectPlace } from '../uploads/object-place.ts';
import { partCut } from '../uploads/parts.ts';

/** Columns whose text is JSON, each with what it must say. */
export const jsonColumns: Readonly<Record<string, z.ZodType>> = {
  config: versionFull.shape.config,
  tags: z.record(z.string(), z.string()),
  billing: groupBilling,
  wish: runSettingsAnswer.omit({ lifecycle: true }).extend({
    mode: networkMode.optional(),
    kill_timeout: killTimeout.optional(),
    resources: resources.partial().optional(),
  }),
  runtime: runSettingsAnswer.pick({ arguments: true, environment: true }),
  ports: z.record(z.string(), serverPort),
  resources,
  exit: serverExit,
  conditions: networkConditions,
  cut: partCut,
  object: objectPlace,
  can: tokenCan,
  node: node.pick({ name: true, address: true, region: true, capacity: true }),
  settings: matchmakerConfig.extend(hostingPolicy.shape),
  origin: z.strictObject({ ...changedBy.shape, ...changedFrom.shape }),
};

/** A column that has such text. */
export function json(column: keyof typeof jsonColumns) {
  return z.string().refine((text) => {
    try {
      return jsonColumns[column]?.safeParse(JSON.parse(text)).success === true;
    } catch {
      return false;
    }
  }, 'Not the JSON it should be');
}
