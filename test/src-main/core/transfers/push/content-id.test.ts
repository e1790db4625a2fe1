// A folder may be called what no version may be called; the name made of it fits all the same.
import { expect, it } from 'vitest';
import type { Packed } from '../../../../../src-main/core/pack/pack-model.ts';
import { usualName } from '../../../../../src-main/core/transfers/push/content-id.ts';
import { displayNameProblems } from '../../../../../src-shared/service/names.ts';

const packed: Packed = {
  source: '',
  kind: 'archive',
  file: '',
  name: '',
  bytes: 0,
  compression: 'none',
  sha256: 'a'.repeat(64),
};

it.each([
  ['/builds/harbor', 'harbor aaaaaaaa'],
  ['/builds/ my  server\n2 ', 'my server 2 aaaaaaaa'],
  [`/builds/${'x'.repeat(200)}`, `${'x'.repeat(119)} aaaaaaaa`],
  [`/builds/${'\u{1f6a2}'.repeat(60)}`, `${'\u{1f6a2}'.repeat(29)} aaaaaaaa`],
  ['/builds/broken \ud83d', 'broken \ufffd aaaaaaaa'],
  ['/builds/\u3000', 'aaaaaaaa'],
])('%j gives %j', (source, name) => {
  expect(usualName({ ...packed, source }, packed.sha256)).toBe(name);
  expect(displayNameProblems(name)).toEqual([]);
});
