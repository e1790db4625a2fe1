// What is said of fields that nothing reads: what was probably meant, or where it belongs; in German as well.
import { expect, it } from 'vitest';
import { unknownFields } from '../../../src-shared/service/unknown-fields.ts';
import { leftInEnglish } from '../../support/in-german.ts';

const ignored = (name: string) => `There is no field "${name}" here, so it is ignored.`;

it.each<[what: string, json: unknown, ...expected: [path: string, sentence: string][]]>([
  [
    'one of each known field',
    { $schema: 'x', program: 'a', ports: { any: { protocol: 'udp' } }, environment: { A: '' } },
  ],
  ['a slip', { argumets: [] }, ['argumets', `${ignored('argumets')} Did you mean "arguments"?`]],
  ['a short form', { args: [] }, ['args', `${ignored('args')} Did you mean "arguments"?`]],
  ['another short form', { env: {} }, ['env', `${ignored('env')} Did you mean "environment"?`]],
  ['as package.json calls it', { start: 'x' }, ['start', `${ignored('start')} Did you mean "program"?`]],
  [
    'as files of containers call it',
    { Entrypoint: '' },
    ['Entrypoint', `${ignored('Entrypoint')} Did you mean "program"?`],
  ],
  ['as others call it', { volumes: [] }, ['volumes', `${ignored('volumes')} Did you mean "keep"?`]],
  ['one for several', { port: 1 }, ['port', `${ignored('port')} Did you mean "ports"?`]],
  [
    'another way of writing',
    { lifecycle: { killTimeout: 1 } },
    ['lifecycle.killTimeout', `${ignored('killTimeout')} Did you mean "kill_timeout"?`],
  ],
  [
    'a field outside of what it belongs in',
    { kill_timeout: 1, protocol: 'udp' },
    ['kill_timeout', `${ignored('kill_timeout')} "kill_timeout" belongs in "lifecycle".`],
    ['protocol', `${ignored('protocol')} "protocol" belongs in "ports.NAME".`],
  ],
  [
    'a field that belongs at the top',
    { lifecycle: { stop: 'quit' } },
    ['lifecycle.stop', `${ignored('stop')} "stop" belongs at the top of the file.`],
  ],
  [
    'a slip in a port',
    { ports: { game: { protocoll: 'udp' } } },
    ['ports.game.protocoll', `${ignored('protocoll')} Did you mean "protocol"?`],
  ],
  ['what is like nothing', { copyright: 'me' }, ['copyright', ignored('copyright')]],
  ['what is no object at all', [1, 'x']],
])('of %s', (_, json, ...expected) => {
  const found = unknownFields(json);
  expect(found.map(({ path, message }) => [path.join('.'), message.text])).toEqual(expected);
  expect(found.flatMap(({ message }) => leftInEnglish(message))).toEqual([]);
});

it('says no more than twenty things, nothing at length, and takes any nesting', () => {
  const many = Object.fromEntries(Array.from({ length: 50 }, (_, at) => [`${at}${'x'.repeat(9_000)}`, 1]));
  expect(unknownFields(many)).toHaveLength(20);
  for (const { message } of unknownFields(many)) expect(message.text.length).toBeLessThan(120);
  const deep: unknown = JSON.parse(`${'{"environment":'.repeat(5_000)}1${'}'.repeat(5_000)}`);
  expect(() => unknownFields(deep)).not.toThrow();
});
