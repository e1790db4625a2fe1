// The colours that programs write for terminals, as pieces of text with a style. Everything else was taken out before. Pure.

/** How a piece of text looks. A colour is a number of the palette (0 to 255) or "r,g,b". */
export type AnsiStyle = {
  fg?: number | string;
  bg?: number | string;
  bold?: boolean;
  dim?: boolean;
  italic?: boolean;
  underline?: boolean;
};
/** A piece of text that looks the same all along. */
export type AnsiPiece = { text: string; style: AnsiStyle };

// oxlint-disable-next-line no-control-regex -- it is what colours begin with
const COLOUR = /\u001b\[([\d;:]*)m/;
const ESC = '\u001b';
const plain: AnsiStyle = {};

/** The pieces of a line, in order. A line without colours is one piece. */
export function ansiPieces(line: string): AnsiPiece[] {
  if (!line.includes(ESC)) return [{ text: line, style: plain }];
  const pieces: AnsiPiece[] = [];
  let style = plain;
  // Split by a pattern with one group gives text and codes in turn.
  for (const [at, part] of line.split(COLOUR).entries()) {
    if (at % 2 === 1) style = styleAfter(style, part);
    else if (part !== '') pieces.push({ text: part, style });
  }
  return pieces;
}

/** The line without its colours. */
export function withoutAnsi(line: string): string {
  if (!line.includes(ESC)) return line;
  return ansiPieces(line)
    .map(({ text }) => text)
    .join('');
}

const on: Readonly<Record<number, AnsiStyle>> = {
  1: { bold: true },
  2: { dim: true },
  3: { italic: true },
  4: { underline: true },
};
const off: Readonly<Record<number, readonly (keyof AnsiStyle)[]>> = {
  22: ['bold', 'dim'],
  23: ['italic'],
  24: ['underline'],
  39: ['fg'],
  49: ['bg'],
};

function styleAfter(before: AnsiStyle, codes: string): AnsiStyle {
  const numbers = codes.split(/[;:]/).map(Number);
  let style = before;
  while (numbers.length > 0) style = take(style, numbers.shift() ?? 0, numbers);
  return style;
}

/** Takes one code, and from `rest` what belongs to it. */
function take(style: AnsiStyle, code: number, rest: number[]): AnsiStyle {
  if (code === 0) return plain;
  const gone = off[code];
  if (gone !== undefined) {
    return Object.fromEntries(Object.entries(style).filter(([key]) => !gone.some((name) => name === key)));
  }
  if (code === 38 || code === 48) {
    const colour = longColour(rest);
    return colour === undefined ? style : { ...style, [code === 38 ? 'fg' : 'bg']: colour };
  }
  return { ...style, ...on[code], ...shortColour(code) };
}

function shortColour(code: number): AnsiStyle {
  if (code >= 30 && code <= 37) return { fg: code - 30 };
  if (code >= 90 && code <= 97) return { fg: code - 82 };
  if (code >= 40 && code <= 47) return { bg: code - 40 };
  if (code >= 100 && code <= 107) return { bg: code - 92 };
  return {};
}

function longColour(rest: number[]): number | string | undefined {
  const kind = rest.shift();
  if (kind === 5) return clamp(rest.shift());
  if (kind !== 2) return undefined;
  return [rest.shift(), rest.shift(), rest.shift()].map(clamp).join(',');
}

function clamp(value: number | undefined): number {
  return Number.isFinite(value) ? Math.min(255, Math.max(0, value ?? 0)) : 0;
}

/** A colour of the palette as CSS. The first sixteen are the theme's own, so that they can be read on its ground. */
export function ansiColour(colour: number | string): string {
  if (typeof colour === 'string') return `rgb(${colour})`;
  if (colour < 16) return `var(--ansi-${colour})`;
  if (colour >= 232) {
    const grey = 8 + (colour - 232) * 10;
    return `rgb(${grey},${grey},${grey})`;
  }
  const cube = colour - 16;
  const level = (step: number) => (step === 0 ? 0 : 55 + step * 40);
  return `rgb(${level(Math.floor(cube / 36))},${level(Math.floor(cube / 6) % 6)},${level(cube % 6)})`;
}
