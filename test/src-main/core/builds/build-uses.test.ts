import { expect, it } from 'vitest';
import { createBuildUses } from '../../../../src-main/core/builds/build-uses.ts';
import { crowdedInstance, crowdOf } from '../../../support/crowded-instance.ts';

it('finds every server that runs a build, also past what an instance lists at once', async () => {
  const target = { instance_id: 'local', game_id: 'g', namespace_id: 'n', build_id: 'b' };
  const { servers } = await createBuildUses()(crowdedInstance(), target, new AbortController().signal);
  expect(servers).toHaveLength(crowdOf);
});
