// Regions and datacenters: where servers run. Locally that is this machine, plus the regions a user simulates.
import { z } from 'zod';
import { networkConditions } from '../servers/network-presets.ts';
import { display_name, name_id, uuid } from './common.ts';

/** A region as a game lists it. */
export const regionSummary = z.object({
  provider: z.string(),
  provider_display_name: display_name,
  region_display_name: display_name,
  region_id: uuid,
  region_name_id: name_id,
  /** What the original service had before its regions; always `unknown`, and its strict clients need it. */
  universal_region: z.string().optional(),
});
/** A region as a game lists it. */
export type RegionSummary = z.infer<typeof regionSummary>;

/** A region as the servers of a namespace see it; its id is what `datacenter` means in a server. */
export const datacenter = z.object({ id: uuid, slug: name_id, name: display_name });
/** A region as the servers of a namespace see it. */
export type Datacenter = z.infer<typeof datacenter>;

/** A region to simulate on this machine (ours): what it is called, and the network that players of its servers are given. */
export const createRegionBody = z.object({ display_name, name_id, conditions: networkConditions });
/** A region to simulate on this machine. */
export type CreateRegionBody = z.output<typeof createRegionBody>;
