// Instances for a command that runs and ends: the remotes that are kept, and a client for the one that it is about.
import path from 'node:path';
import { findRunningService } from '../../../embedded-server/index.ts';
import { AppError } from '../../../src-shared/errors/app-error.ts';
import { isLoopbackHostname } from '../../../src-shared/host-address.ts';
import { createServiceClient, type ServiceClient } from '../../../src-shared/service/client.ts';
import { typedToken } from '../../../src-shared/typed-fields.ts';
import { createFileSecrets, describeFile } from '../host/secrets.ts';
import { readAddress } from '../http/address.ts';
import type { Trust } from '../http/certificate-trust.ts';
import { type Network, openNetwork } from '../http/network.ts';
import { mayCarryToken } from '../http/token-in-clear.ts';
import { createHttpTransport } from '../http/transport.ts';
import { openSettingsFile } from '../settings/settings-file.ts';
import { createSettingsService } from '../settings/settings-service.ts';
import type { AddOptions } from './add-remote.ts';
import { caFileOf } from './instance-service.ts';
import { LOCAL_ID } from './local-instance.ts';
import { tokenName } from './remote-instance.ts';
import { createRemoteStore, type InstanceMarks, type RemoteRecord } from './remote-store.ts';

export type { AddOptions } from './add-remote.ts';
export { addRemote } from './add-remote.ts';
export { createDeviceLinks } from './device-links.ts';

export type KeptRemotes = AddOptions & {
  /** Answers the name that it had. */
  remove(nameOrId: string): Promise<string>;
  rename(nameOrId: string, name: string): string;
  /** Where the app has Local's data, if not in the usual folder. */
  localFolder(): string | undefined;
};

/** The remotes as the app keeps them, for commands that change the list. */
export async function openKeptRemotes(appFolder: string): Promise<KeptRemotes> {
  const settingsFile = await openSettingsFile(appFolder);
  const settings = createSettingsService(settingsFile);
  const store = createRemoteStore(settingsFile);
  const file = path.join(appFolder, 'secrets.json');
  const secrets = createFileSecrets({ file, describe: () => describeFile(file) });
  return {
    store,
    secrets,
    caFile: () => caFileOf(settings),
    localFolder: () => settings.get().data_folder,
    onCall: () => undefined,
    onToken: () => undefined,
    onAdded: async (record) => store.put(record),
    remove: async (nameOrId) => {
      const { id, name } = findRemote(store.list(), nameOrId);
      store.remove(id);
      await secrets.remove(tokenName(id));
      return name;
    },
    rename: (nameOrId, wanted) => {
      const { id, name } = findRemote(store.list(), nameOrId);
      const isTaken = wanted === 'Local' || store.list().some((other) => other.name === wanted && other.id !== id);
      if (isTaken) throw new AppError('INSTANCE_EXISTS', 'instance.name-taken', { name: wanted });
      store.rename(id, wanted);
      return name;
    },
  };
}

type TargetMarks = Pick<InstanceMarks, 'is_read_only' | 'protected_namespaces'>;

export type Target = {
  readonly client: ServiceClient;
  readonly url: string;
  /** The way to it, for what goes there beside calls. */
  readonly network: Network;
  readonly caFile: string | undefined;
  /** What a person marked on it, where it is kept or found on this machine. */
  readonly marks: TargetMarks;
  close(): void;
};

export type TargetOptions = {
  /** An address, with the token beside it. */
  url?: string | undefined;
  token?: string | undefined;
  /** Or the name of a remote that is kept. */
  remote?: string | undefined;
  /** Or else the service that runs on this folder. */
  dataFolder: string;
  appFolder: string;
  allowInTheClear?: boolean;
};

/** The instance that a command is about. */
export async function openTarget(options: TargetOptions): Promise<Target> {
  const kept = await openKeptRemotes(options.appFolder);
  const { url, token, pinned, ids } = await findAddress(options, kept);
  if (!typedToken.safeParse(token).success) {
    throw new AppError('TOKEN_MISSING', 'token.odd-characters');
  }
  const caFile = kept.caFile();
  const trust: Trust = { pinned, caFile };
  const network = await openNetwork(trust);
  const transport = createHttpTransport({ url, token, network });
  const marks = uniteMarks(ids.map(kept.store.marks));
  return { client: createServiceClient(transport), url, network, caFile, marks, close: network.close };
}

/** What is marked on any of them counts. */
function uniteMarks(all: readonly InstanceMarks[]): TargetMarks {
  return {
    is_read_only: all.some((marks) => marks.is_read_only),
    protected_namespaces: all.flatMap((marks) => marks.protected_namespaces),
  };
}

/** `ids`: under which it is marked. */
type Found = { url: string; token: string; pinned?: Trust['pinned']; ids: readonly string[] };

async function findAddress(options: TargetOptions, kept: KeptRemotes): Promise<Found> {
  if (options.url !== undefined) return fromAddress(options.url, options, kept);
  if (options.remote !== undefined) {
    const { id, name, url, pinned } = findRemote(kept.store.list(), options.remote);
    const token = options.token ?? (await kept.secrets.get(tokenName(id)));
    if (token !== undefined) return { url, token, pinned, ids: [id] };
    throw new AppError('TOKEN_MISSING', 'cli.token-not-kept', { name });
  }
  const running = await findRunningService(options.dataFolder);
  // Marks name games by their ids, which no other service has: in another data folder than Local's none of them applies.
  if (running !== undefined) return { url: running.url, token: options.token ?? running.token, ids: [LOCAL_ID] };
  throw new AppError('INSTANCE_UNREACHABLE', 'cli.no-service', { folder: options.dataFolder });
}

/** An address that is among the kept remotes brings its certificate, and its token where none is given. */
async function fromAddress(text: string, options: TargetOptions, kept: KeptRemotes): Promise<Found> {
  const url = readAddress(text);
  const records = kept.store.list().filter((record) => record.url === url);
  const [known] = records;
  if (!mayCarryToken(url, { allow_in_the_clear: options.allowInTheClear }, known)) {
    throw new AppError('TOKEN_IN_CLEAR', 'cli.not-https', { url });
  }
  const token = options.token ?? (await onlyToken(url, records, kept));
  if (token === undefined) throw new AppError('TOKEN_MISSING', 'cli.token-needed', { url });
  const ids = records.map(({ id }) => id);
  return { url, token, pinned: known?.pinned, ids: (await isLocal(url, options, kept)) ? [LOCAL_ID, ...ids] : ids };
}

/** Whether Local answers at an address, in the folder that the command or the app has its data in. */
async function isLocal(url: string, { dataFolder }: TargetOptions, { localFolder }: KeptRemotes): Promise<boolean> {
  for (const folder of new Set([dataFolder, localFolder() ?? dataFolder])) {
    const running = await findRunningService(folder).catch(() => undefined); // one that cannot be read is not what is asked for
    if (running !== undefined && isSameService(running.url, url)) return true;
  }
  return false;
}

/** This machine has several names for itself. */
function isSameService(one: string, other: string): boolean {
  const [first, second] = [new URL(one), new URL(other)];
  const isHere = isLoopbackHostname(first.hostname) && isLoopbackHostname(second.hostname);
  return first.port === second.port && (isHere || first.hostname === second.hostname);
}

/** Of several with that address nobody can know which is meant. */
async function onlyToken(url: string, records: readonly RemoteRecord[], { secrets }: KeptRemotes) {
  const [known, ...more] = records;
  if (known === undefined) return undefined;
  if (more.length === 0) return await secrets.get(tokenName(known.id));
  const names = records.map(({ name }) => name).join(', ');
  throw new AppError('TOKEN_MISSING', 'cli.several-remotes', { url, names });
}

function findRemote<R extends { id: string; name: string; url: string }>(records: readonly R[], wanted: string): R {
  const found = records.find(({ id, name, url }) => id === wanted || name === wanted || url === wanted);
  if (found !== undefined) return found;
  const names = records.map(({ name }) => name).join(', ');
  throw new AppError('INSTANCE_NOT_FOUND', 'cli.no-remote', {
    name: wanted,
    known: names === '' ? 'None is kept yet; see slipway remote add.' : `Kept are: ${names}.`,
  });
}
