// The keys under which the window keeps what instances tell: a service that was restored from a copy has the ids of the first.

/** The key of a game of an instance. */
export function gameKey({ instance_id, game_id }: { instance_id: string; game_id: string }): string {
  return `${instance_id}/${game_id}`;
}

/** The key of a namespace of an instance. */
export function namespaceKey({ instance_id, namespace_id }: { instance_id: string; namespace_id: string }): string {
  return `${instance_id}/${namespace_id}`;
}
