// The core with the real service in its thread, a real bridge, and a window's end of it that mirrors what it is told.
import type { Worker } from 'node:worker_threads';
import { onTestFinished } from 'vitest';
import { type Core, createCore } from '../../src-main/core/core.ts';
import { type BridgeClient, createBridgeClient } from '../../src-shared/bridge/client.ts';
import { type SlipwayBridge, slipwayBridge } from '../../src-shared/bridge/contract.ts';
import { serveBridge } from '../../src-shared/bridge/serve.ts';
import { memoryTransportPair } from '../../src-shared/bridge/transport.ts';
import type { InstanceIn, InstanceState, InstanceView, LocalView } from '../../src-shared/instances/bridge.ts';
import { type CoreTestOptions, createTestHost, type TestHost, testCoreOptions } from './core-options.ts';
import { closeAtEnd, startOnce } from './start-once.ts';
import { makeTempFolder } from './temp-folder.ts';
import { until } from './until.ts';

export type TestCore = {
  core: Core;
  host: TestHost;
  folder: string;
  client: BridgeClient<SlipwayBridge>;
  /** Every frame that the core sent, as text. */
  frames: string[];
  /** The states that Local went through. */
  states: string[];
  instances(): InstanceView[];
  instance(id: string): InstanceView | undefined;
  /** Local, once it is known. */
  local(): LocalView | undefined;
  whenState<S extends InstanceState>(id: string, state: S): Promise<InstanceIn<S>>;
  crash(): Promise<unknown> | undefined;
};

/**
 * Call this outside of tests, and what it answers within them: one core for the whole file, for tests that leave Local as it was. The
 * remotes that a test adds go with it.
 */
export function coreForAll(options: CoreTestOptions = {}): () => Promise<TestCore> {
  const started = startOnce(() => startTestCore(options));
  return async () => {
    const core = await started();
    onTestFinished(async () => {
      for (const { id, kind } of core.instances()) {
        if (kind === 'remote') await core.client.call('instances.remove', { instance_id: id });
      }
    });
    return core;
  };
}

/** Starts it all; it is closed when the test ends. */
export async function startTestCore(options: CoreTestOptions = {}): Promise<TestCore> {
  const folder = options.folder ?? (await makeTempFolder('core'));
  const host = createTestHost(options.picked ?? null, folder);
  const workers: Worker[] = [];
  const remember = (worker: Worker) => void workers.push(worker);
  process.on('worker', remember);
  const core = createCore(await testCoreOptions(folder, host, options));
  const client = createBridgeClient(slipwayBridge);
  const [coreEnd, windowEnd] = memoryTransportPair();
  closeAtEnd(async () => {
    process.off('worker', remember);
    coreEnd.close(); // what the window follows ends with it
    await core.close();
  });
  const frames: string[] = [];
  windowEnd.onFrame((frame) => frames.push(JSON.stringify(frame)));
  serveBridge(core.offer, coreEnd);
  client.attach(windowEnd);
  let list: InstanceView[] = [];
  const states: string[] = [];
  const take = (next: InstanceView[]) => {
    list = next;
    const state = next.find(({ id }) => id === 'local')?.state;
    if (state !== undefined && states.at(-1) !== state) states.push(state);
  };
  client.subscribe('instances', {}, { next: take });
  await core.start();
  const instance = (id: string) => list.find((one) => one.id === id);
  return {
    core,
    host,
    folder,
    client,
    frames,
    states,
    instances: () => list,
    instance,
    local: () => list.find((one) => one.kind === 'local'),
    whenState: async <S extends InstanceState>(id: string, state: S) => {
      await until(() => instance(id)?.state === state, `${id} to be ${state}, not ${instance(id)?.state}`);
      return instance(id) as InstanceIn<S>;
    },
    crash: () => workers.at(-1)?.terminate(),
  };
}
