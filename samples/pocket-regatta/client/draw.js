// Draws the sea: water and wind, boats with their wakes and names.
import { drawCourse } from './course.js';
import { circle, label } from './shapes.js';

const STREAKS = 70;
const WAKE_POINTS = 46;
const MARGIN = { top: 24, right: 272, bottom: 76, left: 16 };
/** Larger than they sail, so that one can see them. */
const BOAT_SIZE = 1.9;
const HULL = new Path2D('M17 0 C10 6 -4 7.5 -13 5.5 L-14 0 L-13 -5.5 C-4 -7.5 10 -6 17 0 Z');
const DECK = new Path2D('M8 0 C4 3 -4 3.6 -9 2.8 L-9 -2.8 C-4 -3.6 4 -3 8 0 Z');

/** @typedef {import('./link.js').Boat} Boat */
/** @typedef {import('./link.js').Course} Course */
/** @typedef {{ course: Course, boats: Boat[], sailors: Map<number, import('./link.js').Sailor>, ownId: number | undefined, wind: { direction: number, strength: number } }} Scene */

/** @param {HTMLCanvasElement} canvas */
export function createPainter(canvas) {
  const context = canvas.getContext('2d');
  if (context === null) throw new Error('This browser cannot draw on a canvas.');
  let colours = readColours();
  matchMedia('(prefers-color-scheme: dark)').addEventListener('change', () => {
    colours = readColours();
  });
  const isStill = matchMedia('(prefers-reduced-motion: reduce)').matches;
  const streaks = Array.from({ length: STREAKS }, () => ({
    x: Math.random(),
    y: Math.random(),
    length: 0.5 + Math.random(),
  }));
  /** @type {Map<number, { x: number, y: number }[]>} */
  const wakes = new Map();
  let drawnAt = performance.now();

  /** @param {Scene} scene @param {number} now */
  return (scene, now) => {
    const seconds = Math.min(0.1, (now - drawnAt) / 1_000);
    drawnAt = now;
    const { width, height, scale, left, top } = fit(canvas, context, scene.course.world);
    context.fillStyle = colours.water;
    context.fillRect(0, 0, width, height);
    drawWaves(context, width, height, colours, isStill ? 0 : now);
    if (!isStill) drawStreaks(context, streaks, { width, height, wind: scene.wind, seconds, colours });
    context.save();
    context.translate(left, top);
    context.scale(scale, scale);
    const own = scene.boats.find(({ id }) => id === scene.ownId);
    drawCourse(context, scene.course, own?.next, colours, now);
    followWakes(wakes, scene.boats);
    for (const boat of scene.boats) drawWake(context, wakes.get(boat.id) ?? [], colours);
    for (const boat of scene.boats) drawBoat(context, boat, scene, colours);
    for (const boat of scene.boats) drawName(context, boat, scene, colours);
    context.restore();
  };
}

function readColours() {
  const style = getComputedStyle(document.documentElement);
  const read = (/** @type {string} */ name) => style.getPropertyValue(`--${name}`).trim();
  return {
    water: read('water'),
    wave: read('wave'),
    streak: read('streak'),
    route: read('route'),
    plate: read('plate'),
    data: read('data'),
    ink1: read('ink-1'),
    ink2: read('ink-2'),
    ink3: read('ink-3'),
    signal: read('signal'),
    sail: read('sail'),
    sailEdge: read('sail-edge'),
  };
}

/** @typedef {ReturnType<typeof readColours>} Colours */
/** @typedef {import('./shapes.js').Context} Context */

/** The whole course fits between the plates, whatever the window's size. @param {HTMLCanvasElement} canvas @param {Context} context @param {Course['world']} world */
function fit(canvas, context, world) {
  const [width, height] = [canvas.clientWidth, canvas.clientHeight];
  const ratio = devicePixelRatio;
  if (canvas.width !== Math.round(width * ratio) || canvas.height !== Math.round(height * ratio)) {
    canvas.width = Math.round(width * ratio);
    canvas.height = Math.round(height * ratio);
  }
  context.setTransform(ratio, 0, 0, ratio, 0, 0);
  const margin = width < 760 ? { top: 16, right: 16, bottom: 76, left: 16 } : MARGIN;
  const [roomX, roomY] = [width - margin.left - margin.right, height - margin.top - margin.bottom];
  const scale = Math.min(roomX / world.width, roomY / world.height);
  const left = margin.left + (roomX - world.width * scale) / 2;
  const top = margin.top + (roomY - world.height * scale) / 2;
  return { width, height, scale, left, top };
}

/** @param {Context} context @param {number} width @param {number} height @param {Colours} colours @param {number} now */
function drawWaves(context, width, height, colours, now) {
  context.strokeStyle = colours.wave;
  context.lineWidth = 1.2;
  context.beginPath();
  for (let row = 0, y = 14; y < height + 20; row += 1, y += 38) {
    for (let column = -1; column * 88 < width; column += 1) {
      // Scattered, but each time in the same places.
      const chance = Math.abs(Math.sin(row * 12.9898 + column * 78.233) * 43_758.5453) % 1;
      if (chance < 0.42) continue;
      const x = column * 88 + chance * 60 + 10 * Math.sin(now / 2_600 + chance * 40);
      const [long, high] = [14 + chance * 16, 3 + 2 * Math.sin(now / 1_300 + chance * 90)];
      context.moveTo(x, y + chance * 14);
      context.quadraticCurveTo(x + long / 2, y + chance * 14 - high, x + long, y + chance * 14);
    }
  }
  context.stroke();
}

/** @param {Context} context @param {{ x: number, y: number, length: number }[]} streaks @param {{ width: number, height: number, wind: Scene['wind'], seconds: number, colours: Colours }} around */
function drawStreaks(context, streaks, { width, height, wind, seconds, colours }) {
  const [dx, dy] = [Math.cos(wind.direction), Math.sin(wind.direction)];
  context.strokeStyle = colours.streak;
  context.lineWidth = 1;
  context.beginPath();
  for (const streak of streaks) {
    const speed = 150 * wind.strength * streak.length;
    streak.x = (streak.x + (dx * speed * seconds) / width + 1) % 1;
    streak.y = (streak.y + (dy * speed * seconds) / height + 1) % 1;
    const [x, y, length] = [streak.x * width, streak.y * height, 16 * streak.length];
    context.moveTo(x, y);
    context.lineTo(x + dx * length, y + dy * length);
  }
  context.stroke();
}

/** @param {Map<number, { x: number, y: number }[]>} wakes @param {Boat[]} boats */
function followWakes(wakes, boats) {
  const here = new Set(boats.map(({ id }) => id));
  for (const id of wakes.keys()) if (!here.has(id)) wakes.delete(id);
  for (const { id, x, y } of boats) {
    const wake = wakes.get(id) ?? [];
    const last = wake.at(-1);
    const moved = last === undefined ? 0 : Math.hypot(x - last.x, y - last.y);
    if (moved > 120) wake.length = 0; // put back to the start
    if (last === undefined || moved > 4) wake.push({ x, y });
    if (wake.length > WAKE_POINTS) wake.shift();
    wakes.set(id, wake);
  }
}

/** @param {Context} context @param {{ x: number, y: number }[]} wake @param {Colours} colours */
function drawWake(context, wake, colours) {
  context.strokeStyle = colours.data;
  context.lineCap = 'round';
  for (let at = 1; at < wake.length; at += 1) {
    const [from, to] = [wake[at - 1], wake[at]];
    if (from === undefined || to === undefined) continue;
    context.globalAlpha = (0.4 * at) / wake.length;
    context.lineWidth = 1 + (5 * (wake.length - at)) / wake.length;
    context.beginPath();
    context.moveTo(from.x, from.y);
    context.lineTo(to.x, to.y);
    context.stroke();
  }
  context.globalAlpha = 1;
  context.lineCap = 'butt';
}

/** @param {Context} context @param {Boat} boat @param {Scene} scene @param {Colours} colours */
function drawBoat(context, boat, { sailors, ownId, wind }, colours) {
  const sailor = sailors.get(boat.id);
  context.save();
  context.translate(boat.x, boat.y);
  if (boat.id === ownId) {
    context.strokeStyle = colours.ink1;
    context.lineWidth = 1.5;
    context.globalAlpha = 0.5;
    circle(context, 0, 0, 40);
    context.stroke();
    context.globalAlpha = 1;
  }
  context.save();
  context.rotate(boat.heading);
  context.scale(BOAT_SIZE, BOAT_SIZE);
  context.fillStyle = sailor?.colour ?? colours.ink3;
  context.strokeStyle = colours.sailEdge;
  context.lineWidth = 1;
  context.fill(HULL);
  context.stroke(HULL);
  context.fillStyle = 'rgba(255, 255, 255, 0.38)';
  context.fill(DECK);
  drawSail(context, wind.direction - boat.heading, colours);
  context.restore();
  context.restore();
}

/** Above all boats, with the water around it, so that it can be read anywhere. @param {Context} context @param {Boat} boat @param {Scene} scene @param {Colours} colours */
function drawName(context, { id, x, y }, { sailors, ownId }, colours) {
  context.strokeStyle = colours.water;
  context.lineWidth = 4;
  context.lineJoin = 'round';
  context.fillStyle = id === ownId ? colours.ink1 : colours.ink2;
  label(context, sailors.get(id)?.name ?? '', x, y + 48, 18, id === ownId ? 620 : 500, true);
  context.lineJoin = 'miter';
}

/** The boom hangs where the wind blows it, at most square to the boat. @param {Context} context @param {number} relative @param {Colours} colours */
function drawSail(context, relative, colours) {
  const wind = Math.atan2(Math.sin(relative), Math.cos(relative));
  const fromAstern = Math.PI - Math.abs(wind);
  const boom = Math.sign(wind) * (Math.PI - Math.min(1.35, fromAstern * 0.5));
  const [x, y] = [6 + Math.cos(boom) * 19, Math.sin(boom) * 19];
  // It bellies to the side that is away from the wind.
  const belly = boom - Math.sign(wind) * 0.75;
  const [bx, by] = [6 + Math.cos(belly) * 13, Math.sin(belly) * 13];
  context.beginPath();
  context.moveTo(6, 0);
  context.quadraticCurveTo(bx, by, x, y);
  context.closePath();
  context.fillStyle = colours.sail;
  context.strokeStyle = colours.sailEdge;
  context.lineWidth = 0.9;
  context.fill();
  context.stroke();
}
