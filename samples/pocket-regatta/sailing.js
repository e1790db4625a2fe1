// How boats sail: the course, the wind, and one step of time for one boat. Nothing here knows of players or networks; the server
// and the bots use the same numbers.

export const WORLD = { width: 1600, height: 1000 };
export const LAPS = 2;
export const STEPS_PER_SECOND = 20;
const TOP_SPEED = 105;
const TURN_RATE = 1.9;
const EDGE = 24;
const BUOY_RADIUS = 20;

/** @typedef {{ x: number, y: number }} Point */
/** @typedef {{ x: number, y: number, out: Point, along: Point }} Buoy */
/** @typedef {{ direction: number, strength: number }} Wind */
/** @typedef {{ x: number, y: number, heading: number, speed: number, rudder: number, next: number, passed: number }} Hull */

const CENTRE = { x: WORLD.width / 2, y: WORLD.height / 2 };

/**
 * The buoys in their order; the first is the line where laps begin and end. Each is to be left on the left hand: a boat has to
 * cross the ray from the buoy away from the middle, in the direction `along`.
 * @type {readonly Buoy[]}
 */
export const BUOYS = [
  { x: 800, y: 800 },
  { x: 1330, y: 690 },
  { x: 1240, y: 260 },
  { x: 760, y: 190 },
  { x: 290, y: 300 },
  { x: 330, y: 740 },
].map(({ x, y }) => {
  const length = Math.hypot(x - CENTRE.x, y - CENTRE.y);
  const out = { x: (x - CENTRE.x) / length, y: (y - CENTRE.y) / length };
  return { x, y, out, along: { x: out.y, y: -out.x } };
});

/**
 * How fast a boat goes at an angle to the wind, as a part of its best: nothing straight into it, most across it.
 * @type {readonly (readonly [degrees: number, part: number])[]}
 */
const POLAR = [
  [0, 0.03],
  [28, 0.12],
  [42, 0.7],
  [60, 0.87],
  [90, 1],
  [125, 0.97],
  [155, 0.8],
  [180, 0.7],
];

/**
 * The wind turns slowly to and fro and comes in gusts; it follows from the time alone.
 * @param {number} seconds
 * @returns {Wind}
 */
export function windAt(seconds) {
  return {
    // Where it blows to: mostly down the page.
    direction: Math.PI / 2 + 0.35 * Math.sin(seconds / 23) + 0.12 * Math.sin(seconds / 7.3),
    strength: 0.86 + 0.1 * Math.sin(seconds / 11) + 0.04 * Math.sin(seconds / 2.9),
  };
}

/** The speed a heading gives in this wind. @param {number} heading @param {Wind} wind */
export function speedFor(heading, wind) {
  const degrees = (Math.abs(turnBetween(heading, wind.direction + Math.PI)) * 180) / Math.PI;
  const upper = POLAR.findIndex(([angle]) => angle >= degrees);
  const [fromAngle, fromPart] = POLAR[Math.max(0, upper - 1)] ?? [0, 0];
  const [toAngle, toPart] = POLAR[upper] ?? [180, 0.7];
  const share = toAngle === fromAngle ? 0 : (degrees - fromAngle) / (toAngle - fromAngle);
  return TOP_SPEED * wind.strength * (fromPart + (toPart - fromPart) * share);
}

/** The way from one heading to another, at most half a turn. @param {number} from @param {number} to */
export function turnBetween(from, to) {
  const turn = (to - from) % (2 * Math.PI);
  return turn > Math.PI ? turn - 2 * Math.PI : turn < -Math.PI ? turn + 2 * Math.PI : turn;
}

/** Boats start in rows behind the line, one beside the other. @param {number} place @returns {Hull} */
export function startAt(place) {
  const x = BUOYS[0] === undefined ? 0 : BUOYS[0].x - 70 - 60 * Math.floor(place / 5);
  return { x, y: 835 + 28 * (place % 5), heading: 0, speed: 0, rudder: 0, next: 0, passed: 0 };
}

/** One step. Answers whether the boat rounded its next buoy in it. @param {Hull} boat @param {Wind} wind */
export function sail(boat, wind) {
  const seconds = 1 / STEPS_PER_SECOND;
  const before = { x: boat.x, y: boat.y };
  // A boat that stands still can still be turned a little, so nobody is stuck with the bow in the wind.
  const grip = 0.4 + 0.6 * Math.min(1, boat.speed / (0.6 * TOP_SPEED));
  boat.heading += boat.rudder * TURN_RATE * grip * seconds;
  boat.speed += (speedFor(boat.heading, wind) - boat.speed) * seconds * 1.1;
  boat.speed *= 1 - Math.abs(boat.rudder) * 0.25 * seconds;
  boat.x += Math.cos(boat.heading) * boat.speed * seconds;
  boat.y += Math.sin(boat.heading) * boat.speed * seconds;
  keepInside(boat);
  for (const buoy of BUOYS) pushAway(boat, buoy, BUOY_RADIUS);
  const buoy = BUOYS[boat.next];
  if (buoy === undefined || !crosses(before, boat, buoy)) return false;
  boat.next = (boat.next + 1) % BUOYS.length;
  boat.passed += 1;
  return true;
}

/** Two boats do not lie in the same place: each gives way a little. @param {Hull} one @param {Hull} other */
export function keepApart(one, other) {
  if (Math.hypot(one.x - other.x, one.y - other.y) >= 22) return;
  const middle = { x: (one.x + other.x) / 2, y: (one.y + other.y) / 2 };
  pushAway(one, middle, 11);
  pushAway(other, middle, 11);
}

/** @param {Hull} boat */
function keepInside(boat) {
  const x = Math.min(WORLD.width - EDGE, Math.max(EDGE, boat.x));
  const y = Math.min(WORLD.height - EDGE, Math.max(EDGE, boat.y));
  if (x !== boat.x || y !== boat.y) boat.speed *= 0.94;
  boat.x = x;
  boat.y = y;
}

/** @param {Hull} boat @param {Point} from @param {number} distance */
function pushAway(boat, from, distance) {
  const [dx, dy] = [boat.x - from.x, boat.y - from.y];
  const apart = Math.hypot(dx, dy);
  if (apart >= distance) return;
  const angle = apart === 0 ? boat.heading + Math.PI / 2 : Math.atan2(dy, dx);
  boat.x = from.x + Math.cos(angle) * distance;
  boat.y = from.y + Math.sin(angle) * distance;
  boat.speed *= 0.97;
}

/** Whether a way leads over a buoy's ray, outside of the buoy and in the right direction. @param {Point} from @param {Point} to @param {Buoy} buoy */
function crosses(from, to, { x, y, out, along }) {
  const before = (from.x - x) * along.x + (from.y - y) * along.y;
  const after = (to.x - x) * along.x + (to.y - y) * along.y;
  return before < 0 && after >= 0 && (to.x - x) * out.x + (to.y - y) * out.y > 0;
}
