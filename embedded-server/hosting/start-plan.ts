// What the hosting thread is told to start: program, arguments and environment with everything filled in.
import path from 'node:path';
import type { ServerRecord } from '../servers/store.ts';
import { serverEnvironment } from './environment.ts';
import type { StartPlan } from './host-messages.ts';
import type { Opened } from './open-ports.ts';
import type { Prepared } from './prepare.ts';
import type { Surroundings } from './surroundings.ts';
import { fillTemplates } from './templates.ts';
import { LOG_FOLDER } from './working-folder.ts';

export function planStart(
  around: Surroundings,
  server: ServerRecord,
  { prepared, opened }: { prepared: Prepared; opened: Opened },
): StartPlan {
  const { settings, startLine, folder, belongs } = prepared;
  const ports = new Map(opened.expected.map(({ name, port }) => [name, port]));
  const logdir = path.join(folder, LOG_FOLDER);
  const values = { ports, host: around.address().listenHost, logdir };
  return {
    serverId: server.server_id,
    program: startLine.program,
    arguments: [...startLine.before, ...settings.arguments.map((argument) => fillTemplates(argument, values))],
    environment: serverEnvironment(
      {
        ...{ serverId: server.server_id, gameId: server.game_id, namespaceId: server.namespace_id },
        ...{ namespaceName: belongs.namespaceName, versionId: server.version_id, versionName: belongs.versionName },
        ...{ region: belongs.regionName, host: around.address().listenHost, logdir, folder, ports },
        addresses: new Map(
          [...opened.publicPorts].map(([name, port]) => [name, `${around.address().publicHost}:${port}`]),
        ),
      },
      settings.environment,
      process.env,
    ),
    folder,
    resources: settings.resources,
    expected: opened.expected,
    reachedAt: around.address().listenHost,
    logFolder: logdir,
  };
}
