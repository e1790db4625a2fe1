// The suite of all runners, for processes: held by control groups where there are any, and held by looking alone.
import { freePort } from '../../../support/free-port.ts';
import { describeRunner } from '../hosting/runner-suite.ts';
import { openRunner } from './support/open-runner.ts';
import { countMarked, planFor } from './support/sample-programs.ts';
import { walled } from './support/walled.ts';

const held = openRunner();
const watched = openRunner({ useGroups: false, sampleEveryMs: 100 });
const suite = { plan: planFor, freePort, count: countMarked };

describeRunner('processes, with what the system enforces', { ...suite, runner: () => held });
describeRunner('processes behind a wall', {
  ...suite,
  plan: async (program, port) => await walled(await planFor(program, port)),
  runner: () => held,
});
describeRunner('processes, held to their limits by looking', { ...suite, runner: () => watched });
