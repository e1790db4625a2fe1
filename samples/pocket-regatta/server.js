// Pocket Regatta's server: the page over HTTP and the game over WebSocket, both on one port.
// node server.js [--port N] [--host ADDRESS] [--bots N]; else PORT_GAME or PORT from the environment; else 7777.
import { spawn } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { listenToConsole } from './console.js';
import { createHost } from './host.js';
import { closeLobby, createLobby, enterLobby, lookAfter, sayToAll, stepLobby } from './lobby.js';
import { createLog } from './log.js';
import { openRecords } from './records.js';
import { STEPS_PER_SECOND } from './sailing.js';
import { acceptWebSocket } from './websocket.js';

/** Only these are served: a path of a request never becomes the path of a file. */
const PAGES = [
  ['/', 'client/index.html', 'text/html; charset=utf-8'],
  ['/style.css', 'client/style.css', 'text/css; charset=utf-8'],
  ['/client.js', 'client/client.js', 'text/javascript; charset=utf-8'],
  ['/course.js', 'client/course.js', 'text/javascript; charset=utf-8'],
  ['/shapes.js', 'client/shapes.js', 'text/javascript; charset=utf-8'],
  ['/draw.js', 'client/draw.js', 'text/javascript; charset=utf-8'],
  ['/link.js', 'client/link.js', 'text/javascript; charset=utf-8'],
];
/** After a pause (a laptop that slept) the race goes on from where it is, it does not catch up. */
const MOST_STEPS_AT_ONCE = 5;
/** An answer that is under way gets so long to go out when the server stops. */
const LAST_WORDS_MS = 500;

const { values } = parseArgs({
  options: {
    port: { type: 'string' },
    host: { type: 'string', default: '127.0.0.1' },
    bots: { type: 'string', default: '0' },
  },
});
const port = Number(values.port ?? process.env.PORT_GAME ?? process.env.PORT ?? 7777);
const maxPlayers = Number(process.env.MAX_PLAYERS ?? 32);
/** 1 is the speed of a clock. Tests let the time run faster. */
const speed = Number(process.env.REGATTA_SPEED ?? 1);

const log = createLog(process.env.LOG_LEVEL);
const host = createHost(log, process.env.AGONES_SDK_HTTP_PORT);
const records = await openRecords(process.env.REGATTA_RESULTS ?? path.join(import.meta.dirname, 'results'), log);
const lobby = createLobby(log, { maxPlayers, host, records });
const pages = await loadPages();

const server = createServer((request, response) => {
  const { pathname } = new URL(request.url ?? '/', 'http://localhost');
  if (pathname === '/healthz') {
    response
      .setHeader('content-type', 'application/json')
      .end(JSON.stringify({ status: 'ok', players: lobby.players.size }));
    return;
  }
  const page = pages.get(pathname);
  if (page === undefined || request.method !== 'GET') {
    response.writeHead(page === undefined ? 404 : 405).end();
    return;
  }
  response.writeHead(200, { 'content-type': page.type, 'cache-control': 'no-cache' }).end(page.text);
});
server.on('upgrade', (request, socket, head) => {
  const connection = acceptWebSocket(request, socket, head);
  if (connection !== undefined) enterLobby(lobby, connection);
});
server.on('error', (error) => {
  log.error(`cannot listen on ${values.host}:${port}: ${error.message}`);
  process.exit(1);
});
server.listen(port, values.host, () => {
  const address = server.address();
  const actual = typeof address === 'object' && address !== null ? address.port : port;
  log.info(`Pocket Regatta is open at http://${values.host}:${actual}/ for up to ${maxPlayers} players`);
  host.ready();
  startBots(Number(values.bots), `${values.host}:${actual}`);
});

/** @type {import('node:child_process').ChildProcess | undefined} */
let bots;

/** They come in by the door that players use, so that they are counted like them. @param {number} count @param {string} here */
function startBots(count, here) {
  if (count === 0) return;
  const url = `ws://${process.env.SLIPWAY_PUBLIC_ADDRESS ?? here}`;
  const script = path.join(import.meta.dirname, 'bots.js');
  bots = spawn(process.execPath, [script, '--url', url, '--count', String(count)], { stdio: 'inherit' });
  bots.on('error', (error) => log.error(`no bots: ${error.message}`));
}

const stepMs = 1_000 / STEPS_PER_SECOND / speed;
let steppedAt = performance.now();
const stepping = setInterval(() => {
  const due = Math.floor((performance.now() - steppedAt) / stepMs);
  steppedAt = due > MOST_STEPS_AT_ONCE ? performance.now() : steppedAt + due * stepMs;
  for (let step = 0; step < Math.min(due, MOST_STEPS_AT_ONCE); step += 1) stepLobby(lobby);
}, stepMs / 2);
const seconds = setInterval(() => lookAfter(lobby), 1_000);

const typed = listenToConsole(log, {
  players: () => [...lobby.race.boats.values()].map(({ name }) => name),
  record: () => {
    const best = records.best();
    return best === undefined ? 'nobody has finished a race yet' : `${best.seconds.toFixed(1)} s, by ${best.name}`;
  },
  say: (text) => sayToAll(lobby, text),
  stop: () => stop('stop'),
});
for (const signal of ['SIGTERM', 'SIGINT']) process.once(signal, () => stop(signal));

let isStopping = false;

/** Tells the players, lets what is written go out, and ends with 0. @param {string} why a signal, or what was typed */
function stop(why) {
  if (isStopping) return;
  isStopping = true;
  log.info(`${why}: closing with ${lobby.players.size} players`);
  clearInterval(stepping);
  clearInterval(seconds);
  bots?.kill();
  typed.close();
  process.stdin.unref?.();
  host.stop();
  closeLobby(lobby, 'The server is stopping.');
  server.close(() => log.info('closed'));
  server.closeIdleConnections();
  // A browser opens connections ahead of need, and one that never asked anything is not idle for Node: it would hold us for a minute.
  setTimeout(() => server.closeAllConnections(), LAST_WORDS_MS).unref();
}

async function loadPages() {
  /** @type {Map<string, { text: string, type: string }>} */
  const loaded = new Map();
  for (const [address = '', file = '', type = ''] of PAGES) {
    loaded.set(address, { text: await readFile(path.join(import.meta.dirname, file), 'utf8'), type });
  }
  return loaded;
}
