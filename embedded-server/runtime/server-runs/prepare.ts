// Gets everything about a server ready that does not depend on ports: its build unpacked, its settings gathered, its folder.
import { type KeptSet, prepareKept } from '../kept/prepare-kept.ts';
import { CONTAINER_MARK, type ContainerImage } from '../runner/runner.ts';
import type { ServerRecord } from '../server-records/store.ts';
import { requireWall } from '../walls/isolation.ts';
import { hasMounts } from '../walls/wall.ts';
import type { Undo } from './cleanup-stack.ts';
import { fillPlaces } from './fill-places.ts';
import {
  answeredResources,
  type GatheredSettings,
  type Guess,
  gatherSettings,
  plainPorts,
  type Sources,
} from './gather-run-settings.ts';
import { readManifest, type StartLine, startLineOf } from './program.ts';
import type { PreparedBuild, RunContext, RunDependencies } from './run-dependencies.ts';
import { type BuildCopy, makeWorkingFolder } from './working-folder.ts';

/** What to start: a program of this machine, or what an image names. */
export type Start = { line: StartLine; copy: NonNullable<BuildCopy> } | { image: ContainerImage };

export type Prepared = {
  settings: GatheredSettings;
  start: Start;
  /** Its own working folder. */
  folder: string;
  belongs: RunContext;
  /** Undefined where nothing is kept. */
  kept: KeptSet | undefined;
};

export async function prepareServer(
  dependencies: RunDependencies,
  server: ServerRecord,
  signal: AbortSignal,
  undo: Undo,
): Promise<Prepared> {
  signal.throwIfAborted();
  const build = await dependencies.useBuild(server, signal);
  undo.add(() => build.release());
  const belongs = dependencies.belongs(server);
  const sources = {
    request: server.wish,
    version: belongs.settings,
    ...(await settingsOfBuild(dependencies, build, signal)),
  };
  const settings = gatherSettings(sources, dependencies.serverLimits.memory);
  const { machineResources } = dependencies;
  const folder = dependencies.workingFolder(server.server_id);
  const start = await startOf(dependencies, build, folder, settings.program);
  signal.throwIfAborted();
  requireFillable(settings);
  await makeWorkingFolder(folder, 'line' in start ? start.copy : undefined);
  const kept = await prepareKept(
    { ...dependencies.kept, copyOut: copierOf(dependencies, server, signal) },
    server,
    { keep: settings.keep, from: keptFrom(start), folder, serverCount: belongs.serverCount },
    { signal, undo },
  );
  dependencies.records.change(server.server_id, {
    ports: plainPorts(settings.ports),
    ...answeredResources(settings.limits, machineResources),
    kill_timeout: settings.killTimeout,
    runtime: { arguments: settings.arguments, environment: settings.environment },
  });
  return { settings, start, folder, belongs, kept };
}

function keptFrom(start: Start) {
  if ('image' in start) return start;
  const { build, builder } = start.copy;
  return { build, hasMounts: builder !== undefined && hasMounts(builder) };
}

function copierOf({ records, host }: RunDependencies, { server_id }: ServerRecord, signal: AbortSignal) {
  return async (image: string, place: string, to: string) => {
    // What makes the container may be cut off, and whoever comes then looks for it.
    records.change(server_id, { identity: CONTAINER_MARK });
    return await host.call('copyOut', { server_id, image, place, to }, signal);
  };
}

/** What cannot be filled in is known before a server that runs makes room for this one. */
function requireFillable({ arguments: words, ports }: GatheredSettings): void {
  const names = Object.keys(plainPorts(ports)).map((name) => [name, 0] as const);
  const values = { ports: new Map(names), host: '', logdir: '' };
  for (const word of words) fillPlaces(word, values);
}

async function startOf(
  { nodeProgram, findWall, mayHostUnisolated }: RunDependencies,
  build: PreparedBuild,
  folder: string,
  program: string | undefined,
): Promise<Start> {
  if ('image' in build) return build;
  const wall = await findWall();
  requireWall(wall, mayHostUnisolated);
  const line = await startLineOf({ build: build.folder, own: folder }, program, nodeProgram);
  const { copy: kind, builder } = wall.isThere ? wall : { copy: 'made' as const, builder: undefined };
  return { line, copy: { build: build.folder, kind, builder } };
}

async function settingsOfBuild(
  dependencies: RunDependencies,
  build: PreparedBuild,
  signal: AbortSignal,
): Promise<Pick<Sources, 'manifest' | 'guess'>> {
  if ('image' in build) return { manifest: undefined, guess: guessOfImage(build.image) };
  const manifest = await readManifest(build.folder);
  const noGuess = { arguments: [], ports: {} };
  return { manifest, guess: manifest === undefined ? await dependencies.guess(build.folder, signal) : noGuess };
}

const EXPOSED = /^(?<port>\d+)\/(?<protocol>tcp|udp)$/;

/** What an image says of itself: the ports that it exposes, which its server listens on whatever it is told. */
function guessOfImage({ ports }: Pick<ContainerImage, 'ports'>): Guess {
  const named = ports.flatMap((text) => {
    const { port, protocol } = EXPOSED.exec(text)?.groups ?? {};
    if (port === undefined || (protocol !== 'tcp' && protocol !== 'udp')) return [];
    return [[`${protocol}-${port}`, { protocol, internal_port: Number(port) }] as const];
  });
  return { arguments: [], ports: Object.fromEntries(named) };
}
