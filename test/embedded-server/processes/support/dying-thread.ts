// The thread that looks at processes, with a weakness: asked for a server named "die" it breaks.
import { createFollower } from '../../../../embedded-server/processes/follow.ts';
import type { ProcessCalls } from '../../../../embedded-server/processes/process-calls.ts';
import { thisSystem } from '../../../../embedded-server/processes/this-system.ts';
import { serveThread } from '../../../../embedded-server/threads/serve-thread.ts';

const follower = createFollower(thisSystem(), process.pid);

serveThread<ProcessCalls>({
  ...follower,
  end: (server) => {
    if (server.serverId !== 'die') return follower.end(server);
    setImmediate(() => {
      throw new Error('the thread broke');
    });
    return new Promise(() => {});
  },
});
