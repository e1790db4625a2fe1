// What a promotion suggests before anything was chosen.
import { expect, test } from 'vitest';
import { endsOf, type Known } from '../../../../src-renderer/features/promote/promote-selectors.ts';
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
  game: (id) => [here, tidebreak].find(({ game_id: own }) => own === id),
};

test('goes from Local to another instance, to the game of the same name, though its name id is another', () => {
  const { from, to } = endsOf({ fromInstance: 'local', fromGame: here.game_id, typed: '' }, known);
  expect([from.version?.display_name, to.instance?.name]).toEqual([here.versions.at(-1)?.display_name, 'Production']);
  expect(to.game).toBe(tidebreak);
  expect(to.namespace?.name_id).toBe('prod');
});

test('comes to a namespace from Local, and to one of Local from elsewhere', () => {
  const pulled = endsOf({ toInstance: 'production', toGame: tidebreak.game_id, typed: '' }, known);
  expect([pulled.from.instance?.id, pulled.from.game]).toEqual(['local', here]);
  const back = endsOf({ toInstance: 'local', toGame: here.game_id, typed: '' }, known);
  expect([back.from.instance?.id, back.from.game]).toEqual(['production', tidebreak]);
});

test('within one game it suggests a namespace that runs something else', () => {
  const draft = { fromInstance: 'production', fromGame: tidebreak.game_id, toInstance: 'production', typed: '' };
  const [, staging] = tidebreak.namespaces;
  const { to } = endsOf({ ...draft, version: staging?.version_id }, known);
  expect(to.namespace?.name_id).toBe('prod');
});

test('where the game is not, none is guessed', () => {
  const { to } = endsOf(
    { fromInstance: 'local', fromGame: here.game_id, typed: '' },
    { ...known, games: { ...known.games, production: [] } },
  );
  expect(to.game_id).toBeUndefined();
});
