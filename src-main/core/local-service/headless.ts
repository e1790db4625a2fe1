// The service alone, without app or window, for the command line. When its data folder goes, it waits until that is back.
import {
  type LogEntry as Entry,
  goneError,
  keepsItsPort,
  type RunningServer,
  type ServerOptions,
  startServer,
} from '../../../embedded-server/index.ts';
import { asAppError } from '../../../src-shared/errors/app-error.ts';
import { createKnownFolders, createReturnWait } from './missing-drive.ts';

export type LogEntry = Entry;
export type ExposureOptions = NonNullable<ServerOptions['exposure']>;
export type FleetPlace = Extract<NonNullable<ServerOptions['fleet']>, { engine: unknown }>;
export type HeadlessOptions = Omit<ServerOptions, 'onFolderGone' | 'keepsPort'>;

/** Starts the service in this process. What it answers says where it was at its first start. */
export async function startHeadless(appFolder: string, options: HeadlessOptions) {
  const { dataFolder, onLog, exposure = {}, fleet } = options;
  const keepsPort = keepsItsPort(options.port, exposure, fleet !== undefined);
  const folders = createKnownFolders(appFolder);
  const say = (level: Entry['level'], message: string) => onLog({ time: new Date().toISOString(), level, message });
  let isClosed = false;
  let port = options.port;
  const start = async (): Promise<RunningServer> => {
    await folders.refuseGone(dataFolder, { beside: dataFolder });
    const server = await startServer({ ...options, port, keepsPort, onFolderGone: () => void leave(server) });
    for (const notice of await folders.remember(dataFolder, server.dataId)) say('warn', notice.text);
    // Whoever knows where it is finds it there again.
    port = server.port;
    return server;
  };
  const waiting = createReturnWait(() => {
    present = start();
    present.catch((thrown: unknown) => {
      say('error', asAppError(thrown).message);
      wait();
    });
  });
  const wait = () => {
    if (!isClosed) waiting.begin(dataFolder);
  };
  const leave = async (server: RunningServer) => {
    say('error', goneError(dataFolder, dataFolder).message);
    await server.close();
    wait();
  };
  let present = start();
  const first = await present;
  const close = async () => {
    isClosed = true;
    waiting.end();
    const server = await present.catch(() => undefined); // why one does not run was said
    await server?.close();
  };
  return { ...first, close };
}
