// The connection to the server: messages in and out, the round trip that is measured once in a while, and where the boats are at
// a moment between two states. When it is lost it comes back by itself.

const PING_MS = 1_000;
const AGAIN_MS = 1_500;
/** The sea is drawn so far behind the newest state that there nearly always is a next one to move towards. */
const BEHIND_MS = 100;
const LAGS_KEPT = 40;
const STATES_KEPT = 30;

/** @typedef {{ id: number, x: number, y: number, heading: number, speed: number, next: number, passed: number, finished?: number }} Boat */
/** @typedef {{ tick: number, phase: string, seconds: number, wind: { direction: number, strength: number }, boats: Boat[], at: number }} State */
/** @typedef {{ id: number, name: string, colour: string, lag?: number }} Sailor */
/** @typedef {{ world: { width: number, height: number }, laps: number, colours: string[], buoys: { x: number, y: number, out: { x: number, y: number }, along: { x: number, y: number } }[] }} Course */

/** @typedef {{ welcome: (course: Course) => void, joined: () => void, roster: () => void, status: (text: string, isBad: boolean) => void }} Listeners */

/** @param {Listeners} on */
export function openLink(on) {
  const link = {
    /** @type {WebSocket | undefined} */
    socket: undefined,
    /** Why the server said that it ends. */
    bye: '',
    /** @type {number | undefined} */
    ownId: undefined,
    /** @type {Map<number, Sailor>} */
    sailors: new Map(),
    /** @type {State[]} */
    states: [],
    /** @type {number[]} */
    lags: [],
    /** @param {unknown} message */
    send: (message) => {
      if (link.socket?.readyState === WebSocket.OPEN) link.socket.send(JSON.stringify(message));
    },
    /** The newest state there is. */
    latest: () => link.states.at(-1),
    /** The boats as they are drawn now. @param {number} now */
    boatsAt: (now) => between(link.states, now - BEHIND_MS),
  };
  connect(link, on);
  setInterval(() => link.send({ t: 'ping', at: performance.now(), lag: link.lags.at(-1) }), PING_MS);
  return link;
}

/** @typedef {{ socket: WebSocket | undefined, bye: string, ownId: number | undefined, sailors: Map<number, Sailor>, states: State[], lags: number[] }} Link */

/** @param {Link} link @param {Listeners} on */
function connect(link, on) {
  const socket = new WebSocket(location.href.replace(/^http/, 'ws').replace(/#.*/, ''));
  const takers = takersOf(link, on);
  link.socket = socket;
  socket.addEventListener('message', ({ data }) => {
    const message = JSON.parse(data);
    takers[message.t]?.(message);
  });
  socket.addEventListener('open', () => {
    link.bye = '';
    on.status('Connected', false);
  });
  socket.addEventListener('close', ({ reason }) => {
    link.ownId = undefined;
    on.status(link.bye || reason || 'The server does not answer. Trying again.', true);
    setTimeout(() => connect(link, on), AGAIN_MS);
  });
}

/** What is done with each kind of message. @param {Link} link @param {Listeners} on @returns {Record<string, (message: any) => void>} */
function takersOf(link, on) {
  return {
    welcome: on.welcome,
    joined: ({ id }) => {
      link.ownId = id;
      on.joined();
    },
    roster: ({ boats }) => {
      link.sailors = new Map(boats.map((/** @type {Sailor} */ sailor) => [sailor.id, sailor]));
      on.roster();
    },
    state: (state) => {
      link.states.push({ ...state, at: performance.now() });
      if (link.states.length > STATES_KEPT) link.states.shift();
    },
    pong: ({ at }) => {
      link.lags.push(performance.now() - at);
      if (link.lags.length > LAGS_KEPT) link.lags.shift();
    },
    say: ({ text }) => on.status(`The server says: ${text}`, false),
    bye: ({ reason }) => {
      link.bye = reason;
    },
  };
}

/** @param {State[]} states @param {number} at @returns {Boat[]} */
function between(states, at) {
  const index = states.findIndex((state) => state.at >= at);
  const after = states[index] ?? states.at(-1);
  const before = states[index - 1];
  if (after === undefined) return [];
  if (before === undefined || index === -1) return after.boats;
  const share = (at - before.at) / Math.max(1, after.at - before.at);
  return after.boats.map((boat) => {
    const old = before.boats.find(({ id }) => id === boat.id);
    if (old === undefined || Math.hypot(boat.x - old.x, boat.y - old.y) > 60) return boat;
    const mix = (/** @type {number} */ from, /** @type {number} */ to) => from + (to - from) * share;
    return { ...boat, x: mix(old.x, boat.x), y: mix(old.y, boat.y), heading: mix(old.heading, boat.heading) };
  });
}
