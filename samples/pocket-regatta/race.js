// One race after the other: who sails, when it begins, who rounded what, and when it is over. The server steps it and tells
// everybody; it alone decides, so that nobody can cheat.
import { BUOYS, keepApart, LAPS, STEPS_PER_SECOND, sail, startAt, WORLD, windAt } from './sailing.js';

const COUNTDOWN_SECONDS = 5;
/** How long the others may go on after the first is in. */
const LAST_SECONDS = 45;
const RESULTS_SECONDS = 8;

export const COURSE = { world: WORLD, buoys: BUOYS, laps: LAPS };

/** @typedef {'waiting' | 'countdown' | 'racing' | 'results'} Phase */
/** @typedef {import('./sailing.js').Hull & { id: number, name: string, colour: string, finished: number | undefined, lag: number | undefined }} Boat */
/** @typedef {ReturnType<typeof createRace>} Race */

/**
 * @param {(event: string) => void} tell is called with a description of each event
 * @param {(name: string, seconds: number) => void} finished is called with each boat that is in
 */
export function createRace(tell, finished) {
  return {
    tell,
    finished,
    /** @type {Map<number, Boat>} */
    boats: new Map(),
    /** @type {Phase} */
    phase: 'waiting',
    tick: 0,
    phaseTick: 0,
    /** @type {number | undefined} */
    endTick: undefined,
  };
}

/** Whoever comes while a race is on starts at the line, and sails along. @param {Race} race @param {Boat} boat */
export function joinRace({ boats }, boat) {
  Object.assign(boat, startAt(boats.size));
  boats.set(boat.id, boat);
}

/** One step of time. @param {Race} race */
export function stepRace(race) {
  race.tick += 1;
  movePhase(race);
  if (race.phase === 'racing' || race.phase === 'results') moveBoats(race);
}

/** What everybody is told many times a second; short, as it goes to all. @param {Race} race */
export function snapshotOf(race) {
  return {
    t: 'state',
    tick: race.tick,
    phase: race.phase,
    seconds: secondsShown(race),
    wind: windAt(race.tick / STEPS_PER_SECOND),
    boats: [...race.boats.values()].map(({ id, x, y, heading, speed, next, passed, finished }) => ({
      id,
      x: short(x),
      y: short(y),
      heading: short(heading),
      speed: short(speed),
      next,
      passed,
      ...(finished === undefined ? {} : { finished: short(finished) }),
    })),
  };
}

/** @param {Race} race */
function movePhase(race) {
  const { boats, phase } = race;
  if (boats.size === 0) {
    enter(race, 'waiting');
  } else if (phase === 'waiting' || (phase === 'results' && secondsIn(race) >= RESULTS_SECONDS)) {
    for (const [place, boat] of [...boats.values()].entries()) {
      Object.assign(boat, startAt(place), { finished: undefined });
    }
    enter(race, 'countdown');
  } else if (phase === 'countdown' && secondsIn(race) >= COUNTDOWN_SECONDS) {
    race.endTick = undefined;
    enter(race, 'racing');
    race.tell(`race begins with ${boats.size} boats`);
  } else if (phase === 'racing' && isOver(race)) {
    enter(race, 'results');
    race.tell(`race over, ${boats.size} boats on the water`);
  }
}

/** @param {Race} race */
function moveBoats(race) {
  const wind = windAt(race.tick / STEPS_PER_SECOND);
  const boats = [...race.boats.values()];
  for (const boat of boats) if (sail(boat, wind) && boat.finished === undefined) rounded(race, boat);
  for (const [index, one] of boats.entries()) for (const other of boats.slice(index + 1)) keepApart(one, other);
}

/** @param {Race} race @param {Boat} boat */
function rounded(race, boat) {
  if (boat.next !== 1 || boat.passed === 1) return;
  const lap = (boat.passed - 1) / BUOYS.length;
  const seconds = secondsIn(race);
  race.tell(`${boat.name} sailed lap ${lap} after ${seconds.toFixed(1)} s`);
  if (lap < LAPS) return;
  boat.finished = seconds;
  race.endTick ??= race.tick + LAST_SECONDS * STEPS_PER_SECOND;
  race.tell(`${boat.name} finished`);
  race.finished(boat.name, seconds);
}

/** @param {Race} race @param {Phase} phase */
function enter(race, phase) {
  race.phase = phase;
  race.phaseTick = race.tick;
}

/** @param {Race} race */
function isOver({ boats, tick, endTick }) {
  if (endTick !== undefined && tick >= endTick) return true;
  return [...boats.values()].every(({ finished }) => finished !== undefined);
}

/** @param {Race} race */
function secondsIn({ tick, phaseTick }) {
  return (tick - phaseTick) / STEPS_PER_SECOND;
}

/** Down to the start, up while they race. @param {Race} race */
function secondsShown(race) {
  const passed = secondsIn(race);
  if (race.phase === 'countdown') return Math.max(0, Math.ceil(COUNTDOWN_SECONDS - passed));
  return race.phase === 'results' ? Math.max(0, Math.ceil(RESULTS_SECONDS - passed)) : Math.floor(passed);
}

/** @param {number} value */
function short(value) {
  return Math.round(value * 1_000) / 1_000;
}
