// Bytes of any kind as text that harms nobody.
/* oxlint-disable no-control-regex -- controls are what it is about */
import { expect, it } from 'vitest';
import { plainText, viewerText } from '../../../../embedded-server/files/logs/line-text.ts';
import { createRandom } from '../../../support/random.ts';

it.each([
  ['plain', 'hello wörld 🎮', 'hello wörld 🎮', 'hello wörld 🎮'],
  ['colours', '\x1b[1;31merror\x1b[0m', 'error', '\x1b[1;31merror\x1b[0m'],
  ['true colours', '\x1b[38;2;1;2;3mx\x1b[38:5:7my', 'xy', '\x1b[38;2;1;2;3mx\x1b[38:5:7my'],
  ['moving and clearing', 'a\x1b[2J\x1b[10;5Hb\x1b[Kc\x1b[?25l', 'abc', 'abc'],
  ['a title', '\x1b]0;evil\x07text', 'text', 'text'],
  ['a link', '\x1b]8;;http://x\x1b\\click\x1b]8;;\x1b\\', 'click', 'click'],
  ['a command that never ends', 'a\x1b]0;lost?', 'a0;lost?', 'a0;lost?'],
  ['lone escapes', 'a\x1b\x1b\x1b', 'a', 'a'],
  ['half a colour', 'a\x1b[31', 'a', 'a'],
  ['eight bit commands', 'a\u009b31mb', 'ab', 'ab'],
  ['a newline of Windows', 'text\r', 'text', 'text'],
  ['overwriting', '10%\r20%', '10%␍20%', '10%␍20%'],
  ['tabs stay', 'a\tb', 'a\tb', 'a\tb'],
  ['controls', 'a\0b\x08c\x7f', 'a␀b␈c␡', 'a␀b␈c␡'],
])('shows %s', (_, written, plain, viewed) => {
  expect(plainText(Buffer.from(written))).toBe(plain);
  expect(viewerText(Buffer.from(written))).toBe(viewed);
});

it('shows broken UTF-8 with a sign for each broken place', () => {
  expect(plainText(Buffer.from([0x61, 0xff, 0x62, 0xe2, 0x82, 0x63]))).toBe('a\ufffdb\ufffdc');
});

it('leaves no control in any bytes but tabs, and colours for the viewer', () => {
  const random = createRandom();
  const signs = ['\x1b', '[', ']', '3', '1', ';', 'm', 'H', '\x07', '\\', '\x9b', 'a', '\r', '\0', 'P', '\u0085'];
  for (let turn = 0; turn < 5_000; turn += 1) {
    const text = Array.from({ length: random.below(30) }, () => random.pick(signs)).join('');
    const bytes = Buffer.from(text, turn % 2 === 0 ? 'utf8' : 'latin1');
    expect(plainText(bytes)).not.toMatch(/[\0-\x08\x0a-\x1f\x7f-\x9f]/);
    expect(viewerText(bytes).replaceAll(/\x1b\[[\d;:]*m/g, '')).not.toMatch(/[\0-\x08\x0a-\x1f\x7f-\x9f]/);
  }
});
