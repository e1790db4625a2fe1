import { expect, it } from 'vitest';
import { type InstanceParts, instanceHandlers } from '../../../../src-main/core/instances/handlers.ts';
import { crowdedInstance, crowdOf } from '../../../support/crowded-instance.ts';

it('counts all that ends with a service, also past what it lists at once', async () => {
  const parts = { instances: { find: crowdedInstance }, host: {} } as unknown as InstanceParts;
  const { signal } = new AbortController();
  const running = await instanceHandlers(parts)['instances.running']({ instance_id: 'local' }, { signal });
  expect(running).toEqual({ servers: crowdOf, players: crowdOf });
});
