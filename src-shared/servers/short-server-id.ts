// How a server's id is shortened, in the window and in sentences of the service.

/** The first part of its id, as people say it. */
export function shortServerId(id: string): string {
  return id.slice(0, 8);
}
