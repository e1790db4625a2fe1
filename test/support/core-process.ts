// The app without its window in a process of its own, on a folder that outlives it: it can be killed at any moment, as an app
// can, and the next one finds what it left.
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { onTestFinished } from 'vitest';
import { type BridgeClient, createBridgeClient } from '../../src-shared/bridge/client.ts';
import { type SlipwayBridge, slipwayBridge } from '../../src-shared/bridge/contract.ts';
import type { InstanceView } from '../../src-shared/instances/bridge.ts';
import type { TransferView } from '../../src-shared/transfers/bridge.ts';
import { problemOf } from '../../src-shared/transfers/problem-of.ts';
import { bundledProgram, quietNode } from './bundled.ts';
import { until } from './until.ts';

export type CoreProcess = {
  readonly client: BridgeClient<SlipwayBridge>;
  transfer(id: string): TransferView | undefined;
  whenConnected(instance_id: string): Promise<void>;
  /** A signal of the system to it. */
  signal(name: NodeJS.Signals): void;
  whenTransfer(id: string, ...statuses: TransferView['status'][]): Promise<TransferView>;
  /** kill -9: nothing is asked, nothing is announced. */
  kill(): Promise<void>;
  /** The end that a person gives it. */
  quit(): Promise<void>;
};

/** `picked` is the folder that its shell lets a person pick. */
export async function startCoreProcess(
  folder: string,
  picked: string,
  env: Record<string, string> = {},
): Promise<CoreProcess> {
  const main = bundledProgram('core-process-main', 'test/support/core-process-main.ts');
  const child = fork(main, [folder, picked], { execArgv: quietNode, env: { ...process.env, ...env } });
  const gone = once(child, 'exit');
  const end = async (how: () => void) => {
    if (child.exitCode === null && child.signalCode === null) how();
    await gone;
  };
  onTestFinished(() => end(() => child.kill('SIGKILL')));
  await Promise.race([
    once(child, 'message'),
    gone.then(() => {
      throw new Error('The core ended before it was ready');
    }),
  ]);
  const client = createBridgeClient(slipwayBridge);
  client.attach(transportOf(child));
  let instances: InstanceView[] = [];
  let transfers: TransferView[] = [];
  client.subscribe('instances', {}, { next: (next) => (instances = next) });
  client.subscribe('transfers', {}, { next: (next) => (transfers = next) });
  const transfer = (id: string) => transfers.find((view) => view.id === id);
  const stateOf = (id: string) => instances.find((view) => view.id === id)?.state;
  return {
    client,
    transfer,
    signal: (name) => void child.kill(name),
    whenConnected: (id) => until(() => stateOf(id) === 'connected', `${id} to be connected, not ${stateOf(id)}`),
    whenTransfer: async (id, ...statuses) => {
      const now = () => transfer(id);
      const isThere = () => statuses.some((status) => status === now()?.status);
      await until(isThere, `${statuses.join(' or ')}, not ${now()?.status}: ${problemOf(now())?.message}`);
      return now() as TransferView;
    },
    kill: () => end(() => child.kill('SIGKILL')),
    quit: () => end(() => child.disconnect()),
  };
}

function transportOf(child: ChildProcess) {
  return {
    send: (frame: unknown) => {
      if (child.connected) child.send(frame as object);
    },
    onFrame: (listener: (frame: unknown) => void) => void child.on('message', listener),
    onClose: (listener: () => void) => void child.on('disconnect', listener),
    close: () => child.disconnect(),
  };
}
