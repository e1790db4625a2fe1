// Draws the course: its buoys, where to cross beside them, and the way around.
import { circle, label } from './shapes.js';

/** @typedef {import('./link.js').Course} Course */
/** @typedef {import('./shapes.js').Context} Context */
/** @typedef {import('./draw.js').Colours} Colours */

/** @param {Context} context @param {Course} course @param {number | undefined} next @param {Colours} colours @param {number} now */
export function drawCourse(context, { buoys }, next, colours, now) {
  drawRoute(context, buoys, colours);
  for (const [index, buoy] of buoys.entries()) {
    const isNext = index === next;
    context.strokeStyle = isNext ? colours.signal : colours.ink3;
    drawRay(context, buoy, index === 0, isNext);
    if (isNext) drawPulse(context, buoy, now);
    context.fillStyle = isNext ? colours.signal : colours.plate;
    context.lineWidth = 2;
    circle(context, buoy.x, buoy.y, 14);
    context.fill();
    context.stroke();
    context.fillStyle = isNext ? colours.plate : colours.ink2;
    label(context, index === 0 ? 'S' : String(index), buoy.x, buoy.y + 1, 15, 620);
  }
}

/** The way around, for those who are here for the first time. @param {Context} context @param {Course['buoys']} buoys @param {Colours} colours */
function drawRoute(context, buoys, colours) {
  const points = buoys.map(({ x, y, out }) => ({ x: x + out.x * 75, y: y + out.y * 75 }));
  /** @param {number} index */
  const at = (index) => points[(index + points.length) % points.length] ?? { x: 0, y: 0 };
  context.beginPath();
  context.moveTo(at(0).x, at(0).y);
  for (const [index, { x, y }] of points.entries()) {
    const [before, next, after] = [at(index - 1), at(index + 1), at(index + 2)];
    const [fromX, fromY] = [x + (next.x - before.x) / 6, y + (next.y - before.y) / 6];
    const [toX, toY] = [next.x - (after.x - x) / 6, next.y - (after.y - y) / 6];
    context.bezierCurveTo(fromX, fromY, toX, toY, next.x, next.y);
  }
  context.strokeStyle = colours.route;
  context.lineWidth = 84;
  context.stroke();
}

/** Where a boat has to cross; at the start it is the line. @param {Context} context @param {Course['buoys'][number]} buoy @param {boolean} isStart @param {boolean} isNext */
function drawRay(context, { x, y, out, along }, isStart, isNext) {
  const length = isStart ? 176 : 110;
  context.globalAlpha = isNext || isStart ? 0.9 : 0.45;
  context.lineWidth = isNext ? 2 : 1.2;
  context.setLineDash(isStart ? [10, 6] : [3, 7]);
  context.beginPath();
  context.moveTo(x + out.x * 20, y + out.y * 20);
  context.lineTo(x + out.x * length, y + out.y * length);
  context.stroke();
  context.setLineDash([]);
  if (isNext) drawArrow(context, x + out.x * 62, y + out.y * 62, Math.atan2(along.y, along.x));
  context.globalAlpha = 1;
}

/** @param {Context} context @param {Course['buoys'][number]} buoy @param {number} now */
function drawPulse(context, { x, y }, now) {
  const pulse = (now / 1_600) % 1;
  context.globalAlpha = 1 - pulse;
  circle(context, x, y, 14 + pulse * 22);
  context.stroke();
  context.globalAlpha = 1;
}

/** @param {Context} context @param {number} x @param {number} y @param {number} angle */
function drawArrow(context, x, y, angle) {
  context.save();
  context.translate(x, y);
  context.rotate(angle);
  context.beginPath();
  context.moveTo(-16, 0);
  context.lineTo(16, 0);
  context.moveTo(7, -8);
  context.lineTo(16, 0);
  context.lineTo(7, 8);
  context.stroke();
  context.restore();
}
