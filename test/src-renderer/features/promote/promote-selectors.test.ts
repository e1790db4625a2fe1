// What a promotion chooses by itself: the only other instance and the game of the same name, and never a namespace.
import { expect, test } from 'vitest';
import { endsOf, type Known, requestOf } from '../../../../src-renderer/features/promote/promote-selectors.ts';
import { fullGame } from '../../support/fake-core.ts';
import { runningLocal } from '../../support/some-instances.ts';
import { production, tidebreak } from '../../support/some-switch.ts';

const here = fullGame('4f9c27d4-61b8-4c3e-9a51-7d20b4c8e1a7', 'Tidebreak', 'tidebreak-7qa');
const rowOf = ({ game_id: id, name_id, display_name: name }: typeof here) => ({
  id,
  name_id,
  display_name: name,
  total_player_count: 0,
});
const known: Known = {
  instances: [runningLocal, production()],
  games: { local: [rowOf(here)], production: [rowOf(fullGame('other', 'Hollow Circuit', 'hollow')), rowOf(tidebreak)] },
  game: (_, id) => [here, tidebreak].find(({ game_id: own }) => own === id),
};

const draft = { fromInstance: 'local', fromGame: here.game_id, version: here.versions[0]?.version_id, typed: '' };
const staging = production({ id: 'staging', name: 'Staging EU', protected_namespaces: [] });

test('the only other instance and its game of the same name are chosen, though its name id is another, and no namespace', () => {
  const { to } = endsOf(draft, known);
  expect([to.instance?.name, to.game, to.namespace]).toEqual(['Production', tidebreak, undefined]);
  expect(to.newGame).toBeUndefined();
  expect(requestOf(endsOf(draft, known), draft)).toBeUndefined();
});

test('of what is on a remote, Local is not chosen though it is the only other instance', () => {
  const version = tidebreak.versions[0]?.version_id;
  const { to } = endsOf({ fromInstance: 'production', fromGame: tidebreak.game_id, version, typed: '' }, known);
  expect([to.instance, to.namespace]).toEqual([undefined, undefined]);
});

test('of several instances none is chosen, and the one that it comes from stands last', () => {
  const { to, destinations } = endsOf(draft, { ...known, instances: [...known.instances, staging] });
  expect(to.instance).toBeUndefined();
  expect(destinations.map(({ instance }) => instance.name)).toEqual(['Production', 'Staging EU', 'Local']);
});

test('what is protected, or called prod or production, stands last', () => {
  const [prodNow, stagingNow] = tidebreak.namespaces;
  const namespaces = [
    { ...prodNow, name_id: 'production' },
    { ...prodNow, name_id: 'prod' },
    { ...stagingNow, name_id: 'canary' },
  ] as typeof tidebreak.namespaces;
  const game = { ...tidebreak, namespaces };
  const { to } = endsOf(draft, { ...known, game: (_, id) => (id === game.game_id ? game : here) });
  expect(to.namespaces.map(({ name }) => name)).toEqual(['canary', 'production', 'prod']);
});

test('where the game is not, it is made there under its name, with a namespace that a person chooses', () => {
  const without = { ...known, games: { ...known.games, production: [] } };
  const { to } = endsOf(draft, without);
  expect([to.newGame, to.namespace]).toEqual(['Tidebreak', undefined]);
  expect(to.namespaces.map(({ name }) => name)).toEqual(['staging', 'prod']);
  const chosen = { ...draft, namespace: 'staging' };
  const there = { instance_id: 'production', new_game: 'Tidebreak', namespace: 'staging' };
  expect(requestOf(endsOf(chosen, without), chosen)?.to).toEqual(there);
});

test('until the games of an instance were read, and where none can be made, no new game is spoken of', () => {
  const { production: _, ...games } = known.games;
  expect(endsOf(draft, { ...known, games }).to.newGame).toBeUndefined();
  const eleven = production({ why_not: { create_game: { text: 'It cannot.', reason: 'ability.create-game' } } });
  const unable = { ...known, instances: [runningLocal, eleven], games: { ...known.games, production: [] } };
  expect(endsOf(draft, unable).to.newGame).toBeUndefined();
});

test('of an instance that has not been connected yet, the empty list of games is not what it has', () => {
  const remote = production({ state: 'connecting' });
  const away = { ...known, instances: [runningLocal, remote], games: { ...known.games, production: [] } };
  const { to } = endsOf(draft, away);
  expect([to.instance?.name, to.isRead, to.newGame, to.namespaces]).toEqual(['Production', false, undefined, []]);
  expect(endsOf(draft, { ...away, games: known.games }).to.isRead).toBe(true);
});

test('another game is said to be another one', () => {
  const hollow = fullGame('other', 'Hollow Circuit', 'hollow');
  const other = { ...draft, toGame: 'other', isOtherGame: true };
  const { to } = endsOf(other, {
    ...known,
    game: (_, id) => [here, tidebreak, hollow].find((one) => one.game_id === id),
  });
  expect([to.isOtherGame, to.game?.display_name, to.namespace]).toEqual([true, 'Hollow Circuit', undefined]);
});

test('what comes to a game of Local comes from an instance that a person chooses', () => {
  const { from, to } = endsOf({ toInstance: 'local', toGame: here.game_id, typed: '' }, known);
  expect([from.instance, to.game]).toEqual([undefined, here]);
  const pulled = endsOf({ toInstance: 'production', toGame: tidebreak.game_id, typed: '' }, known);
  expect([pulled.from.instance?.id, pulled.from.game, pulled.from.version]).toEqual(['local', here, undefined]);
});

test('what was chosen of a game to be made stays chosen when the game turns out to be there, but for prod', () => {
  const chosenOf = (namespace: string) => endsOf({ ...draft, namespace }, known).to.namespace?.name;
  expect([chosenOf('staging'), chosenOf('prod')]).toEqual(['staging', undefined]);
});
