// The thread that looks at processes: many small reads each second, which nobody else should wait for.
import { serveThread } from '../../platform/threads/serve-thread.ts';
import { createFollower } from './follow.ts';
import type { ProcessCalls } from './process-calls.ts';
import { thisSystem } from './this-system.ts';

const follower = createFollower(thisSystem(), process.pid);

serveThread<ProcessCalls>(follower);
