// Players without a person: node bots.js [--url ws://127.0.0.1:7777] [--count 4] [--laps N]. With --laps they leave after so many.
import { parseArgs } from 'node:util';
import { steer } from './pilot.js';
import { BUOYS } from './sailing.js';

const NAMES = [
  'Nerissa',
  'Bosun',
  'Halyard',
  'Pilchard',
  'Marlin',
  'Kittiwake',
  'Sprit',
  'Dogger',
  'Fisher',
  'Lundy',
  'Rockall',
];
const PING_MS = 1_000;

const { values } = parseArgs({
  options: {
    url: { type: 'string', default: 'ws://127.0.0.1:7777' },
    count: { type: 'string', default: '4' },
    laps: { type: 'string' },
  },
});
const laps = values.laps === undefined ? Number.POSITIVE_INFINITY : Number(values.laps);

const bots = Array.from({ length: Number(values.count) }, (_, number) => startBot(number));
for (const signal of ['SIGTERM', 'SIGINT']) process.once(signal, () => bots.forEach((bot) => bot.leave()));

/** @param {number} number */
function startBot(number) {
  const name = `${NAMES[number % NAMES.length]}${number < NAMES.length ? '' : ` ${Math.floor(number / NAMES.length) + 1}`}`;
  const skill = 1 - (number % 5) / 6;
  const socket = new WebSocket(values.url);
  let [id, rudder, lag, passed] = [0, 0, 0, 0];
  /** @type {NodeJS.Timeout | undefined} */
  let pinging;
  /** @param {unknown} message */
  const send = (message) => {
    if (socket.readyState === WebSocket.OPEN) socket.send(JSON.stringify(message));
  };
  /** @param {any} state what race.js makes in snapshot() */
  const sail = (state) => {
    const boat = state.boats.find((/** @type {{ id: number }} */ each) => each.id === id);
    if (boat === undefined) return;
    const next = steer(boat, state.wind, skill);
    if (next !== rudder) send({ t: 'steer', rudder: next });
    rudder = next;
    if (boat.passed === passed) return;
    passed = boat.passed;
    if (passed > 1 && boat.next === 1) console.log(`${name} sailed lap ${(passed - 1) / BUOYS.length}`);
    if (passed > laps * BUOYS.length) socket.close(1000, 'done');
  };
  socket.addEventListener('open', () => {
    send({ t: 'join', name });
    pinging = setInterval(() => send({ t: 'ping', at: performance.now(), lag }), PING_MS);
  });
  socket.addEventListener('message', ({ data }) => {
    const message = JSON.parse(String(data));
    if (message.t === 'joined') id = message.id;
    if (message.t === 'pong') lag = performance.now() - message.at;
    if (message.t === 'state') sail(message);
  });
  socket.addEventListener('error', () => {
    console.error(`${name} cannot reach ${values.url}`);
    process.exitCode = 1;
  });
  socket.addEventListener('close', ({ reason }) => {
    clearInterval(pinging);
    console.log(`${name} is ashore${reason === '' ? '' : `: ${reason}`}`);
  });
  return { leave: () => socket.close(1000, 'done') };
}
