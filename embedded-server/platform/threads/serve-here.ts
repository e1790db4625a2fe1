// A table of handlers called in this very thread, for whoever expects one: where there is so little to do that a thread costs more.
import type { ThreadCalls } from './messages.ts';
import type { Thread } from './open-thread.ts';
import type { ThreadHandlers } from './serve-thread.ts';

export function serveHere<Calls extends ThreadCalls>(handlers: ThreadHandlers<Calls>): Thread<Calls> {
  const never = new AbortController().signal;
  return {
    call: async (name, input, signal) => {
      signal?.throwIfAborted();
      return await handlers[name](input, signal ?? never);
    },
    close: () => Promise.resolve(),
  };
}
