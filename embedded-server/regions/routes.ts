// Answers where servers can run: the one region of this machine, as a region and as a datacenter of each namespace.
import { requireEnvironment } from '../access/scope.ts';
import { localRegion } from '../games/region.ts';
import type { SomeHandlers } from '../http/handlers.ts';
import type { NamespaceService } from '../namespaces/service.ts';

export function regionHandlers({
  namespaces,
}: {
  namespaces: NamespaceService;
}): SomeHandlers<'listRegions' | 'listDatacenters'> {
  const { region_id: id, region_name_id: slug, region_display_name: name } = localRegion;
  return {
    listRegions: () => ({ regions: [localRegion] }),
    listDatacenters: ({ params }, { caller }) => {
      requireEnvironment(caller, params.game_id, params.environment_id);
      namespaces.environment(params);
      return { datacenters: [{ id, slug, name }] };
    },
  };
}
