// Digests of parts of files, worked out in a thread of their own.
import { openThread } from '../../../embedded-server/threads/open-thread.ts';
import type { DigestCalls, DigestOrder } from './digest-calls.ts';

export type Digests = {
  of(order: DigestOrder, signal: AbortSignal): Promise<string>;
  close(): Promise<void>;
};

export function createDigests(script: URL): Digests {
  const thread = openThread<DigestCalls>({ script, name: 'digest' });
  return { of: (order, signal) => thread.call('digest', order, signal), close: () => thread.close() };
}
