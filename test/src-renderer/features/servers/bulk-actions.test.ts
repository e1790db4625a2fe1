// Stopping several servers at once, while a person selects others.
import { expect, test } from 'vitest';
import { endServers } from '../../../../src-renderer/features/servers/bulk-actions.ts';
import { selectServers } from '../../../../src-renderer/features/servers/servers-actions.ts';
import { useServers } from '../../../../src-renderer/features/servers/servers-store.ts';
import { AppError } from '../../../../src-shared/errors/app-error.ts';
import { createFakeCore } from '../../support/fake-core.ts';

const place = { instance_id: 'production', game_id: 'tidebreak', namespace_id: 'prod' };

test('of those that were selected only what failed stays so, and what was selected meanwhile', async () => {
  useServers.setState(useServers.getInitialState(), true);
  const core = createFakeCore();
  const stopped = Promise.withResolvers<void>();
  core.handlers['servers.stop'] = async ({ server_id: id }) => {
    await stopped.promise;
    if (id === 'stuck') throw new AppError('INSTANCE_UNREACHABLE');
  };
  core.attach();
  selectServers(['good', 'stuck', 'ended before'], true);
  const ending = endServers(
    'stop',
    ['good', 'stuck'].map((server_id) => ({ ...place, server_id })),
  );
  selectServers(['other'], true);
  stopped.resolve();
  await ending;
  expect([...useServers.getState().selected].toSorted()).toEqual(['other', 'stuck']);
});
