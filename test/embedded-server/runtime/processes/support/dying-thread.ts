// The thread that looks at processes, with a weakness: asked for a server named "die" it breaks.

import { serveThread } from '../../../../../embedded-server/platform/threads/serve-thread.ts';
import { createFollower } from '../../../../../embedded-server/runtime/processes/follow.ts';
import type { ProcessCalls } from '../../../../../embedded-server/runtime/processes/process-calls.ts';
import { thisSystem } from '../../../../../embedded-server/runtime/processes/this-system.ts';

const follower = createFollower(thisSystem(), process.pid);

serveThread<ProcessCalls>({
  ...follower,
  end: (server) => {
    if (server.server_id !== 'die') return follower.end(server);
    setImmediate(() => {
      throw new Error('the thread broke');
    });
    return new Promise(() => {});
  },
});
