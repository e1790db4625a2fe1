// Keeps the facts of the switch sheet going while it is open, anew for another version.
import { useEffect } from 'react';
import type { NamespacePlace } from './namespaces-store.ts';
import { compareFor, followSwitchFacts } from './switch-facts-actions.ts';
import type { SwitchDraft } from './switch-selectors.ts';

/** Nothing is asked for while the sheet is closed or its instance is away; what was known stays, and is read anew afterwards. */
export function useFacts(isLive: boolean, place: NamespacePlace, { from, version_id }: SwitchDraft): void {
  const { instance_id, game_id, namespace_id } = place;
  useEffect(() => {
    return isLive ? followSwitchFacts({ instance_id, game_id, namespace_id }) : undefined;
  }, [isLive, instance_id, game_id, namespace_id]);
  useEffect(() => {
    if (!isLive || version_id === undefined) return undefined;
    return compareFor({ instance_id, game_id, namespace_id }, from, version_id);
  }, [isLive, instance_id, game_id, namespace_id, from, version_id]);
}
