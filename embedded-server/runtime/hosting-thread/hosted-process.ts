// One server in the hosting thread: launched, its output logged, waited for until it listens, and ended.

import { realpath } from 'node:fs/promises';
import { tailFolder } from '../../files/logs/tail-folder.ts';
import { type PlayerWatch, watchPlayers } from '../queries/watch-players.ts';
import type { Exit, Launched, OpenPort, Runner } from '../runner/runner.ts';
import type { Sdk } from '../sdk/sdk-ports.ts';
import { commandLine } from './command-line.ts';
import { type HostedSdk, openHostedSdk, type SdkEvents } from './hosted-sdk.ts';
import type { ListeningWatch } from './listening-watch.ts';
import type { StartPlan } from './messages.ts';
import { type Stop, stopper } from './stop-hosted.ts';

/** How many lines an end or a silence is reported with. */
const TAIL_LINES = 20;

export type HostedLog = {
  write(stream: 'std_out' | 'std_err' | 'file', chunk: Buffer): Promise<void> | undefined;
  note(text: string): void;
  /** None where they cannot be read. Never rejects. */
  tail(count: number): Promise<string[]>;
};
export type HostedParts = {
  runner: Runner;
  listening: ListeningWatch;
  sdk: Sdk;
  /** How long it may take from when it listens until it says that it is ready. */
  readyWithinMs: number;
  log: HostedLog;
  onProblem(thrown: unknown): void;
  /** It can be joined. */
  onListening(open: OpenPort[]): void;
  /** How many play on it, where it answers a query. */
  onQueried(players: number | undefined): void;
  sdkEvents: Omit<SdkEvents, 'onReady' | 'note'>;
  onSilent(open: OpenPort[], tail: string[]): void;
  onEnded(exit: Exit, tail: string[], ranMs: number): void;
};
export type Hosted = {
  readonly launched: Launched;
  /** Types a line into its console. Throws why nobody would read it. */
  type(line: string): void;
  readonly stop: Stop;
};

export async function hostProcess(parts: HostedParts, plan: StartPlan): Promise<Hosted> {
  const { log, listening } = parts;
  const { server_id, expected } = plan;
  log.note(`Starting ${commandLine(plan)}`);
  const sdk = await openSdk(parts, plan);
  // As long as its own folder is only ours: a link that it puts there later leads anywhere.
  const logs = await realpath(plan.logFolder).catch(() => plan.logFolder);
  const launched = await launchWithSdk(parts, plan, sdk);
  const launchedAt = performance.now(); // what its start took, as to build its wall, it did not run
  const players = askWhoPlays(parts, plan);
  listening.await({
    server_id,
    expected,
    onListening: (open) => {
      players.start();
      sdk.listens(open);
    },
    onSilent: (open) => {
      void log.tail(TAIL_LINES).then((tail) => parts.onSilent(open, tail));
    },
  });
  const files = tailFolder({
    root: logs,
    onChunk: (chunk) => log.write('file', chunk),
    onProblem: log.note,
    onFailed: parts.onProblem,
  });
  let isAsked = false;
  const follow = async () => {
    const exit = await untilEnded(launched, () => isAsked, log);
    const ranMs = performance.now() - launchedAt;
    listening.forget(server_id);
    players.stop();
    await sdk.close();
    await files.stop();
    parts.onEnded(exit, await log.tail(TAIL_LINES), ranMs);
  };
  const ended = follow();
  // Who stops it is told as well. Told to nobody it would end this thread, and with it all servers.
  ended.catch(parts.onProblem);
  const stop = stopper({ launched, log, stopCommand: plan.stopCommand }, ended);
  return {
    launched,
    type: (line) => {
      launched.type(line);
      log.note(`> ${line}`);
    },
    stop: (graceMs) => {
      isAsked = true;
      sdk.stops();
      players.stop();
      return stop(graceMs);
    },
  };
}

/** From when it listens until it is asked to end. */
function askWhoPlays({ onQueried, log }: HostedParts, { players }: StartPlan) {
  let watch: PlayerWatch | undefined;
  return {
    start: () => {
      if (players !== undefined) watch = watchPlayers(players, { onPlayers: onQueried, note: log.note });
    },
    stop: () => watch?.stop(),
  };
}

async function openSdk(parts: HostedParts, plan: StartPlan): Promise<HostedSdk> {
  const { sdk, readyWithinMs, sdkEvents, onListening, log } = parts;
  return await openHostedSdk(sdk, plan, { ...sdkEvents, readyWithinMs, onReady: onListening, note: log.note });
}

async function launchWithSdk({ runner, log }: HostedParts, plan: StartPlan, sdk: HostedSdk): Promise<Launched> {
  const environment = { ...plan.environment, ...sdk.variables };
  try {
    const launched = await runner.launch({
      ...plan,
      environment,
      onOutput: (stream, chunk) => log.write(stream, chunk),
    });
    sdk.started(launched);
    return launched;
  } catch (thrown) {
    await sdk.close();
    throw thrown;
  }
}

/**
 * A server may start another process and end its first one well: then it lives on in the other. One that was asked to end has
 * its grace for all its processes: of a start script and the game that it started, the script is gone first. After any other
 * end of the first, what it left behind is ended as well.
 */
async function untilEnded(launched: Launched, isAsked: () => boolean, log: HostedLog): Promise<Exit> {
  const exit = await launched.exited;
  const isWaitedFor = isAsked() || exit.code === 0;
  if (isWaitedFor && (await launched.isTreeAlive())) {
    log.note(
      isAsked()
        ? 'Its first process ended. The others have the rest of the time.'
        : 'Its first process ended well and left others running. It lives as long as they do.',
    );
    await launched.gone;
    return exit;
  }
  await launched.kill();
  return exit;
}
