// What is drawn in several places.

/** @typedef {CanvasRenderingContext2D} Context */

/** @param {Context} context @param {number} x @param {number} y @param {number} radius */
export function circle(context, x, y, radius) {
  context.beginPath();
  context.arc(x, y, radius, 0, 2 * Math.PI);
}

/** @param {Context} context @param {string} text @param {number} x @param {number} y @param {number} size @param {number} weight @param {boolean} [hasHalo] */
export function label(context, text, x, y, size, weight, hasHalo = false) {
  context.font = `${weight} ${size}px Inter, system-ui, sans-serif`;
  context.textAlign = 'center';
  context.textBaseline = 'middle';
  if (hasHalo) context.strokeText(text, x, y);
  context.fillText(text, x, y);
}
