// Answers where servers can run: as regions, and as the datacenters of each namespace.

import type { SomeHandlers } from '../../platform/http/handlers.ts';
import type { NamespaceService } from '../namespaces/service.ts';
import type { RegionService } from './service.ts';

type Parts = { namespaces: NamespaceService; regions: RegionService };
type Served = 'listRegions' | 'listDatacenters' | 'createRegion' | 'deleteRegion';

export function regionHandlers({ namespaces, regions }: Parts): SomeHandlers<Served> {
  return {
    listRegions: () => ({ regions: regions.list() }),
    createRegion: ({ body }) => ({ region_id: regions.create(body) }),
    deleteRegion: ({ params }) => {
      regions.remove(params.region_id);
      return {};
    },
    listDatacenters: ({ params }) => {
      namespaces.environment(params);
      const datacenters = regions.list().map(({ region_id: id, region_name_id: slug, region_display_name: name }) => ({
        id,
        slug,
        name,
      }));
      return { datacenters };
    },
  };
}
