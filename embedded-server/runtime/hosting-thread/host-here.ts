// The hosting of a host, in the thread that asks: it has one server, which is a process, and a thread costs a start more than that server does.
import { AppError } from '../../../src-shared/errors/app-error.ts';
import { serveHere } from '../../platform/threads/serve-here.ts';
import type { Images } from '../containers/images.ts';
import { createProcessRunner } from '../processes/runner.ts';
import type { HostingCalls, HostingEvent } from './messages.ts';
import { openHostedServers } from './open-hosted-servers.ts';
import { type HostingThread, type HostOptions, hearHosting, type RunListener } from './open-hosting-thread.ts';

/** Of one server, in a container that sees no other, there is little to look at. Elsewhere each look goes through the whole machine. */
const IN_CONTAINER_EVERY_MS = 4;

const noImage = () => Promise.reject(new AppError('SERVERS_SERVER_FAILED_TO_CREATE', 'fleet.no-images'));
const noImages: Images = {
  load: noImage,
  copyOut: noImage,
  remove: noImage,
  released: () => Promise.resolve(),
  close: () => Promise.resolve(),
};

export function hostHere(
  options: Omit<HostOptions, 'script' | 'processThread'> & { isContained: boolean },
): HostingThread {
  const { logFolder, listenWithinMs, serverLimits, isContained, onProblem } = options;
  let listener: RunListener | undefined;
  const runner = createProcessRunner({ thread: 'here', onProblem, maxProcesses: serverLimits.processes });
  // After what is being done, as it comes from a thread.
  const tell = (event: HostingEvent) => queueMicrotask(() => hearHosting(options, listener, event));
  const here = serveHere<HostingCalls>(
    openHostedServers({
      runner,
      images: noImages,
      logFolder,
      listenWithinMs,
      ...(isContained && { lookEveryMs: IN_CONTAINER_EVERY_MS }),
      tell,
      onProblem,
    }),
  );
  return {
    call: here.call,
    attach: (attached) => {
      listener = attached;
    },
    close: async () => {
      await here.call('close', undefined).catch(onProblem);
    },
  };
}
