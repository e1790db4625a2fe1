// What the hosting thread is told to start: program or image, arguments and environment with everything filled in.
import path from 'node:path';
import { everywhereFor, formatEndpoint, LOOPBACK } from '../../../src-shared/host-address.ts';
import { transportsOf } from '../../../src-shared/service/port-faults.ts';
import { chownTree } from '../../platform/storage/chown-tree.ts';
import { FOLDER_INSIDE } from '../containers/create-arguments.ts';
import type { StartPlan } from '../hosting-thread/messages.ts';
import type { KeptSet } from '../kept/prepare-kept.ts';
import type { ProcessPlan } from '../runner/runner.ts';
import type { SdkSettings } from '../sdk/sdk-settings.ts';
import type { ServerRecord } from '../server-records/store.ts';
import { planWall, wallFolders, wallVariables } from '../walls/plan-wall.ts';
import type { OwnCopy } from '../walls/wall.ts';
import { fillPlaces, type PlaceValues } from './fill-places.ts';
import { fillTemplateFiles } from './fill-template-files.ts';
import type { Opened } from './open-ports.ts';
import type { Prepared } from './prepare.ts';
import type { RunDependencies } from './run-dependencies.ts';
import { machineEnvironment, type ServerFacts, serverEnvironment } from './server-environment.ts';
import { LOG_FOLDER } from './working-folder.ts';

type Run = { prepared: Prepared; opened: Opened };
/** How the server sees its own folder, and where it has to listen. */
type Inside = { folder: string; host: string };

/** An engine that runs its containers in a machine of its own leads ports to all addresses of that machine. */
const ALL_ADDRESSES = '0.0.0.0';

export async function planStart(dependencies: RunDependencies, server: ServerRecord, run: Run): Promise<StartPlan> {
  const { settings, start, folder } = run.prepared;
  const shared = {
    server_id: server.server_id,
    folder,
    limits: settings.limits,
    expected: run.opened.expected,
    logFolder: path.join(folder, LOG_FOLDER),
    ...(settings.stopCommand === undefined ? {} : { stopCommand: settings.stopCommand }),
    ...questionOf(run),
    // From a machine of its own a container does not reach ours.
    ...('image' in start && start.image.isElsewhere ? {} : { sdk: sdkOf(dependencies, server, run) }),
  };
  if ('line' in start) {
    const { facts, texts, values } = tell(dependencies, server, run, { folder, host: hostOf(run.opened) });
    const { keep, templates } = settings;
    await fillTemplateFiles({ build: start.copy.build, folder, keep, templates }, values);
    const rights = await rightsOf(dependencies, start, { ...shared, kept: run.prepared.kept });
    const ofWall = rights.wall === undefined ? {} : wallVariables(rights.wall);
    const base = { ...machineEnvironment(process.env, folder), ...ofWall };
    const environment = serverEnvironment(facts, settings.environment, base);
    const { program, before } = start.line;
    return {
      ...shared,
      program,
      arguments: [...before, ...texts],
      environment,
      ...rights,
    };
  }
  const { image } = start;
  const host = image.isElsewhere ? ALL_ADDRESSES : hostOf(run.opened);
  const { facts, texts } = tell(dependencies, server, run, { folder: FOLDER_INSIDE, host });
  const publish = run.opened.expected.flatMap(({ protocol, port }) =>
    transportsOf(protocol).map((transport) => ({ protocol: transport, port })),
  );
  return {
    ...shared,
    image,
    publish,
    kept: run.prepared.kept?.folders ?? [],
    arguments: texts,
    environment: serverEnvironment(facts, settings.environment, {}),
  };
}

/**
 * Where the server listens so that all of its ports are reached. Behind the guard that is loopback, so that nobody gets past it; beside
 * ports of its own all addresses, as there is one `{host}` for all.
 */
function hostOf({ expected }: Opened): string {
  const [host = LOOPBACK, ...others] = new Set(expected.map(({ reachedAt }) => reachedAt));
  if (others.length === 0) return host;
  return everywhereFor([host, ...others].find((one) => one.includes(':')) ?? host);
}

/** Where the ports came from somebody else than its slipway.json, there may be none of that name. */
function questionOf({ prepared: { settings }, opened }: Run): Pick<StartPlan, 'players'> {
  const { players, ports } = settings;
  const port = opened.expected.find(({ name }) => name === players?.port)?.port;
  if (players === undefined || port === undefined) return {};
  return { players: { query: players.query, port, proxyProtocol: ports[players.port]?.proxy_protocol } };
}

function sdkOf(dependencies: RunDependencies, server: ServerRecord, { prepared, opened }: Run): SdkSettings {
  return {
    ...prepared.settings.sdk,
    about: {
      name: server.server_id,
      namespace: prepared.belongs.namespaceName,
      createdAt: server.create_ts,
      address: dependencies.address().publicHost,
      ports: [...opened.publicPorts].map(([name, port]) => ({ name, port })),
    },
  };
}

/** What it is kept behind, or else who it is, where that is not us. */
async function rightsOf(
  { nodeProgram, serverLimits, serverUser }: RunDependencies,
  { line, copy: { build, kind, builder } }: Extract<Prepared['start'], { line: unknown }>,
  { server_id, folder, kept }: { server_id: string; folder: string; kept: KeptSet | undefined },
): Promise<Pick<ProcessPlan, 'wall' | 'user'>> {
  if (builder === undefined) return await asUser(serverUser, [folder, ...sourcesOf(kept)]);
  const { work } = wallFolders(folder);
  const copy: OwnCopy = kind === 'overlay' ? { kind, build, work } : { kind };
  // The folders of servers are in one below that with all data.
  const hidden = path.dirname(path.dirname(folder));
  const { program } = line;
  const owner = kept?.owner ?? server_id;
  return {
    wall: await planWall({
      owner,
      kept: kept?.folders ?? [],
      builder,
      copy,
      folder,
      hidden,
      program,
      nodeProgram,
      openFiles: serverLimits.openFiles,
    }),
  };
}

/** A user other than us is given the folders that it may write in. */
async function asUser(user: number | undefined, folders: readonly string[]): Promise<Pick<ProcessPlan, 'user'>> {
  if (user === undefined) return {};
  for (const folder of folders) await chownTree(folder, user);
  return { user };
}

function sourcesOf(kept: KeptSet | undefined): string[] {
  return (kept?.folders ?? []).map(({ source }) => source);
}

function tell(
  dependencies: RunDependencies,
  server: ServerRecord,
  { prepared, opened }: Run,
  inside: Inside,
): { facts: ServerFacts; texts: string[]; values: PlaceValues } {
  const { settings, belongs } = prepared;
  const ports = new Map(opened.expected.map(({ name, port }) => [name, port]));
  const logdir =
    inside.folder === FOLDER_INSIDE ? `${FOLDER_INSIDE}/${LOG_FOLDER}` : path.join(inside.folder, LOG_FOLDER);
  const values = { ports, host: inside.host, logdir };
  const { publicHost } = dependencies.address();
  return {
    values,
    texts: settings.arguments.map((argument) => fillPlaces(argument, values)),
    facts: {
      server_id: server.server_id,
      game_id: server.game_id,
      namespace_id: server.namespace_id,
      namespaceName: belongs.namespaceName,
      version_id: server.version_id,
      versionName: belongs.versionName,
      region: belongs.regionName,
      host: inside.host,
      logdir,
      ports,
      addresses: new Map([...opened.publicPorts].map(([name, port]) => [name, formatEndpoint(publicHost, port)])),
    },
  };
}
