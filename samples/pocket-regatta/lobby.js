// The players: takes their messages, tells them how the race stands, and lets go of those that do not answer or do too much.
import { COURSE, createRace, joinRace, snapshotOf, stepRace } from './race.js';
import { STEPS_PER_SECOND, startAt } from './sailing.js';

const NAME_LENGTH = 20;
const COLOURS = ['#3d83d6', '#2f9a6b', '#7f6bd0', '#ac8516', '#d53b5b', '#1f93a8', '#c25a9b', '#6b7f2a'];
const SILENT_MS = 30_000;
const MESSAGES_A_SECOND = 60;
const LONGEST_LAG_MS = 60_000;

/** @typedef {import('./websocket.js').Connection} Connection */
/** @typedef {{ id: number, connection: Connection, heardAt: number, messages: number, boat: import('./race.js').Boat | undefined }} Player */
/** @typedef {{ maxPlayers: number, host: import('./host.js').Host, records: import('./records.js').Records }} Around */
/** @typedef {Around & { log: import('./log.js').Log, players: Set<Player>, race: import('./race.js').Race, lastId: number }} Lobby */

/** @param {import('./log.js').Log} log @param {Around} around @returns {Lobby} */
export function createLobby(log, around) {
  const race = createRace(log.info, around.records.finished);
  return { ...around, log, players: new Set(), race, lastId: 0 };
}

/** @param {Lobby} lobby @param {Connection} connection */
export function enterLobby(lobby, connection) {
  const { log, maxPlayers, players } = lobby;
  if (players.size >= maxPlayers) {
    log.warn(`turned a player away: the race is full with ${maxPlayers}`);
    connection.close(1013, `The race is full: ${maxPlayers} are here already.`);
    return;
  }
  lobby.lastId += 1;
  /** @type {Player} */
  const player = { id: lobby.lastId, connection, heardAt: Date.now(), messages: 0, boat: undefined };
  players.add(player);
  connection.listeners.onMessage = (text) => hear(lobby, player, text);
  connection.listeners.onClose = (reason) => leave(lobby, player, reason);
  connection.send({ t: 'welcome', colours: COLOURS, steps_per_second: STEPS_PER_SECOND, ...COURSE });
  tellRoster(lobby);
}

/** @param {Lobby} lobby */
export function stepLobby(lobby) {
  stepRace(lobby.race);
  tellAll(lobby, snapshotOf(lobby.race));
}

/** Once a second. @param {Lobby} lobby */
export function lookAfter(lobby) {
  for (const player of lobby.players) {
    player.messages = 0;
    if (Date.now() - player.heardAt <= SILENT_MS) continue;
    lobby.log.warn(`player ${player.id} said nothing for ${SILENT_MS / 1_000} s`);
    player.connection.drop();
  }
  tellRoster(lobby);
}

/** What is typed into the console. @param {Lobby} lobby @param {string} text */
export function sayToAll(lobby, text) {
  tellAll(lobby, { t: 'say', text });
  lobby.log.info(`said to ${lobby.players.size} players: ${text}`);
}

/** @param {Lobby} lobby @param {string} reason */
export function closeLobby(lobby, reason) {
  tellAll(lobby, { t: 'bye', reason });
  for (const { connection } of Array.from(lobby.players)) connection.close(1001, reason);
}

/** @param {Lobby} lobby @param {Player} player @param {string} text */
function hear(lobby, player, text) {
  player.heardAt = Date.now();
  player.messages += 1;
  const message = parse(text);
  if (player.messages > MESSAGES_A_SECOND) player.connection.close(1008, 'too many messages');
  else if (message === undefined) player.connection.close(1007, 'messages are JSON objects');
  else take(lobby, player, message);
}

/** @param {Lobby} lobby @param {Player} player @param {Record<string, unknown>} message */
function take(lobby, player, message) {
  switch (message.t) {
    case 'join':
      if (player.boat === undefined) takeBoat(lobby, player, message);
      break;
    case 'steer':
      if (player.boat !== undefined) player.boat.rudder = Math.sign(Number(message.rudder) || 0);
      break;
    case 'ping':
      player.connection.send({ t: 'pong', at: message.at });
      if (player.boat !== undefined) player.boat.lag = lagOf(message.lag);
      break;
    default:
      lobby.log.warn(`player ${player.id} says something unknown: ${String(message.t).slice(0, NAME_LENGTH)}`);
  }
}

/** @param {Lobby} lobby @param {Player} player @param {Record<string, unknown>} request */
function takeBoat(lobby, player, request) {
  const { id } = player;
  const name = cleanName(request.name) ?? `Sailor ${id}`;
  const colour = COLOURS.find((each) => each === request.colour) ?? COLOURS[id % COLOURS.length] ?? '';
  player.boat = { ...startAt(0), id, name, colour, finished: undefined, lag: undefined };
  joinRace(lobby.race, player.boat);
  lobby.host.joined(id);
  lobby.log.info(`${name} joined (player ${id}, ${lobby.race.boats.size} on the water)`);
  player.connection.send({ t: 'joined', id });
  tellRoster(lobby);
}

/** @param {Lobby} lobby @param {Player} player @param {string} reason */
function leave(lobby, player, reason) {
  lobby.players.delete(player);
  lobby.race.boats.delete(player.id);
  if (player.boat === undefined) {
    lobby.log.debug(`player ${player.id} ended (${reason})`);
  } else {
    lobby.host.left(player.id);
    lobby.log.info(`${player.boat.name} left (player ${player.id}: ${reason})`);
  }
  tellRoster(lobby);
}

/** @param {Lobby} lobby */
function tellRoster(lobby) {
  const boats = [...lobby.race.boats.values()].map(({ id, name, colour, lag }) => ({ id, name, colour, lag }));
  tellAll(lobby, { t: 'roster', boats });
}

/** @param {Lobby} lobby @param {unknown} message */
function tellAll({ players }, message) {
  for (const { connection } of players) connection.send(message);
}

/** @param {string} text @returns {Record<string, unknown> | undefined} */
function parse(text) {
  try {
    const message = JSON.parse(text);
    return typeof message === 'object' && message !== null ? message : undefined;
  } catch {
    return undefined;
  }
}

/** @param {unknown} name */
function cleanName(name) {
  if (typeof name !== 'string') return undefined;
  const letters = Array.from(name.replace(/[\p{C}\s]+/gu, ' ').trim());
  return letters.length === 0 ? undefined : letters.slice(0, NAME_LENGTH).join('');
}

/** What a player measured itself; it is shown and nothing else. @param {unknown} lag */
function lagOf(lag) {
  return typeof lag === 'number' && lag >= 0 && lag < LONGEST_LAG_MS ? Math.round(lag) : undefined;
}
