// Makes a small mirrored pattern from an id. Pure: the same id gives the same tile on every machine.

const WIDTH = 5;
const HALF = 3;

/** A tile: its hue, the lit cells of a 5 by 5 grid, and one accent cell on the middle axis. */
export type Tile = {
  hue: number;
  saturation: number;
  cells: readonly (readonly [number, number])[];
  accent: readonly [number, number] | undefined;
};

/** The tile of an id. */
export function tileOf(id: string): Tile {
  const shapes = hash(id, 0x811c9dc5);
  const colours = hash(id, 0x9747b28c);
  const cells: [number, number][] = [];
  for (let y = 0; y < WIDTH; y += 1) {
    for (let x = 0; x < HALF; x += 1) {
      if (((shapes >>> (y * HALF + x)) & 1) === 0) continue;
      cells.push([x, y]);
      if (x < HALF - 1) cells.push([WIDTH - 1 - x, y]);
    }
  }
  const middle = cells.filter(([x]) => x === HALF - 1);
  return {
    hue: colours % 360,
    saturation: 28 + ((colours >>> 9) % 24),
    // An empty pattern would be an empty tile; a cross stands in for it.
    cells:
      cells.length > 3
        ? cells
        : [
            [2, 1],
            [2, 2],
            [2, 3],
            [1, 2],
            [3, 2],
          ],
    accent: middle[(colours >>> 16) % Math.max(1, middle.length)],
  };
}

/** FNV-1a over the characters, then mixed so that ids which differ in one digit look different. */
function hash(text: string, seed: number): number {
  let value = seed;
  for (let at = 0; at < text.length; at += 1) value = Math.imul(value ^ text.charCodeAt(at), 0x01000193);
  value ^= value >>> 16;
  value = Math.imul(value, 0x45d9f3b);
  return (value ^ (value >>> 15)) >>> 0;
}
