// Who is counted when, with instances that stand in for real ones: what they answer, and when, is the test's.
import { expect, it } from 'vitest';
import { createPlayerWatch } from '../../../../src-main/core/players/player-watch.ts';
import type { GameRow } from '../../../../src-shared/games/bridge.ts';
import type { InstanceFacts } from '../../../../src-shared/instances/bridge.ts';
import { until } from '../../../support/until.ts';

type Options = Parameters<typeof createPlayerWatch>[0];

it('counts on an instance that answers while another one does not', async () => {
  const counted: string[] = [];
  const never = new Promise<never>(() => undefined);
  const clients: Record<string, object> = {
    silent: { getGame: () => never },
    local: { getGame: async () => ({ game: { namespaces: [] } }) },
  };
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- all that is asked of them
  const instances = {
    find: (id: string) => ({ view: () => ({}), client: () => clients[id] }),
    listen: (take: (facts: InstanceFacts) => void) => {
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- all that is looked at
      for (const id of Object.keys(clients)) take({ id, state: 'connected' } as InstanceFacts);
      return () => undefined;
    },
  } as unknown as Options['instances'];
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- all that is looked at
  const row = { id: 'game', total_player_count: 3 } as GameRow;
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- all that is asked of it
  const games = {
    list: () => ({ listen: () => () => undefined, snapshot: () => [row] }),
  } as unknown as Options['games'];
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- all that it is told
  const log = {
    see: () => undefined,
    isPlayed: () => false,
    take: (id: string) => void counted.push(id),
    lose: () => undefined,
  } as unknown as Options['log'];
  const problems: unknown[] = [];
  createPlayerWatch({ instances, games, log, onProblem: (problem) => problems.push(problem) });
  await until(() => counted.length > 0, 'the count of the other one');
  expect({ counted, problems }).toEqual({ counted: ['local'], problems: [] });
});
