// Findings about the habits of engines: what each does otherwise than people expect of a server.
import { type Case, chosenEntry, type FindingRule } from './case.ts';
import { belowRoot } from './indexed.ts';
import type { EngineName, Finding } from './report.ts';

/** Unreal does not start as root. */
export const refusesRoot: FindingRule = {
  code: 'refuses_root',
  find: ({ engine, machine }) => {
    if (engine.name !== 'unreal' || machine.os === 'windows') return [];
    const sentence = 'Servers made with Unreal refuse to run as root';
    const hint = 'Run Slipway as an ordinary user.';
    if (machine.isRoot) return [{ severity: 'warn', sentence: `${sentence}, and this Slipway runs as root.`, hint }];
    return [{ severity: 'info', sentence: `${sentence}. This Slipway does not; a remote one must not either.`, hint }];
  },
};

const loudArguments: Partial<Record<EngineName, string>> = {
  unity: '-logFile -',
  unreal: '-stdout -FullStdOutLogOutput',
};

/** Unity and Unreal write their log into files of their own unless they are told otherwise. */
export const quietOutput: FindingRule = {
  code: 'quiet_output',
  find: ({ engine, manifest }) => {
    const wanted = loudArguments[engine.name];
    if (wanted === undefined) return [];
    const own = manifest.manifest?.arguments;
    const isTold = own === undefined || wanted.split(' ').every((word) => own.includes(word));
    return [
      {
        severity: isTold ? 'info' : 'warn',
        sentence: `A server made with this engine prints nothing to its output unless it is started with ${wanted}.`,
        hint: isTold
          ? 'Nothing to do: these arguments are among those proposed.'
          : `Add ${wanted} to "arguments" in slipway.json.`,
      },
    ];
  },
};

/** A client of Unreal in place of its server. */
export const clientBuild: FindingRule = {
  code: 'client_build',
  find: ({ engine, build }) => {
    if (engine.name !== 'unreal') return [];
    const binaries = build.packed
      .map(({ path }) => belowRoot(build, path))
      .filter((path) => /^[^/]+\/Binaries\/(?:Linux|LinuxArm64|Win64|Mac)\/[^/.]+(?:\.exe)?$/.test(path));
    if (binaries.length === 0 || binaries.some((path) => /Server/.test(path))) return [];
    return [
      {
        severity: 'warn',
        path: build.root + binaries[0],
        sentence: `${binaries[0]} looks like the game that players run, not like its dedicated server.`,
        hint: 'Package the Server target of the project: its program ends in "Server".',
      },
    ];
  },
};

/** A Godot program without the game that it should run. */
export const missingPack: FindingRule = {
  code: 'missing_pack',
  find: (at) => {
    const { engine, chosen, build } = at;
    const facts = chosenEntry(at)?.facts;
    if (engine.name !== 'godot' || chosen === undefined || facts === undefined || !('hasGodotPack' in facts)) return [];
    const stem = chosen.path.replace(/\.(?:x86_64|x86_32|arm64|arm32|exe)$/, '');
    if (facts.hasGodotPack || build.at(`${stem}.pck`) !== undefined) return [];
    return [
      {
        severity: 'warn',
        path: build.root + chosen.path,
        sentence: `${chosen.path} looks for ${stem}.pck beside it, and there is none.`,
        hint: `Name the pack ${stem}.pck, or add --main-pack and its name to the arguments.`,
      },
    ];
  },
};

/** A build of Unity that was made for finding faults. */
export const developmentBuild: FindingRule = {
  code: 'development_build',
  find: ({ engine, build }) => {
    const settings = [...build.folders].map((name) => `${name}/boot.config`).filter((path) => build.at(path));
    return settings
      .filter((path) => engine.name === 'unity' && /^player-connection-debug=1/m.test(build.text(path) ?? ''))
      .map((path) => ({
        severity: 'info',
        path: build.root + path,
        sentence: 'This is a development build of Unity: slower, and it opens a port for the editor.',
        hint: 'Turn off "Development Build" for what players are to use.',
      }));
  },
};

/** Minecraft and its kin end at once when nobody agreed to their terms. */
export const eulaNotAccepted: FindingRule = {
  code: 'eula_not_accepted',
  find: ({ build }) => {
    const text = build.text('eula.txt');
    if (text === undefined || /^[ \t]*eula[ \t]*=[ \t]*true/im.test(text)) return [];
    return [
      {
        severity: 'warn',
        path: `${build.root}eula.txt`,
        sentence: 'eula.txt does not agree to the terms, and such a server ends at once until it does.',
        hint: 'Read the terms, then write eula=true into eula.txt.',
      },
    ];
  },
};

/** The project itself in place of what it exports. */
export const sourceProject: FindingRule = {
  code: 'source_project',
  find: ({ build }) => {
    const found = projectOf(build);
    return found === undefined ? [] : [{ severity: 'warn', ...found }];
  },
};

type Project = Pick<Finding, 'sentence' | 'hint'>;

function projectOf({ folders, at, top }: Case['build']): Project | undefined {
  const words = (what: string, hint: string) => ({ sentence: `This is ${what}, not a server made from it.`, hint });
  if (at('project.godot'))
    return words('a project of Godot', 'Export it for Linux as a dedicated server, and take that.');
  if (folders.has('Assets') && folders.has('ProjectSettings')) {
    return words(
      'a project of Unity',
      'Build it with the Dedicated Server target, and take the folder that comes out.',
    );
  }
  if (top.some(({ path }) => path.endsWith('.uproject')) && folders.has('Source')) {
    return words('a project of Unreal', 'Package its Server target, and take the folder LinuxServer or WindowsServer.');
  }
  if (at('Cargo.toml') && folders.has('src')) {
    return words('a project of Rust', 'Run cargo build --release, and take the program with its assets folder.');
  }
  return undefined;
}

/** What a program of no known engine needs, nobody can tell from its files. */
export const portsUnknown: FindingRule = {
  code: 'ports_unknown',
  find: ({ engine, manifest, chosen }) => {
    const asks = Object.keys(manifest.manifest?.ports ?? {}).length > 0 || engine.found.ports.length > 0;
    if (chosen === undefined || asks) return [];
    return [
      {
        severity: 'info',
        sentence: 'Which ports this server needs cannot be told from its files.',
        hint: 'Name them in slipway.json: {"program": "...", "ports": {"game": {"protocol": "udp"}}}. It gets them as PORT and PORT_GAME.',
      },
    ];
  },
};
