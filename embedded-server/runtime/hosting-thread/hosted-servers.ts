// All servers of the hosting thread: the calls it answers, and what it tells on its own.
import { AppError } from '../../../src-shared/errors/app-error.ts';
import type { ThreadHandlers } from '../../platform/threads/serve-thread.ts';
import type { Images } from '../containers/images.ts';
import type { Exit, Leftover, OpenPort, Runner, Usage } from '../runner/runner.ts';
import { createSdk } from '../sdk/sdk-ports.ts';
import type { createHostedLogs } from './hosted-logs.ts';
import { type Hosted, type HostedParts, hostProcess } from './hosted-process.ts';
import { createListeningWatch, LISTEN_WITHIN_MS } from './listening-watch.ts';
import type { HostingCalls, HostingEvent, UsageNow } from './messages.ts';

type HostedLogs = ReturnType<typeof createHostedLogs>;
export type HostedServersParts = {
  runner: Runner;
  images: Images;
  logs: HostedLogs;
  /** Settles when the logs that a lost life left are whole again. */
  mended: Promise<unknown>;
  tell(event: HostingEvent): void;
  onProblem(thrown: unknown): void;
  listenWithinMs?: number | undefined;
  lookEveryMs?: number;
  now?: () => number;
};

export function createHostedServers(dependencies: HostedServersParts) {
  const { runner, images, logs, tell, onProblem, listenWithinMs, lookEveryMs, now = Date.now } = dependencies;
  const hosted = new Map<string, Hosted>();
  const sdk = createSdk(onProblem);
  const rates = createUsageRates();
  const listening = createListeningWatch({
    openPorts: runner.openPorts,
    onProblem,
    ...(listenWithinMs === undefined ? {} : { listenWithinMs }),
    ...(lookEveryMs === undefined ? {} : { lookEveryMs }),
  });
  runner.onUsage((usages) => {
    const at = now();
    const servers = rates.next(usages, at);
    if (servers.length > 0) tell({ t: 'usage', at, servers });
  });
  const handlers: ThreadHandlers<HostingCalls> = {
    start: async (plan) => {
      const { server_id } = plan;
      const parts = {
        runner,
        listening,
        sdk,
        readyWithinMs: listenWithinMs ?? LISTEN_WITHIN_MS,
        sdkEvents: sdkEvents(tell, server_id),
        log: logs.open(server_id),
        onProblem,
        onQueried: (players: number | undefined) => tell({ t: 'queried', server_id, players }),
        onListening: (open: OpenPort[]) => tell({ t: 'listening', server_id, at: now(), open }),
        onSilent: (open: OpenPort[], tail: string[]) => tell({ t: 'silent', server_id, open, tail }),
        onEnded: (exit: Exit, tail: string[], ranMs: number) => {
          hosted.delete(server_id);
          tell({ t: 'ended', server_id, exit, tail, ranMs });
        },
      };
      const started = await hostProcess(parts, plan);
      hosted.set(server_id, started);
      const { pid, identity } = started.launched;
      return { pid, identity };
    },
    stop: async ({ server_id, graceMs }) => {
      await hosted.get(server_id)?.stop(graceMs);
      return undefined;
    },
    type: async ({ server_id, line }) => {
      const one = hosted.get(server_id);
      if (one === undefined) throw new AppError('VALIDATION_ERROR', 'console.closed');
      one.type(line);
      return undefined;
    },
    openPorts: async (server_id) => (await hosted.get(server_id)?.launched.openPorts()) ?? [],
    ...logs.calls,
    ...imageCalls(images),
    endLeftovers: (leftovers) => endLeftovers(dependencies, leftovers),
    close: async () => {
      listening.close();
      await Promise.all([...hosted.values()].map((one) => one.stop(0)));
      await images.close();
      await logs.closeAll();
      await runner.close();
      return undefined;
    },
  };
  return handlers;
}

function sdkEvents(tell: HostedServersParts['tell'], server_id: string): HostedParts['sdkEvents'] {
  return {
    onNotReady: () => tell({ t: 'notReady', server_id }),
    onShutdown: () => tell({ t: 'shutdown', server_id }),
    onUnhealthy: (seconds) => tell({ t: 'unhealthy', server_id, seconds }),
    onChanged: (view, players) => tell({ t: 'sdk', server_id, sdk: view, players }),
  };
}

/** One that cannot be ended, as its engine is gone, keeps none of the others. */
async function endLeftovers(
  { runner, mended, onProblem }: HostedServersParts,
  leftovers: readonly Leftover[],
): Promise<string[]> {
  const ended: string[] = [];
  for (const leftover of leftovers) {
    const what = await runner.endLeftover(leftover).catch(onProblem);
    if (what === 'ended') ended.push(leftover.server_id);
  }
  // What is said next is written into their logs, which nobody else may be mending then.
  await mended;
  return ended;
}

function imageCalls(images: Images): Pick<ThreadHandlers<HostingCalls>, 'loadImage' | 'removeImage' | 'copyOut'> {
  return {
    loadImage: (stored, signal) => images.load(stored, signal),
    removeImage: (sha256) => images.remove(sha256),
    copyOut: (wanted, signal) => images.copyOut(wanted, signal),
  };
}

type UsageRates = {
  /** The rates since the look before; a server that is seen for the first time has used nothing yet. */
  next(usages: ReadonlyMap<string, Usage>, at: number): UsageNow[];
};

/** Who was not seen for so long has ended. */
const KEPT_MS = 10_000;

/** What each server used, second by second, as rates. */
function createUsageRates(): UsageRates {
  // Not each look is at all of them: processes and containers are looked at apart.
  let before = new Map<string, { cpuMs: number; at: number }>();
  return {
    next: (usages, at) => {
      const seen = new Map<string, { cpuMs: number; at: number }>();
      const rates = [...usages].map(([server_id, { cpuMs, memoryBytes, processes, over = [] }]): UsageNow => {
        const last = before.get(server_id);
        seen.set(server_id, { cpuMs, at });
        const cpu =
          last === undefined || at <= last.at ? 0 : Math.round(((cpuMs - last.cpuMs) * 1000) / (at - last.at));
        return { server_id, cpu: Math.max(0, cpu), memory: memoryBytes, processes, over };
      });
      const lately = [...before].filter(([, last]) => at - last.at < KEPT_MS);
      before = new Map([...lately, ...seen]);
      return rates;
    },
  };
}
