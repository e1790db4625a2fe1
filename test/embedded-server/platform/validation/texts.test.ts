// A tag is read by people, so it holds nothing that nobody sees. A path is what a disk calls a file.
import { expect, test } from 'vitest';
import { pathProblems, tagProblems } from '../../../../embedded-server/platform/validation/texts.ts';

test.each(['a\u00a0b', 'a\u200bb', 'a\u202eb', 'a\u0000b', 'a\ud800b'])('the tag %j is refused', (tag) => {
  expect(tagProblems('image-tag', tag)).toEqual([['image-tag', 'invalid']]);
});

test.each(['at 1.00\u202fPM.png', 'می\u200cخواهم.zip', '\u200fא.tar'])('the path %j may stay', (path) => {
  expect(pathProblems('path', path)).toEqual([]);
});

test('a path with what a terminal obeys is refused', () => {
  expect(pathProblems('path', 'a\u001bb')).toEqual([['path', 'invalid']]);
});
