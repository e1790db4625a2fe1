// Follows the instances and asks for what a person can do about one. Each request says its own failure.
import { asAppError } from '../../../src-shared/errors/app-error.ts';
import { client } from '../../bridge/client.ts';
import { say } from '../../ui/notices/notices-actions.ts';
import { type InstanceBusy, useInstances } from './instances-store.ts';

/** Mirrors the instances until the answer is called. */
export function followInstances(): () => void {
  return client.subscribe('instances', {}, { next: (instances) => useInstances.setState({ instances }) });
}

/** Mirrors the last log lines of an instance until the answer is called. */
export function followLog(instanceId: string): () => void {
  return client.subscribe(
    'instances.log',
    { instance_id: instanceId },
    {
      next: (lines) => useInstances.setState((state) => ({ logs: { ...state.logs, [instanceId]: lines } })),
    },
  );
}

/** Opens an instance: the sidebar shows its games. */
export function openInstance(instanceId: string): void {
  useInstances.setState({ openId: instanceId });
}

/** Starts the local service again. */
export function restartInstance(instanceId: string, name: string): Promise<void> {
  return whileBusy(instanceId, 'restart', `${name} did not start`, async () => {
    await client.call('instances.restart', { instance_id: instanceId });
  });
}

/** Starts the local service on a fresh folder beside the old one. */
export function startOnFreshFolder(instanceId: string, name: string): Promise<void> {
  return whileBusy(instanceId, 'fresh_folder', `${name} did not start on a fresh folder`, async () => {
    const { data_folder: folder } = await client.call('instances.useFreshFolder', { instance_id: instanceId });
    say({ state: 'done', title: `${name} runs on a fresh folder`, detail: `${folder}. The old one stays as it is.` });
  });
}

/** Lets the person pick another data folder. */
export function chooseFolder(instanceId: string): Promise<void> {
  return whileBusy(instanceId, 'choose_folder', 'The data folder was not changed', async () => {
    const { data_folder: folder } = await client.call('instances.chooseFolder', { instance_id: instanceId });
    if (folder !== null) say({ state: 'done', title: 'Data folder changed', detail: `Local restarts on ${folder}.` });
  });
}

/** Shows the data folder in the system's file manager. */
export async function showFolder(instanceId: string): Promise<void> {
  try {
    await client.call('instances.showFolder', { instance_id: instanceId });
  } catch (thrown) {
    say({ state: 'failed', title: 'The folder could not be shown', detail: asAppError(thrown).message });
  }
}

async function whileBusy(instanceId: string, busy: InstanceBusy, failure: string, run: () => Promise<void>) {
  if (useInstances.getState().busy[instanceId] !== undefined) return;
  setBusy(instanceId, busy);
  try {
    await run();
  } catch (thrown) {
    const error = asAppError(thrown);
    if (error.code !== 'CANCELLED') say({ state: 'failed', title: failure, detail: error.message });
  } finally {
    setBusy(instanceId, undefined);
  }
}

function setBusy(instanceId: string, busy: InstanceBusy | undefined): void {
  useInstances.setState((state) => ({ busy: { ...state.busy, [instanceId]: busy } }));
}
