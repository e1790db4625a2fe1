type Place = { game_id: string; namespace_id: string };

/** Whether a namespace asks for its name before it is changed from this computer. */
export function isProtected(
  { protected_namespaces: marked }: { protected_namespaces: readonly Place[] },
  { game_id, namespace_id }: Place,
): boolean {
  return marked.some((place) => place.game_id === game_id && place.namespace_id === namespace_id);
}
