// How builds of Unity, Unreal and Godot are recognized, and how their servers are started.

import { messageFor } from '../../text/message.ts';
import type { EngineFound } from './engine-found.ts';
import { belowRoot, type IndexedBuild } from './indexed.ts';
import type { ListedFile } from './listing.ts';
import type { PortFound, ProgramFound } from './report.ts';

/** The ports that Unity's and Unreal's own networking use. */
const GAME_PORT: PortFound = { name: 'game', protocol: 'udp', internal_port: 7_777 };

/** A player library of Unity, or the folder that it reads the game from. */
export function findUnity(build: IndexedBuild): EngineFound | undefined {
  const library = ['UnityPlayer.so', 'UnityPlayer.dll', 'UnityPlayer.dylib'].find(
    (name) => build.at(name) !== undefined,
  );
  const data = [...build.folders].filter(
    (name) =>
      name.endsWith('_Data') &&
      ['globalgamemanagers', 'data.unity3d', 'boot.config'].some((file) => build.at(`${name}/${file}`) !== undefined),
  );
  if (library === undefined && data.length === 0) return undefined;
  const names = data.map((name) => name.slice(0, -'_Data'.length));
  return {
    clue: [...(library === undefined ? [] : [library]), ...data.map((name) => `${name}/`)].join(', '),
    preferred: names.flatMap((name) => [`${name}.x86_64`, name, `${name}.x86`, `${name}.exe`]),
    argumentsOf: () => ['-batchmode', '-nographics', '-logFile', '-', '-port', '{port}'],
    ports: [GAME_PORT],
  };
}

/** The engine's folder, and a project with its packed content. */
export function findUnreal(build: IndexedBuild): EngineFound | undefined {
  const project = build.folders.has('Engine') ? unrealProject(build) : undefined;
  if (project === undefined) return undefined;
  const binaries = build.packed
    .map((entry) => belowRoot(build, entry.path))
    .filter((path) => path.startsWith(`${project}/Binaries/`) && path.split('/').length === 4);
  const starters = build.top.map((entry) => belowRoot(build, entry.path)).filter((name) => /\.(?:sh|exe)$/.test(name));
  return {
    clue: `Engine/, ${project}/Content/Paks/`,
    preferred: [...serversFirst(starters), ...serversFirst(binaries)],
    argumentsOf: (program) => unrealArguments(project, program),
    ports: [GAME_PORT],
  };
}

/** The launcher passes the project itself; the program behind it needs it as an argument. */
function unrealArguments(project: string, { path }: ProgramFound): string[] {
  const own = path.startsWith(`${project}/Binaries/`) ? [project] : [];
  return [...own, '-log', '-port={port}', '-stdout', '-FullStdOutLogOutput'];
}

function unrealProject(build: IndexedBuild): string | undefined {
  const inPaks = /^([^/]+)\/Content\/Paks\/./;
  for (const { path } of build.packed) {
    const [, project] = inPaks.exec(belowRoot(build, path)) ?? [];
    if (project !== undefined && project !== 'Engine') return project;
  }
  return undefined;
}

function serversFirst(paths: readonly string[]): string[] {
  const isServer = (path: string) => /Server(?:-[\w-]+)?(?:\.\w+)?$/.test(path);
  return [...paths.filter(isServer), ...paths.filter((path) => !isServer(path))];
}

/** The pack of a Godot game beside its program, or within it. */
export function findGodot(build: IndexedBuild): EngineFound | undefined {
  const packs = build.top.filter(({ facts }) => facts?.format === 'godot-pack');
  const whole = build.top.filter(hasPack);
  const [first] = [...packs, ...whole];
  if (first === undefined) return undefined;
  const stems = packs.map(({ path }) => belowRoot(build, path).replace(/\.[^.]*$/, ''));
  const beside = stems.flatMap((stem) => [`${stem}.x86_64`, `${stem}.arm64`, `${stem}.x86_32`, stem, `${stem}.exe`]);
  return {
    clue:
      packs.length > 0
        ? messageFor('engine.godot-pack', { path: belowRoot(build, first.path) })
        : messageFor('engine.carries-godot-pack', { path: belowRoot(build, first.path) }),
    preferred: [...whole.map(({ path }) => belowRoot(build, path)), ...beside],
    // What comes after the two dashes is the game's own to read.
    argumentsOf: () => ['--headless', '--', '--port', '{port}'],
    ports: [{ name: 'game', protocol: 'udp' }],
  };
}

function hasPack({ facts }: ListedFile): boolean {
  return (facts?.format === 'elf' || facts?.format === 'pe') && facts.hasGodotPack;
}
