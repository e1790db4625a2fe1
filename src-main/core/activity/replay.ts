// Asks what was asked before, of any instance: reads only, and nothing that was masked.
import type { ActivityDetail, ReplayAnswer } from '../../../src-shared/activity/bridge.ts';
import { AppError, asAppError } from '../../../src-shared/errors/app-error.ts';
import type { ServiceTransport } from '../../../src-shared/service/client.ts';
import { MASK } from '../../../src-shared/tokens-in-text.ts';
import type { Masker } from './mask.ts';

export async function replay(
  { method, path }: ActivityDetail,
  transportOf: () => ServiceTransport,
  masker: Masker,
  signal: AbortSignal,
): Promise<ReplayAnswer> {
  if (method !== 'GET') {
    throw new AppError('REQUEST_REFUSED', 'activity.changes-things', { method });
  }
  if (path.includes(MASK)) {
    throw new AppError('REQUEST_REFUSED', 'activity.address-had-secret');
  }
  const at = Date.now();
  const startedAt = performance.now();
  const took = () => ({ at, ms: Math.round(performance.now() - startedAt) });
  try {
    const request = { method, path: withoutWait(path), body: undefined, watch: false, once: true, signal } as const;
    const { status, body } = await transportOf()(request);
    const text = typeof body === 'string' ? body : JSON.stringify(body);
    return { ...took(), status, ...(text === undefined ? {} : { answer_body: masker.body(text) }) };
  } catch (thrown) {
    signal.throwIfAborted();
    return { ...took(), error: masker.text(asAppError(thrown).message) };
  }
}

/** A watch is asked for what is now, not for the next change. */
function withoutWait(path: string): string {
  const [before = '', query] = path.split('?');
  const kept = new URLSearchParams(query);
  kept.delete('watch_index');
  return kept.size === 0 ? before : `${before}?${kept.toString()}`;
}
