// Keeps the facts of the switch sheet going while it is open, anew for another version.
import { useEffect } from 'react';
import type { NamespacePlace } from './namespaces-store.ts';
import { compareFor, followSwitchFacts } from './switch-facts-actions.ts';
import type { SwitchDraft } from './switch-selectors.ts';

/** Nothing is asked for while the sheet is closed. */
export function useFacts(isOpen: boolean, place: NamespacePlace, { from, versionId }: SwitchDraft): void {
  const { instanceId, gameId, namespaceId } = place;
  useEffect(() => {
    return isOpen ? followSwitchFacts({ instanceId, gameId, namespaceId }) : undefined;
  }, [isOpen, instanceId, gameId, namespaceId]);
  useEffect(() => {
    if (!isOpen || versionId === undefined) return undefined;
    return compareFor({ instanceId, gameId, namespaceId }, from, versionId);
  }, [isOpen, instanceId, gameId, namespaceId, from, versionId]);
}
