// Follows the instances and asks for what a person can do about one. Each request says its own failure.
import { asAppError } from '../../../src-shared/errors/app-error.ts';
import type { InstanceView, LocalView, RemoteView, RunningServers } from '../../../src-shared/instances/bridge.ts';
import type { Message } from '../../../src-shared/text/message.ts';
import { client } from '../../bridge/client.ts';
import { phrase } from '../../text/t.ts';
import { copyAndSay } from '../../ui/notices/copy-and-say.ts';
import { say } from '../../ui/notices/notices-actions.ts';
import { instanceAddress } from './instances-selectors.ts';
import { type EndingKind, type InstanceBusy, type InstanceDialogKind, useInstances } from './instances-store.ts';

/** Mirrors the instances until the answer is called. */
export function followInstances(): () => void {
  return client.subscribe('instances', {}, { next: (instances) => useInstances.setState({ instances }) });
}

/** Mirrors the last log lines of an instance until the answer is called. */
export function followLog(instance_id: string): () => void {
  return client.subscribe(
    'instances.log',
    { instance_id },
    {
      next: (lines) => useInstances.setState((state) => ({ logs: { ...state.logs, [instance_id]: lines } })),
    },
  );
}

/** Opens an instance: the sidebar shows its games. */
export function openInstance(instance_id: string): void {
  useInstances.setState({ openId: instance_id });
}

/** Starts the local service again. */
export function restartInstance(instance_id: string, name: string): Promise<void> {
  return whileBusy(instance_id, 'restart', phrase('{name} did not start', { name }), async () => {
    await client.call('instances.restart', { instance_id });
  });
}

/** A service that does not answer within this time is one to restart. */
const ASK_MS = 3_000;

/** The same, but asks first where servers would end with it. */
export function askRestart(instance: InstanceView): Promise<unknown> {
  return askToEndServers(instance, 'restart', () => restartInstance(instance.id, instance.name));
}

/** Runs what ends the servers of an instance. Where any run, a person is asked first. */
export async function askToEndServers(
  instance: InstanceView | undefined,
  kind: EndingKind,
  run: () => Promise<unknown>,
): Promise<unknown> {
  if (instance?.state !== 'connected') return await run();
  const { id: instance_id } = instance;
  if (useInstances.getState().busy[instance_id] !== undefined) return;
  setBusy(instance_id, kind);
  const running = await countRunning(instance_id);
  setBusy(instance_id, undefined);
  if (running === undefined || running.servers === 0) return await run();
  return useInstances.setState({ dialog: { kind, instance_id, ending: { ...running, run } } });
}

async function countRunning(instance_id: string): Promise<RunningServers | undefined> {
  try {
    return await client.call('instances.running', { instance_id }, { signal: AbortSignal.timeout(ASK_MS) });
  } catch {
    return undefined;
  }
}

/** Puts away what is said of the last crash of an instance. */
export function dismissCrash({ id, crash }: LocalView): void {
  useInstances.setState((state) => ({ seenCrash: { ...state.seenCrash, [id]: crash?.at } }));
}

/** Puts the notice away that a remote is of another version. */
export function dismissVersion({ id, version }: RemoteView): void {
  useInstances.setState((state) => ({ seenVersion: { ...state.seenVersion, [id]: version } }));
}

/** Starts the local service on a fresh folder beside the old one. */
export function startOnFreshFolder(instance_id: string, name: string): Promise<void> {
  return whileBusy(
    instance_id,
    'fresh_folder',
    phrase('{name} did not start on a fresh folder', { name }),
    async () => {
      const { data_folder: folder } = await client.call('instances.useFreshFolder', { instance_id });
      say({
        state: 'done',
        title: phrase('{name} runs on a fresh folder', { name }),
        detail: phrase('{folder}. The old one stays as it is.', { folder }),
      });
    },
  );
}

/** Lets the person pick another data folder, and asks first where servers would end with it. */
export function askChooseFolder(local: LocalView): Promise<unknown> {
  return askToEndServers(local, 'choose_folder', () => chooseFolder(local.id));
}

function chooseFolder(instance_id: string): Promise<void> {
  return whileBusy(instance_id, 'choose_folder', phrase('The data folder was not changed'), async () => {
    const { data_folder: folder } = await client.call('instances.chooseFolder', { instance_id });
    if (folder !== null)
      say({
        state: 'done',
        title: phrase('Data folder changed'),
        detail: phrase('Local restarts on {folder}.', { folder }),
      });
  });
}

/** Shows the data folder in the system's file manager. */
export async function showFolder(instance_id: string): Promise<void> {
  try {
    await client.call('instances.showFolder', { instance_id });
  } catch (thrown) {
    say({ state: 'failed', title: phrase('The folder could not be shown'), detail: asAppError(thrown).toMessage() });
  }
}

/** Opens a dialog about one instance. */
export function openInstanceDialog(kind: InstanceDialogKind, instance_id: string): void {
  useInstances.setState({ dialog: { kind, instance_id } });
}

/** Closes it. */
export function closeInstanceDialog(): void {
  useInstances.setState({ dialog: undefined });
}

/** Asks an instance now, and says in words what came of it. */
export function testConnection({ id, name }: InstanceView): Promise<void> {
  return whileBusy(id, 'test', phrase('{name} did not answer as expected', { name }), async () => {
    const { probe } = await client.call('instances.test', { instance_id: id });
    say({ state: 'done', title: phrase('{name} answers', { name }), detail: probe.sentence });
  });
}

/** Copies the whole address. */
export async function copyAddress(instance: InstanceView): Promise<void> {
  await copyAndSay(instance.url ?? `http://${instanceAddress(instance)}`);
}

/** While it is read-only, nothing is changed there from here. */
export async function setReadOnly({ id, name }: InstanceView, isReadOnly: boolean): Promise<void> {
  const found = await problemOf(client.call('instances.setReadOnly', { instance_id: id, is_read_only: isReadOnly }));
  if (found !== undefined) say({ state: 'failed', title: phrase('{name} was not changed', { name }), detail: found });
}

/** Gives it another name here. Answers what went wrong. */
export function renameInstance({ id }: InstanceView, name: string): Promise<string | undefined> {
  return problemOf(client.call('instances.rename', { instance_id: id, name }));
}

/** Gives it another token. Answers what went wrong. */
export function signInAgain({ id }: InstanceView, token: string): Promise<string | undefined> {
  return problemOf(client.call('instances.setToken', { instance_id: id, token }));
}

/** Trusts the certificate with this fingerprint. Answers what went wrong. */
export function pinCertificate({ id }: InstanceView, fingerprint: string): Promise<string | undefined> {
  return problemOf(client.call('instances.pinCertificate', { instance_id: id, fingerprint }));
}

/** Forgets it and its token. Answers what went wrong. */
export function removeInstance({ id }: InstanceView): Promise<string | undefined> {
  return problemOf(client.call('instances.remove', { instance_id: id }));
}

async function problemOf(call: Promise<unknown>): Promise<string | undefined> {
  try {
    await call;
    return undefined;
  } catch (thrown) {
    return asAppError(thrown).message;
  }
}

async function whileBusy(instance_id: string, busy: InstanceBusy, failure: Message, run: () => Promise<void>) {
  if (useInstances.getState().busy[instance_id] !== undefined) return;
  setBusy(instance_id, busy);
  try {
    await run();
  } catch (thrown) {
    const error = asAppError(thrown);
    if (error.code !== 'CANCELLED') say({ state: 'failed', title: failure, detail: error.toMessage() });
  } finally {
    setBusy(instance_id, undefined);
  }
}

function setBusy(instance_id: string, busy: InstanceBusy | undefined): void {
  useInstances.setState((state) => ({ busy: { ...state.busy, [instance_id]: busy } }));
}
