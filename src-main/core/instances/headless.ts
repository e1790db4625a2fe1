// The service alone, without app or window, for the command line.
import {
  type LogEntry as Entry,
  type RunningServer,
  type ServerOptions,
  startServer,
} from '../../../embedded-server/index.ts';

export type LogEntry = Entry;
export type ExposureOptions = NonNullable<ServerOptions['exposure']>;

/** Starts the service in this process. */
export function startHeadless(options: ServerOptions): Promise<RunningServer> {
  return startServer(options);
}
