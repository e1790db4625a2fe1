// Connects the window to the core: through the preload port where there is one, else over a WebSocket that comes back.
import { errorText } from '../text/t.ts';
import { client } from './client.ts';
import { linkLost, linkOpened, linkRefused, useLink } from './link-store.ts';
import { openSession, sessionProtocols, tokenOfHash } from './session.ts';
import { portTransport, socketTransport } from './transports.ts';

const FIRST_WAIT_MS = 250;
const LONGEST_WAIT_MS = 4_000;

/** Connects, and stays connected until the answer is called. */
export function connect(): () => void {
  if (window.slipwayPort !== undefined) {
    const transport = portTransport(window.slipwayPort);
    client.attach(transport);
    linkOpened();
    return () => transport.close();
  }
  return connectBySocket();
}

function connectBySocket(): () => void {
  const dependencies = { fetch: window.fetch.bind(window), location, history };
  let stopped = false;
  let failures = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let socket: WebSocket | undefined;

  const again = () => {
    if (stopped) return;
    linkLost(Date.now());
    timer = setTimeout(() => void attempt(), Math.min(FIRST_WAIT_MS * 2 ** failures, LONGEST_WAIT_MS));
    failures += 1;
  };
  const attempt = async () => {
    const session = await openSession(dependencies);
    if (stopped) return;
    if (session.kind === 'unreachable') again();
    else if (session.kind === 'refused') linkRefused(errorText(session.error) ?? '');
    else open();
  };
  const open = () => {
    const next = new WebSocket(
      `${location.protocol === 'https:' ? 'wss' : 'ws'}://${location.host}/bridge`,
      sessionProtocols(),
    );
    socket = next;
    next.addEventListener('open', () => {
      failures = 0;
      client.attach(socketTransport(next));
      linkOpened();
    });
    next.addEventListener('close', again);
  };

  // The link, opened in a window that is already here, changes only the hash. It is used up there too, so that no address that still
  // opens a window stays in the history.
  const relink = () => {
    if (tokenOfHash(location.hash) === undefined) return;
    if (useLink.getState().link.state === 'refused') void attempt();
    else void openSession(dependencies).then(() => window.dispatchEvent(new HashChangeEvent('hashchange')));
  };

  window.addEventListener('hashchange', relink);
  void attempt();
  return () => {
    stopped = true;
    window.removeEventListener('hashchange', relink);
    clearTimeout(timer);
    socket?.close();
  };
}
