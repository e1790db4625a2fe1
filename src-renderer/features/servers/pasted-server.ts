// What a person pastes to follow a server: its id, or an address that has it, such as one copied from a log of calls. Pure.

/** The namespace is told where the address names one. */
export function pastedServer(pasted: string): { id: string; namespace_id?: string } {
  const text = pasted.trim();
  const [, namespace_id] = /\/environments\/([^/?#]+)\//.exec(text) ?? [];
  const [, id] = /\/servers\/([^/?#]+)/.exec(text) ?? [];
  return id === undefined ? { id: text } : { id, ...(namespace_id === undefined ? {} : { namespace_id }) };
}
