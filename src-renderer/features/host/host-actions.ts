// Follows the shell's abilities and asks it for favours.

import { asAppError } from '../../../src-shared/errors/app-error.ts';
import type { IsolationView } from '../../../src-shared/host/bridge.ts';
import { messageOf } from '../../../src-shared/text/message.ts';
import { client } from '../../bridge/client.ts';
import { useHost } from './host-store.ts';

/** Mirrors the shell's view until the answer is called. */
export function followHost(): () => void {
  return client.subscribe('host', {}, { next: (host) => useHost.setState({ host }) });
}

/** Reads whether servers of Local are isolated, until the answer is called. */
export function readIsolation(take: (isolation: IsolationView) => void): () => void {
  const abort = new AbortController();
  client.call('host.isolation', {}, { signal: abort.signal }).then(take, (thrown: unknown) => {
    if (!abort.signal.aborted) take({ isIsolated: false, sentence: messageOf(asAppError(thrown).toBody()) });
  });
  return () => abort.abort();
}

/** Opens a web address outside of Slipway. */
export async function openLink(url: string): Promise<void> {
  await client.call('host.openLink', { url });
}
