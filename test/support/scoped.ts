// The service behind callers that a test makes up, so that what each kind of token reaches can be tried without making one.
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { onTestFinished } from 'vitest';
import type { Caller } from '../../embedded-server/platform/access/callers.ts';
import { ownerAlone } from '../../embedded-server/platform/access/given-access.ts';
import { createApp } from '../../embedded-server/platform/http/app.ts';
import { defaultLimits } from '../../embedded-server/platform/http/http-limits.ts';
import { planExposure } from '../../embedded-server/platform/listening/exposure.ts';
import { createLog } from '../../embedded-server/platform/logging/log.ts';
import { openDataFolder } from '../../embedded-server/platform/storage/data-folder.ts';
import { createWatchHub, type WatchHub } from '../../embedded-server/platform/watch/watch-hub.ts';
import { createParts } from '../../embedded-server/server.ts';
import { caller, type TestService } from './service.ts';
import { makeTempFolder } from './temp-folder.ts';

export type ScopedService = {
  dataFolder: string;
  hub: WatchHub;
  /** Calls as this caller. */
  as(who: Caller): TestService['call'];
};

export async function startScopedService(): Promise<ScopedService> {
  const folder = await openDataFolder(await makeTempFolder());
  const hub = createWatchHub();
  const log = createLog(() => {});
  const callers = new Map<string, Caller>();
  const { handlers, rawRoutes, frontRoutes, close } = createParts(folder, hub, {
    publicUrl: () => 'http://127.0.0.1:1',
    leastPace: defaultLimits.leastPace,
    isReachedByOthers: false,
  });
  const checkToken = (token: string) => callers.get(token);
  const exposure = await planExposure({});
  const app = createApp({
    log,
    checkToken,
    access: ownerAlone,
    handlers,
    rawRoutes,
    frontRoutes,
    exposure,
    limits: defaultLimits,
  });
  await app.ready();
  app.server.listen(0, '127.0.0.1');
  await once(app.server, 'listening');
  onTestFinished(async () => {
    hub.close();
    app.server.close();
    await app.close();
    await close();
    await folder.close();
  });
  const { port } = app.server.address() as AddressInfo;
  return {
    dataFolder: folder.paths.root,
    hub,
    as: (who) => {
      const token = `test-token-${callers.size}`;
      callers.set(token, who);
      return caller({ url: `http://127.0.0.1:${port}`, token });
    },
  };
}
