// What is typed for a namespace: its limits, how it keeps servers, and the names of a new one.
import { expect, test } from 'vitest';
import {
  draftOf,
  oddities,
  parseSettings,
} from '../../../../src-renderer/features/namespaces/namespace-settings-form.ts';
import { nameIdOf, problemsOf, refusedNames } from '../../../../src-renderer/features/namespaces/new-namespace-form.ts';
import { AppError } from '../../../../src-shared/errors/app-error.ts';
import { NO_PLAYER_LIMIT } from '../../../../src-shared/service/namespaces.ts';
import { prodSettings } from '../../support/some-switch.ts';

const draft = draftOf(prodSettings);

test('nothing is changed by a form that was only looked at', () => {
  expect(parseSettings(draft, prodSettings)).toEqual({});
  expect(parseSettings({ ...draft, players: ' 12 ' }, prodSettings)).toEqual({});
});

test('only what was changed is sent', () => {
  expect(parseSettings({ ...draft, players: '16' }, prodSettings)).toEqual({
    limits: { lobby_count_max: 40, max_players: 16 },
  });
  expect(parseSettings({ ...draft, drain: '1.5', restart: 'never' }, prodSettings)).toEqual({
    hosting: { server_count: 14, on_version_switch: 'drain', drain_limit: 1_500, restart: 'never' },
  });
});

test.each(['-1', '1.5', '4294967296', '1e3', '0x10', '１２', 'twelve', '12 34', '😀'])(
  'refuses %j as a figure',
  (typed) => {
    const parsed = parseSettings({ ...draft, players: typed }, prodSettings);
    expect(parsed).toEqual({ problems: { players: 'Type a whole number from 0 to 4,294,967,295.' } });
  },
);

test.each(['0', '4294967295'])('takes %s, which is an end of what fits', (typed) => {
  expect(parseSettings({ ...draft, players: typed }, prodSettings)).toMatchObject({
    limits: { max_players: Number(typed) },
  });
});

test('no figure is no limit of players, and such a limit is no figure', () => {
  expect(parseSettings({ ...draft, players: ' ' }, prodSettings)).toEqual({
    limits: { lobby_count_max: 40, max_players: NO_PLAYER_LIMIT },
  });
  const unlimited = { ...prodSettings, limits: { lobby_count_max: 40, max_players: NO_PLAYER_LIMIT } };
  expect(draftOf(unlimited).players).toBe('');
  expect(parseSettings(draftOf(unlimited), unlimited)).toEqual({});
  expect(parseSettings({ ...draft, lobbies: '' }, prodSettings)).toMatchObject({
    problems: { lobbies: expect.any(String) },
  });
});

test('limits that are not reported are set only when both are typed, and never made up', () => {
  const unknown = { ...prodSettings, limits: null };
  const empty = draftOf(unknown);
  expect(parseSettings(empty, unknown)).toEqual({});
  expect(parseSettings({ ...empty, players: '16' }, unknown)).toMatchObject({
    problems: { lobbies: expect.any(String) },
  });
  expect(parseSettings({ ...empty, players: '16', lobbies: '4' }, unknown)).toEqual({
    limits: { lobby_count_max: 4, max_players: 16 },
  });
});

test('warns of what fits and is yet likely a slip', () => {
  expect(oddities(draft, 12)).toEqual({});
  expect(oddities({ ...draft, players: '8' }, 12).players).toContain('One server has 12 players now');
  expect(oddities({ ...draft, players: '0' }, 0).players).toBe('With 0, nobody can join a server.');
  expect(oddities({ ...draft, lobbies: '3' }, 0).lobbies).toBe('It keeps 14 servers, and only 3 may run.');
  expect(oddities({ ...draft, servers: '20000', lobbies: '40000' }, 0)).toMatchObject({
    servers: '20,000 servers at once is unusual for one machine.',
    lobbies: '40,000 servers at once is unusual.',
  });
});

test.each([
  ['Play test', 'play-test'],
  ['  Été — 2  ', 'ete-2'],
  ['A name that is much too long', 'a-name-that-is-m'],
  ['Seventeen letter-s', 'seventeen-letter'],
  ['😀', ''],
])('makes of the name %j the name id %j', (name, id) => {
  expect(nameIdOf(name)).toBe(id);
});

test('puts each problem at its field, and says one sentence where two mean the same', () => {
  const errors = [
    ['display-name', 'too-short'],
    ['display-name', 'invalid'],
    ['name-id', 'not-unique'],
  ];
  expect(problemsOf({ errors: errors.map((path) => ({ path })) })).toEqual({
    name: ['Type a name.'],
    name_id: ['Another namespace of this game has this name id. Choose a different one.'],
  });
  expect(problemsOf({ errors: [{ path: ['quota', 'exceeded'] }] }).whole).toContain('quota, exceeded');
});

test('a refusal stands at its field, and another failure says that nothing was made', () => {
  const metadata = { errors: [{ path: ['name-id', 'invalid'] }] };
  expect(refusedNames(new AppError('VALIDATION_ERROR', undefined, { metadata })).name_id).toHaveLength(1);
  expect(refusedNames(new AppError('INSTANCE_UNREACHABLE', { text: 'It does not answer.' })).whole).toBe(
    'It does not answer. No namespace was created.',
  );
});
