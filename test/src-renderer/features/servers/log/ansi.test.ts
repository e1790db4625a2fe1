// Colours of terminals as pieces of text, and what a search marks among them.
import { expect, test } from 'vitest';
import { ansiColour, ansiPieces, withoutAnsi } from '../../../../../src-renderer/features/servers/log/ansi.ts';
import { DRAWN, drawnPieces } from '../../../../../src-renderer/features/servers/log/log-row.tsx';

const ESC = '\u001b[';

test.each([
  ['plain text', [{ text: 'plain text', style: {} }]],
  [
    `${ESC}32mINFO${ESC}0m ready`,
    [
      { text: 'INFO', style: { fg: 2 } },
      { text: ' ready', style: {} },
    ],
  ],
  [`${ESC}1;4;91mboth`, [{ text: 'both', style: { bold: true, underline: true, fg: 9 } }]],
  [
    `${ESC}1mbold${ESC}22m not`,
    [
      { text: 'bold', style: { bold: true } },
      { text: ' not', style: {} },
    ],
  ],
  [`${ESC}38;5;208morange`, [{ text: 'orange', style: { fg: 208 } }]],
  [`${ESC}48;2;10;999;x3mtrue`, [{ text: '\u001b[48;2;10;999;x3mtrue', style: {} }]],
  [`${ESC}38;2;10;999;3mtrue`, [{ text: 'true', style: { fg: '10,255,3' } }]],
  [`${ESC}38mtrue`, [{ text: 'true', style: {} }]],
  [`${ESC}mtrue`, [{ text: 'true', style: {} }]],
])('reads %j', (line, pieces) => {
  expect(ansiPieces(line)).toEqual(pieces);
});

test('names the palette’s colours', () => {
  expect([9, 16, 208, 255, '1,2,3'].map(ansiColour)).toEqual([
    'var(--ansi-9)',
    'rgb(0,0,0)',
    'rgb(255,135,0)',
    'rgb(238,238,238)',
    'rgb(1,2,3)',
  ]);
});

test('marks what was found across a change of colour, and counts without the colours', () => {
  const line = `tick ${ESC}33mree${ESC}0mf end`;
  expect(withoutAnsi(line)).toBe('tick reef end');
  expect(drawnPieces(line, [[5, 9]]).map(({ text, isHit }) => [text, isHit])).toEqual([
    ['tick ', false],
    ['ree', true],
    ['f', true],
    [' end', false],
  ]);
});

test('draws only the beginning of a very long line', () => {
  const pieces = drawnPieces('x'.repeat(50_000), []);
  expect(pieces.map(({ text }) => text).join('')).toHaveLength(DRAWN);
});
