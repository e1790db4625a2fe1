// How long a server may take to end after it was asked to, before it is killed.
import type { BuildManifest } from '../../../src-shared/service/build-manifest.ts';
import type { RunSettings } from '../../../src-shared/service/run-settings.ts';
import type { ServerRequest } from '../server-records/store.ts';

export const DEFAULT_KILL_TIMEOUT_MS = 10_000;

type Source = ServerRequest | RunSettings | BuildManifest | undefined;

/** As the first of these says it. */
export function killTimeoutOf(sources: readonly Source[]): number {
  return sources.map(saidBy).find((timeout) => timeout !== undefined) ?? DEFAULT_KILL_TIMEOUT_MS;
}

function saidBy(source: Source): number | undefined {
  if (source === undefined) return undefined;
  return 'lifecycle' in source
    ? source.lifecycle?.kill_timeout
    : 'kill_timeout' in source
      ? source.kill_timeout
      : undefined;
}
