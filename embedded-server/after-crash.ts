// After a crash that no start follows at once: ends the servers that it left running, and says of each what became of it.
import { createLog } from './platform/logging/log.ts';
import { openDataFolder } from './platform/storage/data-folder.ts';
import { createWatchHub } from './platform/watch/watch-hub.ts';
import { createParts } from './server.ts';
import type { ServerOptions } from './server-options.ts';

export async function endServersLeft({
  dataFolder,
  onLog,
  ...dependencies
}: Pick<ServerOptions, 'dataFolder' | 'threads' | 'onLog'>): Promise<void> {
  const folder = await openDataFolder(dataFolder);
  const hub = createWatchHub();
  const parts = createParts(folder, hub, { ...dependencies, log: createLog(onLog) });
  try {
    await parts.recover();
  } finally {
    hub.close();
    await parts.close();
    await folder.close();
  }
}
