// How an end or a silence reads: what happened in words, and what to do about it.
import { expect, test } from 'vitest';
import {
  describeEnding,
  type EndingFacts,
} from '../../../../embedded-server/runtime/hosting-thread/describe-ending.ts';
import { explainNotListening } from '../../../../embedded-server/runtime/hosting-thread/explain-not-listening.ts';
import { textOf } from '../../../../src-shared/text/message.ts';

const facts: EndingFacts = {
  exit: { code: 0, signal: null, outOfMemory: false },
  stoppedBy: undefined,
  ranMs: 3200,
  memoryLimit: 256,
  tail: [],
};
const code = (value: number) => ({ code: value, signal: null, outOfMemory: false });
const signal = (name: string) => ({ code: null, signal: name, outOfMemory: false });

test.each<[string, Partial<EndingFacts>, object]>([
  ['code 0 is no crash', {}, { state: 'exited', problem: null, exit: { by: 'itself' } }],
  [
    'a code is reported with the time it ran',
    { exit: code(3) },
    { state: 'crashed', problem: { text: 'Exited with code 3 after 3.2 s.' } },
  ],
  [
    'a shell that passes a signal on',
    { exit: code(139) },
    { problem: { text: expect.stringContaining('signal 11 of a program') } },
  ],
  [
    'a signal is described in words',
    { exit: signal('SIGSEGV') },
    { problem: { text: expect.stringContaining('segmentation fault') } },
  ],
  [
    'stopped by you is never a crash',
    { exit: signal('SIGKILL'), stoppedBy: 'you' },
    { state: 'stopped', problem: null, exit: { by: 'you' } },
  ],
  [
    'an error on the way out is none either',
    { exit: code(1), stoppedBy: 'policy' },
    { state: 'stopped', exit: { by: 'policy' } },
  ],
  [
    'out of memory names the limit',
    { exit: { ...signal('SIGKILL'), outOfMemory: true } },
    { state: 'crashed', exit: { by: 'limit' }, problem: { text: expect.stringContaining('256 MB') } },
  ],
  [
    'too many processes',
    { exit: { ...signal('SIGKILL'), tooManyProcesses: true } },
    {
      state: 'crashed',
      exit: { by: 'limit' },
      problem: { text: expect.stringContaining('more processes than a server may have') },
    },
  ],
  [
    'a taken port',
    { exit: code(1), tail: ['Error: listen EADDRINUSE: address already in use :::7777'] },
    { hint: { text: expect.stringContaining('{port}') } },
  ],
  [
    'a missing library is named',
    { exit: code(127), tail: ['./x: error while loading shared libraries: libfoo.so.1: cannot open', 'bye'] },
    {
      problem: { text: 'The library libfoo.so.1 is missing. Exited with code 127 after 3.2 s.' },
      hint: {
        text: 'Install libfoo.so.1, or put it into the build and start the program by a script that sets LD_LIBRARY_PATH.',
      },
    },
  ],
  [
    'a program that went on without its helper did not crash of a library',
    { exit: code(3), tail: ['helper: error while loading shared libraries: libfoo.so.1: cannot open'] },
    { problem: { text: 'Exited with code 3 after 3.2 s.' }, hint: { text: expect.stringContaining('libfoo.so.1') } },
  ],
  [
    'a missing module',
    { exit: code(1), tail: ["Error: Cannot find module 'ws'"] },
    { hint: { text: expect.stringContaining('node_modules') } },
  ],
])('%s', (_, change, expected) => {
  expect(describeEnding({ ...facts, ...change })).toMatchObject(expected);
});

const game = { name: 'game', protocol: 'udp' as const, port: 20_001, reachedAt: '127.0.0.1' };

test('a silent server is told apart: nothing open, another port, another address', () => {
  const none = explainNotListening([game], [], []);
  expect(textOf(none.problem)).toBe(
    'It runs, but does not listen on UDP 20001 (game) yet. It has no open port at all.',
  );
  const other = explainNotListening([game], [{ protocol: 'udp', address: '0.0.0.0', port: 7777 }], []);
  expect(textOf(other.problem)).toContain('It listens on UDP 0.0.0.0:7777 instead.');
  expect(textOf(other.hint)).toBe(
    'Give it the port with {port} in its arguments, or let it read PORT. If it always listens on 7777, set the internal number of game to 7777 when you upload (internal_port in slipway.json).',
  );
  const unlike = explainNotListening([game], [{ protocol: 'tcp', address: '0.0.0.0', port: 7777 }], []);
  expect(textOf(unlike.hint)).toBe('Give it the port with {port} in its arguments, or let it read PORT.');
  const far = explainNotListening([game], [{ protocol: 'udp', address: '10.0.0.5', port: 20_001 }], []);
  expect(textOf(far.problem)).toContain('where 127.0.0.1 does not reach it');
  expect(textOf(far.hint)).toContain('{host}');
  const swapped = explainNotListening([game], [{ protocol: 'tcp', address: '0.0.0.0', port: 20_001 }], []);
  expect(textOf(swapped.problem)).toContain('It listens on TCP 0.0.0.0:20001 instead.');
  expect(textOf(swapped.hint)).toBe('The number is right. Set the protocol of the port game to tcp.');
  const both = { ...game, protocol: 'tcp+udp' as const };
  expect(textOf(explainNotListening([both], [], []).problem)).toContain('TCP/UDP 20001 (game)');
});

test('of the ports that a silent server listens on, those that somebody chose come before those that the system gave', () => {
  const at = (port: number, protocol: 'udp' | 'tcp' = 'udp') => ({ protocol, address: '0.0.0.0', port });
  const { problem, hint } = explainNotListening([game], [at(65_059), at(4_536, 'tcp'), at(4_535)], []);
  expect(textOf(problem)).toContain('It listens on TCP 0.0.0.0:4536, UDP 0.0.0.0:4535, UDP 0.0.0.0:65059 instead.');
  expect(textOf(hint)).toContain('set the internal number of game to 4535 ');
  const given = explainNotListening([game], [at(65_059)], []);
  expect(textOf(given.hint)).toContain('set the internal number of game to 65059 ');
});
