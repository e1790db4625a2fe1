// All that holds for servers of the service's own process holds for those in hosts.
import { vi } from 'vitest';
import { isSoak } from '../../../support/soak.ts';
import { describeHosting } from '../hosting/hosting-suite.ts';
import { fleetForAll } from './host-fleet.ts';

// Each host is a process that loads the command line.
vi.setConfig({ testTimeout: 60_000 });

describeHosting('in hosts', fleetForAll(), isSoak);
