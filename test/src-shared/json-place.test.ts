// Where something stands in a JSON text, as an editor would show it.
import { expect, it } from 'vitest';
import { placesIn } from '../../src-shared/json-place.ts';

const text = `{
  "program": "run", "list": [1, {"a": 2}, [3,
    4]],
  "ports": { "game": { "protocol": "udp" },
             "say \\"hi\\"": {} },
  "twice": 1,
  "twice": 2
}`;

it.each<[path: (string | number)[], name: [number, number], value: [number, number]]>([
  [[], [1, 1], [1, 1]],
  [['program'], [2, 3], [2, 14]],
  [['list'], [2, 21], [2, 29]],
  [
    ['list', 0],
    [2, 30],
    [2, 30],
  ],
  [
    ['list', 1, 'a'],
    [2, 34],
    [2, 39],
  ],
  [
    ['list', 2, 1],
    [3, 5],
    [3, 5],
  ],
  [
    ['ports', 'game', 'protocol'],
    [4, 24],
    [4, 36],
  ],
  [
    ['ports', 'say "hi"'],
    [5, 14],
    [5, 28],
  ],
  // What is missing is where it should have been.
  [
    ['ports', 'game', 'routing', 'host'],
    [4, 14],
    [4, 22],
  ],
  [['gone'], [1, 1], [1, 1]],
  // Parsers take the last.
  [['twice'], [7, 3], [7, 12]],
])('finds %j', (path, name, value) => {
  const found = placesIn(text, path);
  expect([found.name, found.value].map(({ line, column }) => [line, column])).toEqual([name, value]);
});

it('counts as editors do: with the line ends of Windows, and without the mark at the beginning', () => {
  expect(placesIn('\uFEFF{\r\n\t"a": 1\r\n}', ['a'])).toEqual({
    name: { line: 2, column: 2 },
    value: { line: 2, column: 7 },
  });
});

it('finds its way in a nesting without an end', () => {
  const deep = `${'{"a":'.repeat(100_000)}1${'}'.repeat(100_000)}`;
  expect(placesIn(deep, ['a', 'a']).value).toEqual({ line: 1, column: 11 });
});
