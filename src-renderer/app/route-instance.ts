// Opens the instance of the game whose page is open, however the person came there: by a link, a reload or a step back. So the
// sidebar and the palette speak of the same instance as the page.
import { openInstance } from '../features/instances/instances-actions.ts';
import { useRoute } from '../routes/route-store.ts';

/** Follows the route until the answer is called. */
export function startRouteInstance(): () => void {
  const open = ({ route }: ReturnType<typeof useRoute.getState>) => {
    if (route.page === 'game') openInstance(route.instance_id);
  };
  open(useRoute.getState());
  return useRoute.subscribe(open);
}
