// How a bot sails: it picks the heading that brings it nearest to its buoy in this wind, so it tacks upwind like a person would.
import { BUOYS, speedFor, turnBetween } from './sailing.js';

const HEADINGS = 72;
/** A turn costs time, so a new heading has to be better by so much for each radian. */
const TURN_COST = 9;
const CLEARANCE = 46;
const BEYOND = 70;
const DEAD_ZONE = 0.06;

/** @typedef {{ x: number, y: number, heading: number, next: number }} Seen */

/** Which way to put the rudder: -1, 0 or 1. @param {Seen} boat @param {import('./sailing.js').Wind} wind @param {number} skill from 0 to 1 */
export function steer(boat, wind, skill = 1) {
  const aim = aimOf(boat, skill);
  const toAim = Math.atan2(aim.y - boat.y, aim.x - boat.x);
  let best = boat.heading;
  let bestValue = Number.NEGATIVE_INFINITY;
  for (let step = 0; step < HEADINGS; step += 1) {
    const heading = (step * 2 * Math.PI) / HEADINGS;
    const turn = Math.abs(turnBetween(boat.heading, heading));
    const value = speedFor(heading, wind) * Math.cos(turnBetween(toAim, heading)) - TURN_COST * turn;
    if (value > bestValue) [best, bestValue] = [heading, value];
  }
  const turn = turnBetween(boat.heading, best);
  return Math.abs(turn) < DEAD_ZONE ? 0 : Math.sign(turn);
}

/** A place outside of the buoy; once it is beside it, one beyond, so that the boat crosses for certain. @param {Seen} boat @param {number} skill */
function aimOf(boat, skill) {
  const { x, y, out, along } = BUOYS[boat.next] ?? { ...boat, out: { x: 0, y: 0 }, along: { x: 0, y: 0 } };
  const clearance = CLEARANCE + (1 - skill) * 40;
  const outside = (boat.x - x) * out.x + (boat.y - y) * out.y;
  const before = (boat.x - x) * along.x + (boat.y - y) * along.y;
  const isBeside = outside > CLEARANCE / 2 && before > -BEYOND;
  const further = isBeside ? BEYOND : -CLEARANCE / 2;
  return { x: x + out.x * clearance + along.x * further, y: y + out.y * clearance + along.y * further };
}
