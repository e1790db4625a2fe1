// How the interface writes times: RFC 3339 in UTC with milliseconds.

export function timestampOf(unixMs: number): string {
  return new Date(unixMs).toISOString();
}
