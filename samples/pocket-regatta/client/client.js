// The page: keys and touches go to the server as a rudder, what comes back is drawn and listed.
import { createPainter } from './draw.js';
import { openLink } from './link.js';

/** What a unit of the course and second is in knots, so that numbers look like those of a boat. */
const KNOTS = 1 / 14;
const WIND_KNOTS = 16;
const LIST_MS = 250;
const RUDDERS = { ArrowLeft: -1, KeyA: -1, ArrowRight: 1, KeyD: 1 };

/** @type {import('./link.js').Course | undefined} */
let course;
const held = new Set();
let rudder = 0;

const sea = find('sea', HTMLCanvasElement);
const form = find('join', HTMLFormElement);
const nameInput = find('name', HTMLInputElement);
const paint = createPainter(sea);
const link = openLink({
  welcome: (given) => {
    course = given;
    offerColours(given.colours);
    form.hidden = false;
    form.querySelector('button')?.removeAttribute('disabled');
  },
  joined: () => {
    form.hidden = true;
    sea.focus();
  },
  roster: list,
  status: (text, isBad) => {
    element('status').textContent = text;
    element('status').classList.toggle('bad', isBad);
  },
});

nameInput.value = localStorage.getItem('name') ?? '';
nameInput.focus();
form.addEventListener('submit', (event) => {
  event.preventDefault();
  localStorage.setItem('name', nameInput.value);
  link.send({ t: 'join', name: nameInput.value, colour: new FormData(form).get('colour') });
});

addEventListener('keydown', ({ code, target }) => {
  if (code in RUDDERS && target !== nameInput) hold(code, true);
});
addEventListener('keyup', ({ code }) => hold(code, false));
addEventListener('blur', () => {
  held.clear();
  steer();
});
sea.addEventListener('pointerdown', ({ clientX }) => hold(clientX < innerWidth / 2 ? 'ArrowLeft' : 'ArrowRight', true));
for (const name of ['pointerup', 'pointercancel', 'pointerleave']) {
  sea.addEventListener(name, () => {
    hold('ArrowLeft', false);
    hold('ArrowRight', false);
  });
}

setInterval(list, LIST_MS);
requestAnimationFrame(draw);

/** @param {number} now */
function draw(now) {
  requestAnimationFrame(draw);
  const state = link.latest();
  if (course === undefined || state === undefined) return;
  const boats = link.boatsAt(now);
  paint({ course, boats, sailors: link.sailors, ownId: link.ownId, wind: state.wind }, now);
}

/** @param {string} code @param {boolean} isDown */
function hold(code, isDown) {
  if (isDown) held.add(code);
  else held.delete(code);
  steer();
}

function steer() {
  const sum = Object.entries(RUDDERS).reduce((total, [code, turn]) => total + (held.has(code) ? turn : 0), 0);
  if (Math.sign(sum) === rudder) return;
  rudder = Math.sign(sum);
  link.send({ t: 'steer', rudder });
}

/** The plates: a few times a second is enough for people to read. */
function list() {
  const state = link.latest();
  if (course === undefined || state === undefined) return;
  const ranked = state.boats.toSorted(rank);
  element('boats').replaceChildren(...ranked.map((boat, place) => row(boat, place)));
  element('count').textContent = String(ranked.length);
  element('nobody').toggleAttribute('hidden', ranked.length > 0);
  const own = state.boats.find(({ id }) => id === link.ownId);
  element('speed').textContent = ((own?.speed ?? 0) * KNOTS).toFixed(1);
  element('heading').textContent = `${String(compass(own?.heading ?? 0)).padStart(3, '0')}°`;
  element('wind-speed').textContent = (state.wind.strength * WIND_KNOTS).toFixed(0);
  const degrees = (state.wind.direction * 180) / Math.PI + 90;
  element('wind')
    .querySelector('path')
    ?.setAttribute('transform', `rotate(${degrees.toFixed(0)})`);
  showBanner(state, own, ranked);
  showLag();
}

/** First who is in, then who rounded most. @param {import('./link.js').Boat} a @param {import('./link.js').Boat} b */
function rank(a, b) {
  if (a.finished !== undefined || b.finished !== undefined) {
    return (a.finished ?? Number.POSITIVE_INFINITY) - (b.finished ?? Number.POSITIVE_INFINITY);
  }
  return b.passed - a.passed || a.id - b.id;
}

/** @param {import('./link.js').Boat} boat @param {number} place */
function row(boat, place) {
  const sailor = link.sailors.get(boat.id);
  const item = document.createElement('li');
  item.classList.toggle('own', boat.id === link.ownId);
  item.append(
    cell('place num', String(place + 1)),
    cell('dot', '', sailor?.colour),
    cell('name', sailor?.name ?? ''),
    cell('lap num', boat.finished === undefined ? lapOf(boat) : `${boat.finished.toFixed(1)} s`),
    cell('ms num', sailor?.lag === undefined ? '' : `${sailor.lag} ms`),
  );
  return item;
}

/** @param {import('./link.js').Boat} boat */
function lapOf({ passed }) {
  if (course === undefined || passed === 0) return '';
  return `lap ${Math.min(course.laps, 1 + Math.floor((passed - 1) / course.buoys.length))}`;
}

/** @param {string} className @param {string} text @param {string} [background] */
function cell(className, text, background) {
  const span = document.createElement('span');
  span.className = className;
  span.textContent = text;
  if (background !== undefined) span.style.background = background;
  return span;
}

/** @param {import('./link.js').State} state @param {import('./link.js').Boat | undefined} own @param {import('./link.js').Boat[]} ranked */
function showBanner({ phase, seconds }, own, ranked) {
  const banner = element('banner');
  const first = link.sailors.get(ranked[0]?.id ?? 0)?.name;
  const text = {
    countdown: `Race begins in ${seconds}`,
    results: `${first} wins. Next race in ${seconds}`,
    racing: own?.finished === undefined ? '' : `You finished after ${own.finished.toFixed(1)} s`,
  }[phase];
  banner.textContent = text ?? '';
  banner.toggleAttribute('hidden', !text || !form.hidden);
}

function showLag() {
  const last = link.lags.at(-1);
  element('lag').textContent = last === undefined ? '–' : `${last < 10 ? last.toFixed(1) : last.toFixed(0)} ms`;
  const top = Math.max(20, ...link.lags);
  const start = 40 - link.lags.length;
  const points = link.lags.map(
    (lag, at) => `${(((start + at) * 80) / 39).toFixed(1)},${(23 - (lag / top) * 21).toFixed(1)}`,
  );
  element('lags').querySelector('polyline')?.setAttribute('points', points.join(' '));
}

/** @param {readonly string[]} colours */
function offerColours(colours) {
  const fieldset = element('colours');
  if (fieldset.querySelector('input') !== null) return;
  const chosen = Math.floor(Math.random() * colours.length);
  for (const [index, colour] of colours.entries()) {
    const label = document.createElement('label');
    label.style.background = colour;
    const input = document.createElement('input');
    Object.assign(input, {
      type: 'radio',
      name: 'colour',
      value: colour,
      checked: index === chosen,
      ariaLabel: `Colour ${index + 1}`,
    });
    label.append(input);
    fieldset.append(label);
  }
}

/** North is up. @param {number} heading */
function compass(heading) {
  return (((Math.round((heading * 180) / Math.PI) + 90) % 360) + 360) % 360;
}

/** @param {string} id */
function element(id) {
  return find(id, Element);
}

/**
 * @template {Element} Kind
 * @param {string} id
 * @param {new () => Kind} kind
 */
function find(id, kind) {
  const found = document.getElementById(id);
  if (!(found instanceof kind)) throw new Error(`The page lacks ${id}`);
  return found;
}
