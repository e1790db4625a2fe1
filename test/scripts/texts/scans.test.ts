// The scans of sentences, on code that is written to be caught, and on code that is not.
import { expect, test } from 'vitest';
import { findBare } from '../../../scripts/texts/find-bare.ts';
import { findKeys } from '../../../scripts/texts/find-keys.ts';

test.each([
  ["t('Create a game')", ['Create a game']],
  ["t(on ? 'Yes' : `No`)", ['Yes', 'No']],
  ["plural(n, '{n} server', '{n} servers', {})", ['{n} servers']],
  ["counted(n, 'server')", ['{n} servers']],
  ["counted(n, 'copy', 'copies')", ['{n} copies']],
  ["words({ a: 'One', b: 'Two' })", ['One', 'Two']],
  ["rich('Start {it}.', { it })", ['Start {it}.']],
])('reads the keys of %s', (code, keys) => {
  expect(findKeys('a.ts', code)).toEqual({ keys, unreadable: [] });
});

test.each(['t(name)', 't(`${a} b`)', 'plural(n, one, many)', 'words(table)', 'counted(n, word)'])(
  'says that the key of %s cannot be read',
  (code) => {
    expect(findKeys('a.ts', code)).toEqual({ keys: [], unreadable: ['a.ts:1'] });
  },
);

test.each([
  ['<b>Stop</b>', 'Stop'],
  ['<i title="stop" />', 'stop'],
  ['<i aria-label={on ? "stop" : t("Go")} />', 'stop'],
  ['<i>{on && "stop"}</i>', 'stop'],
  ['({ label: "stop" })', 'stop'],
  ['const a = "It stops now."', 'It stops now.'],
  ['const a = `Stop ${name} now`', 'Stop {} now'],
  ['const a = "Stop"', 'Stop'],
  ['({ title: `${a} is on its way to ${b}`.trim() })', '{} is on its way to {}'],
])('finds the sentence in %s', (code, expected) => {
  expect(findBare('a.tsx', code)).toEqual([`a.tsx:1 ${expected}`]);
});

test.each([
  "import a from 'some where'",
  '<i className="Big red" d="M 12 Ab" />',
  '<b>{t("Stop")}</b>',
  "const a = key === 'Enter'",
  "throw new Error('This cannot be')",
  "element.querySelector('Main part')",
  "type A = 'Some words'",
  "const a = 'running'",
  "const a = { title: names['Big red'] }",
])('lets %s pass', (code) => {
  expect(findBare('a.tsx', code)).toEqual([]);
});
