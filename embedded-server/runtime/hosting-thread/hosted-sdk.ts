// The SDK of a hosted server: opened before it starts, told when it listens, and the two together say when it is ready.
import type { ServerSdk } from '../../../src-shared/service/server-sdk.ts';
import type { Launched, OpenPort } from '../runner/runner.ts';
import type { Sdk } from '../sdk/sdk-ports.ts';
import type { StartPlan } from './messages.ts';

export type SdkEvents = {
  /** It listens and, where it has to say so, has said that it is ready. */
  onReady(open: OpenPort[]): void;
  /** It listens, but has not said that it is ready in the time that it had. */
  onNotReady(): void;
  onShutdown(): void;
  onUnhealthy(seconds: number): void;
  onChanged(sdk: ServerSdk, players: number | undefined): void;
  note(text: string): void;
};
export type HostedSdk = {
  variables: Readonly<Record<string, string>>;
  started(launched: Launched): void;
  listens(open: OpenPort[]): void;
  /** It is asked to end: nobody waits for it any more. */
  stops(): void;
  close(): Promise<void>;
};

/** Changes in a row are reported as one. */
const TELL_AFTER_MS = 50;

export async function openHostedSdk(
  sdk: Sdk,
  { sdk: settings }: Pick<StartPlan, 'sdk'>,
  { readyWithinMs, ...events }: SdkEvents & { readyWithinMs: number },
): Promise<HostedSdk> {
  if (settings === undefined) return withoutSdk(events);
  let hasSaidReady = settings.ready === 'listening';
  let isListening = false;
  let waiting: NodeJS.Timeout | undefined;
  let telling: NodeJS.Timeout | undefined;
  const settle = (ports: OpenPort[]) => {
    if (!hasSaidReady || !isListening) return;
    clearTimeout(waiting);
    events.onReady(ports);
  };
  const tell = () => {
    telling = undefined;
    const view = open.gameServer.view();
    if (view !== undefined) events.onChanged(view, open.gameServer.playerCount());
  };
  const open = await sdk.open(settings, {
    onReady: () => {
      if (hasSaidReady) return;
      hasSaidReady = true;
      // What was open when it began to listen may be another's by now.
      settle([]);
    },
    onShutdown: events.onShutdown,
    onUnhealthy: events.onUnhealthy,
    onChanged: () => {
      telling ??= setTimeout(tell, TELL_AFTER_MS);
    },
    note: events.note,
  });
  return {
    variables: open.variables,
    started: (launched) => {
      open.started(launched);
      tell();
    },
    listens: (ports) => {
      isListening = true;
      open.gameServer.listens();
      if (!hasSaidReady) waiting = setTimeout(events.onNotReady, readyWithinMs);
      settle(ports);
    },
    stops: () => {
      clearTimeout(waiting);
      open.gameServer.stopHealth();
    },
    close: async () => {
      clearTimeout(waiting);
      clearTimeout(telling);
      await open.close();
    },
  };
}

function withoutSdk({ onReady }: Pick<SdkEvents, 'onReady'>): HostedSdk {
  return {
    variables: {},
    started: () => {},
    listens: onReady,
    stops: () => {},
    close: () => Promise.resolve(),
  };
}
