// Opens what looks at processes: a thread of its own, or this one, as where there is one server to look at.
import { openThread, type Thread } from '../../platform/threads/open-thread.ts';
import { serveHere } from '../../platform/threads/serve-here.ts';
import { createFollower } from './follow.ts';
import type { ProcessCalls } from './process-calls.ts';
import { thisSystem } from './this-system.ts';

/** A script (process-thread.ts, or what it was bundled to), or the thread that asks. */
export type ProcessThreadPlace = URL | 'here';

export function openProcessThread(
  place: ProcessThreadPlace,
  name: string,
  onLost: (thrown: unknown) => void,
): Thread<ProcessCalls> {
  if (place === 'here') return serveHere<ProcessCalls>(createFollower(thisSystem(), process.pid));
  return openThread<ProcessCalls>({ script: place, name, onLost });
}
