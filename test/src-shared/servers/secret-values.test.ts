// What of a command line is hidden where people read it, and what is not.
import { expect, test } from 'vitest';
import { maskArguments, maskEnvironment, secretArguments } from '../../../src-shared/servers/secret-values.ts';

test.each([
  [
    ['--password', 'hunter2'],
    ['--password', '***'],
  ],
  [['password=hunter2'], ['password=***']],
  [['--rcon-password=hunter2'], ['--rcon-password=***']],
  [
    ['+rcon_password', 'hunter2'],
    ['+rcon_password', '***'],
  ],
  [
    ['+set', 'sv_privatePassword', 'hunter2'],
    ['+set', 'sv_privatePassword', '***'],
  ],
  [
    ['--db', 'postgres://ada:hunter2@host/db?ssl=1'],
    ['--db', '***'],
  ],
  [
    ['-key', '4f9ab01c77de4f9ab01c77de4f9ab01c'],
    ['-key', '***'],
  ],
  [
    ['sv_rcon_password hunter2', 'sv_name Ours'],
    ['sv_rcon_password ***', 'sv_name Ours'],
  ],
])('%j is shown as %j', (given, shown) => {
  expect(maskArguments(given)).toEqual(shown);
});

test.each([
  [['--port', '27015', '+map', 'de_dust2', '--name', 'Our server']],
  [['--logdir', '/data/servers/0f6d2c1e-1111-4222-8333-444455556666/logs']],
  [['saves/world2/level01/alpha7']],
  [['--password', '--verbose']],
  [['+exec', 'server.cfg', '-10', 'x']],
])('%j is shown as it is', (given) => {
  expect(maskArguments(given)).toEqual(given);
});

test('variables are hidden by their names and by what is in them', () => {
  const shown = maskEnvironment({ RCON_PASSWORD: 'x', LEVEL: 'desert', DIR: '/srv/game2/worlds/alpha/level01' });
  expect(shown).toEqual({ RCON_PASSWORD: '***', LEVEL: 'desert', DIR: '/srv/game2/worlds/alpha/level01' });
});

test('a token is hidden under any name, and a region is no key', () => {
  const shown = maskEnvironment({
    LICENCE: `ghp_${'a1'.repeat(12)}`,
    OPTIONS: 'map=reef;password=x',
    REGION: 'asia-east1',
  });
  expect(shown).toEqual({ LICENCE: '***', OPTIONS: '***', REGION: 'asia-east1' });
});

test('what leaves this machine is taken for a key sooner', () => {
  expect(secretArguments(['/srv/game2/worlds/alpha/level01'])).toHaveLength(1);
});
