// The `test` of what happens between the app and a remote: a real second service with a game, and a line to it that can be harmed.
import { type FaultProxy, openFaultProxy } from '../../support/open-fault-proxy.ts';
import { test as base } from './app-test.ts';
import { type Remote, startRemote } from './serving.ts';

export const test = base.extend<{ remote: Remote; line: FaultProxy }>({
  remote: async ({ home }, use) => {
    const remote = await startRemote(home);
    await use(remote);
    await remote.stop();
  },
  line: async ({ remote }, use) => {
    const proxy = await openFaultProxy(remote.url);
    await use(proxy);
    await proxy.close();
  },
});
