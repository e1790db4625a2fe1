// The driver of a Swarm against the stand-in for an engine; swarm.test.ts has the same suite with a real one.
import { describe, expect, test } from 'vitest';
import { createSwarmDriver } from '../../../../embedded-server/runtime/fleet/swarm-driver.ts';
import { STAND_IN_IMAGE, startStandInEngine } from '../../../support/stand-in-engine.ts';
import { startOnce } from '../../../support/start-once.ts';
import { swarmDriverSuite } from './swarm-driver-suite.ts';

const opened = startOnce(startStandInEngine);

describe('the driver with a stand-in engine', () => {
  swarmDriverSuite(async () => ({ ...(await opened()), image: STAND_IN_IMAGE }));
});

test('an engine that is not there is said to be away, with where it was looked for', async () => {
  const driver = createSwarmDriver({ engine: { socketPath: '/nowhere/docker.sock' }, image: 'none', owner: 'none' });
  await expect(driver.nodes()).rejects.toThrow(/\/nowhere\/docker\.sock/);
  await driver.close();
});
