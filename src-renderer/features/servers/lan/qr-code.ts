// A QR code of a short text: versions 1 to 3 with correction level M (ISO/IEC 18004), which hold 42 bytes and have one block, enough for
// any address. An encoder of everything would be ten times as long. Pure.

/** Of each version: bytes of the text with its head, bytes that correct it, and the middle of its alignment mark. */
const versions = [
  { data: 16, correction: 10, align: undefined },
  { data: 28, correction: 16, align: 18 },
  { data: 44, correction: 26, align: 22 },
] as const;

type Version = (typeof versions)[number];
/** Rows of dark modules. */
export type QrCode = readonly (readonly boolean[])[];

/** Undefined for a text that is too long. */
export function qrCodeOf(text: string): QrCode | undefined {
  const bytes = new TextEncoder().encode(text);
  const version = versions.find(({ data }) => bytes.length + 2 <= data);
  if (version === undefined) return undefined;
  const data = dataOf(bytes, version.data);
  const words = [...data, ...correctionOf(data, version.correction)];
  const masked = masks.map((mask, id) => draw(version, words, mask, id));
  return masked.toSorted((a, b) => penaltyOf(a) - penaltyOf(b))[0];
}

/** Byte mode and length, the text, an end, and what fills the rest. */
function dataOf(bytes: Uint8Array, size: number): number[] {
  const half = [4, bytes.length >> 4, bytes.length & 15, ...[...bytes].flatMap((byte) => [byte >> 4, byte & 15]), 0];
  const words = Array.from({ length: half.length / 2 }, (_, n) => ((half[2 * n] ?? 0) << 4) | (half[2 * n + 1] ?? 0));
  for (let pad = 0xec; words.length < size; pad ^= 0xec ^ 0x11) words.push(pad);
  return words;
}

/** The remainder after division by a polynomial over GF(256). */
function correctionOf(data: readonly number[], length: number): number[] {
  let divisor = [1];
  for (let n = 0, root = 1; n < length; n += 1, root = times(root, 2)) {
    const shifted = [...divisor, 0];
    divisor = shifted.map((factor, at) => factor ^ times(divisor[at - 1] ?? 0, root));
  }
  let rest = Array.from({ length }, () => 0);
  for (const word of data) {
    const [first = 0, ...others] = rest;
    rest = [...others, 0].map((value, at) => value ^ times(divisor[at + 1] ?? 0, first ^ word));
  }
  return rest;
}

function times(a: number, b: number): number {
  let product = 0;
  for (let bit = 7; bit >= 0; bit -= 1) {
    product = (product << 1) ^ ((product >> 7) * 0x11d);
    if ((b >> bit) & 1) product ^= a;
  }
  return product;
}

type Mask = (x: number, y: number) => boolean;

const masks: readonly Mask[] = [
  (x, y) => (x + y) % 2 === 0,
  (_, y) => y % 2 === 0,
  (x) => x % 3 === 0,
  (x, y) => (x + y) % 3 === 0,
  (x, y) => (Math.floor(x / 3) + Math.floor(y / 2)) % 2 === 0,
  (x, y) => ((x * y) % 2) + ((x * y) % 3) === 0,
  (x, y) => (((x * y) % 2) + ((x * y) % 3)) % 2 === 0,
  (x, y) => (((x + y) % 2) + ((x * y) % 3)) % 2 === 0,
];

function draw(version: Version, words: readonly number[], mask: Mask, id: number): QrCode {
  const size = 21 + 4 * versions.indexOf(version);
  const fixed = new Map<number, boolean>();
  const set = (x: number, y: number, isDark: boolean) => void fixed.set(y * size + x, isDark);
  drawMarks(size, version.align, set);
  drawFormat(size, id, set);
  const bits = words.flatMap((word) => Array.from({ length: 8 }, (_, n) => ((word >> (7 - n)) & 1) === 1));
  const drawn = Array.from({ length: size }, () => Array.from({ length: size }, () => false));
  for (const [x, y] of free(size, fixed)) {
    const row = drawn[y];
    if (row !== undefined) row[x] = (bits.shift() ?? false) !== mask(x, y);
  }
  return drawn.map((row, y) => row.map((isDark, x) => fixed.get(y * size + x) ?? isDark));
}

type Set = (x: number, y: number, isDark: boolean) => void;

function drawMarks(size: number, align: number | undefined, set: Set): void {
  for (let n = 0; n < size; n += 1) {
    set(6, n, n % 2 === 0);
    set(n, 6, n % 2 === 0);
  }
  for (const [left, top] of [[3, 3] as const, [size - 4, 3] as const, [3, size - 4] as const])
    drawRings({ x: left, y: top, reach: 4, size }, (ring) => ring !== 2 && ring !== 4, set);
  if (align !== undefined) drawRings({ x: align, y: align, reach: 2, size }, (ring) => ring !== 1, set);
}

type Rings = { x: number; y: number; reach: number; size: number };

/** Squares around a middle. */
function drawRings({ x, y, reach, size }: Rings, isDark: (ring: number) => boolean, set: Set): void {
  for (let dy = -reach; dy <= reach; dy += 1)
    for (let dx = -reach; dx <= reach; dx += 1) {
      const isInside = x + dx >= 0 && x + dx < size && y + dy >= 0 && y + dy < size;
      if (isInside) set(x + dx, y + dy, isDark(Math.max(Math.abs(dx), Math.abs(dy))));
    }
}

/** Which mask it has, twice, with its own correction. Level M is 0. */
function drawFormat(size: number, mask: number, set: Set): void {
  let rest = mask;
  for (let n = 0; n < 10; n += 1) rest = (rest << 1) ^ ((rest >> 9) * 0x537);
  const bits = ((mask << 10) | rest) ^ 0x5412;
  const bit = (n: number) => ((bits >> n) & 1) === 1;
  const around = [0, 1, 2, 3, 4, 5, 7, 8];
  for (const [n, at] of around.entries()) set(8, at, bit(n));
  for (const [n, at] of [7, 5, 4, 3, 2, 1, 0].entries()) set(at, 8, bit(8 + n));
  for (let n = 0; n < 8; n += 1) set(size - 1 - n, 8, bit(n));
  for (let n = 8; n < 15; n += 1) set(8, size - 15 + n, bit(n));
  set(8, size - 8, true);
}

/** The places of the bits: up and down in pairs of columns from the right, past what is fixed. */
function* free(size: number, fixed: ReadonlyMap<number, boolean>): Generator<readonly [number, number]> {
  const columns = Array.from({ length: (size - 1) / 2 }, (_, n) => size - 1 - 2 * n).map((x) => (x <= 6 ? x - 1 : x));
  for (const [n, right] of columns.entries())
    for (let step = 0; step < size; step += 1)
      for (const x of [right, right - 1]) {
        const y = n % 2 === 0 ? size - 1 - step : step;
        if (!fixed.has(y * size + x)) yield [x, y];
      }
}

/** What readers take badly: long runs, and squares of one colour. */
function penaltyOf(code: QrCode): number {
  const columns = code.map((_, x) => code.map((row) => row[x] === true));
  const lines = [...code, ...columns].map((line) => line.map(Number).join(''));
  const runs = lines.flatMap((line) => line.match(/0{5,}|1{5,}/g) ?? []).reduce((sum, run) => sum + run.length - 2, 0);
  let squares = 0;
  for (const [y, row] of code.entries())
    for (const [x, isDark] of row.entries()) {
      const others = [row[x + 1], code[y + 1]?.[x], code[y + 1]?.[x + 1]];
      if (others.every((other) => other === isDark)) squares += 1;
    }
  return runs + 3 * squares;
}
