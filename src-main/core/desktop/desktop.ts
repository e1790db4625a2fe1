// What the core does for the desktop around its window: questions about what came from outside, orders to the window, and
// holding everything that is sent, by hand or while the machine sleeps.
import type { TransferView } from '../../../src-shared/transfers/bridge.ts';
import type { TransferService } from '../transfers/transfer-service.ts';
import { createRequests, type RequestOptions } from './requests.ts';
import { movingTransfers, pausedTransfers } from './tray.ts';
import { createWindowCommands } from './window-commands.ts';

export type DesktopOptions = RequestOptions & {
  transfers: Pick<TransferService, 'pause' | 'resume'> & { list(): { snapshot(): TransferView[] } };
};

export type Desktop = ReturnType<typeof createDesktop>;

export function createDesktop(options: DesktopOptions) {
  const { instances, transfers } = options;
  const requests = createRequests(options);
  const orders = createWindowCommands();
  /** Those that were sent when the machine went to sleep. */
  const asleep = new Set<string>();
  let falling: Promise<void> = Promise.resolve();
  const now = () => ({ transfers: transfers.list().snapshot() });
  const pause = async (ids: readonly string[], by?: 'sleep') => {
    await Promise.all(ids.map((id) => transfers.pause(id, by)));
  };
  /** One that cannot go on says so at its own place, and the others go on. */
  const resume = async (ids: readonly string[]): Promise<unknown[]> => {
    const ended = await Promise.allSettled(ids.map((id) => transfers.resume(id)));
    return ended.flatMap((one): unknown[] => (one.status === 'rejected' ? [one.reason] : []));
  };
  const idsOf = (found: readonly TransferView[]) => found.map(({ id }) => id);
  return {
    requests,
    orders,
    /** Links and connection files among the words that the app was started with, or was handed; answers how many. */
    take: requests.take,
    pauseAll: () => pause(idsOf(movingTransfers(now()))),
    /** Answers what could not go on. */
    resumeAll: () => resume(idsOf(pausedTransfers(now()))),
    /** The machine is about to sleep: no line outlives that, so nothing is left half sent. */
    suspend: async () => {
      const moving = idsOf(movingTransfers(now()));
      for (const id of moving) asleep.add(id);
      falling = pause(moving, 'sleep');
      await falling;
    },
    /** The machine is awake, or has another network: what was paused by `suspend` goes on, and remotes are tried at once. */
    awake: async () => {
      for (const { id, kind } of instances.source.snapshot()) if (kind === 'remote') instances.find(id).wake();
      // It may have slept before all of them stood still.
      await Promise.allSettled([falling]);
      const ids = idsOf(pausedTransfers(now())).filter((id) => asleep.has(id));
      asleep.clear();
      return await resume(ids);
    },
  };
}
