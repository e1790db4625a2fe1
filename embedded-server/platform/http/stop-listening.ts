// Stops listening: closes idle connections at once, and the others when their request has ended or took too long.
import type { Bound } from '../listening/listen.ts';
import type { App } from './app.ts';

/** How long requests that are under way may take once the service is told to stop. */
const STOP_GRACE_MS = 3_000;
const IDLE_EVERY_MS = 20;

export async function stopListening({ server, front }: App, bound: Bound | undefined): Promise<void> {
  if (bound === undefined) return;
  const closeIdle = () => {
    server.closeIdleConnections();
    front?.closeIdle();
  };
  const closeAll = () => {
    server.closeAllConnections();
    front?.closeAll();
  };
  const force = setTimeout(closeAll, STOP_GRACE_MS);
  // Callers keep their connections open after the answer that the stop gives them.
  const idle = setInterval(closeIdle, IDLE_EVERY_MS);
  const closed = bound.close();
  closeIdle();
  await closed;
  clearTimeout(force);
  clearInterval(idle);
}
