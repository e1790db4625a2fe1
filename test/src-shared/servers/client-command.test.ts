import { expect, it } from 'vitest';
import { readClientCommand } from '../../../src-shared/servers/client-command.ts';

const place = { host: '127.0.0.1', port: 21_004 };

it.each([
  ['godot --path . -- --join {address}', ['godot', '--path', '.', '--', '--join', '127.0.0.1:21004']],
  [
    `"C:\\Games\\My Game\\game.exe" -connect {host}:{port}`,
    ['C:\\Games\\My Game\\game.exe', '-connect', '127.0.0.1:21004'],
  ],
  [`  game ''  "a b"'c' \n x`, ['game', '', 'a bc', 'x']],
  ['game ; rm -rf $HOME | cat', ['game', ';', 'rm', '-rf', '$HOME', '|', 'cat']],
])('takes %s apart as it is meant, without a shell', (template, [program, ...rest]) => {
  expect(readClientCommand(template, place)).toEqual({ kind: 'program', program, arguments: rest });
});

it('fills an address, also one of IPv6', () => {
  expect(readClientCommand('https://play.example/?at={address}', { host: '::1', port: 7 })).toEqual({
    kind: 'link',
    url: 'https://play.example/?at=[::1]:7',
  });
});

it('puts an address of IPv6 in brackets only where a port follows it in a link', () => {
  const far = { host: 'fd00::5', port: 7 };
  expect(readClientCommand('http://{host}:{port}/', far)).toEqual({ kind: 'link', url: 'http://[fd00::5]:7/' });
  expect(readClientCommand('game {host} {port} {address}', far)).toEqual({
    kind: 'program',
    program: 'game',
    arguments: ['fd00::5', '7', '[fd00::5]:7'],
  });
});

it.each([
  ['', 'Type a program'],
  ['"game', 'never closed'],
  ['game {porrt}', '{porrt} means nothing here'],
  ['""', 'no name'],
  ['https://', 'not a web address'],
])('says what is wrong with "%s"', (template, sentence) => {
  expect(readClientCommand(template, place)).toEqual({
    problem: expect.objectContaining({ text: expect.stringContaining(sentence) }),
  });
});
