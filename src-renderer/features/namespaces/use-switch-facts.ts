// Keeps the facts of the switch sheet going while it is open, anew for another version.
import { useEffect } from 'react';
import type { NamespacePlace } from './namespaces-store.ts';
import { compareFor, followSwitchFacts } from './switch-facts-actions.ts';
import type { SwitchDraft } from './switch-selectors.ts';

/** Nothing is asked for while the sheet is closed or its instance is away; what was known stays, and is read anew afterwards. */
export function useFacts(isLive: boolean, place: NamespacePlace, { from, versionId }: SwitchDraft): void {
  const { instanceId, gameId, namespaceId } = place;
  useEffect(() => {
    return isLive ? followSwitchFacts({ instanceId, gameId, namespaceId }) : undefined;
  }, [isLive, instanceId, gameId, namespaceId]);
  useEffect(() => {
    if (!isLive || versionId === undefined) return undefined;
    return compareFor({ instanceId, gameId, namespaceId }, from, versionId);
  }, [isLive, instanceId, gameId, namespaceId, from, versionId]);
}
