// Gets everything about a server ready that does not depend on ports: its build unpacked, its settings gathered, its folder.
import type { ServerRecord } from '../servers/store.ts';
import { readManifest, type StartLine, startLineOf } from './program.ts';
import { type GatheredSettings, gatherSettings } from './run-settings.ts';
import type { Belongs, PreparedBuild, Surroundings } from './surroundings.ts';
import type { Undo } from './undo.ts';
import { makeWorkingFolder } from './working-folder.ts';

export type Prepared = {
  build: PreparedBuild;
  settings: GatheredSettings;
  startLine: StartLine;
  /** Its own working folder. */
  folder: string;
  belongs: Belongs;
};

export async function prepareServer(
  around: Surroundings,
  server: ServerRecord,
  signal: AbortSignal,
  undo: Undo,
): Promise<Prepared> {
  signal.throwIfAborted();
  const build = await around.useBuild(server, signal);
  undo.add(() => build.release());
  const manifest = await readManifest(build.folder);
  const noGuess = { arguments: [], ports: {} };
  const guess = manifest === undefined ? await around.guess(build.folder, signal) : noGuess;
  const belongs = around.belongs(server);
  const settings = gatherSettings(
    { wish: server.wish, version: belongs.settings, manifest, guess },
    around.defaultResources,
  );
  const startLine = await startLineOf(build.folder, settings.program, around.nodeProgram);
  signal.throwIfAborted();
  const folder = around.workingFolder(server.server_id);
  await makeWorkingFolder(folder, build.folder);
  around.records.change(server.server_id, {
    ports: settings.ports,
    cpu: settings.resources.cpu,
    memory: settings.resources.memory,
    kill_timeout: settings.killTimeout,
    runtime: { arguments: settings.arguments, environment: settings.environment },
  });
  return { build, settings, startLine, folder, belongs };
}
