// Findings about the habits of engines: what each does otherwise than people expect of a server.
import { type Message, messageFor } from '../../text/message.ts';
import { type Case, chosenEntry, type FindingRule } from './findings-input.ts';
import { belowRoot } from './indexed.ts';
import type { EngineName, Finding } from './report.ts';

/** Unreal does not start as root. */
export const refusesRoot: FindingRule = {
  code: 'refuses_root',
  find: ({ engine, machine }) => {
    if (engine.name !== 'unreal' || machine.os === 'windows') return [];
    const sentence = messageFor('doctor.unreal-refuses-root');
    const hint = messageFor('doctor.do-run-as-user');
    if (machine.isRoot)
      return [{ severity: 'warn', sentence: messageFor('doctor.runs-as-root', { why: sentence }), hint }];
    return [{ severity: 'info', sentence: messageFor('doctor.does-not-run-as-root', { why: sentence }), hint }];
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
    const isComplete = own === undefined || wanted.split(' ').every((word) => own.includes(word));
    return [
      {
        severity: isComplete ? 'info' : 'warn',
        sentence: messageFor('doctor.engine-prints-nothing', { arguments: wanted }),
        hint: isComplete
          ? messageFor('doctor.do-nothing-arguments-proposed')
          : messageFor('doctor.do-add-arguments', { arguments: wanted }),
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
        sentence: messageFor('doctor.looks-like-game', { program: binaries[0] ?? '' }),
        hint: messageFor('doctor.do-package-server'),
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
        sentence: messageFor('doctor.pack-missing', { program: chosen.path, pack: stem }),
        hint: messageFor('doctor.do-name-pack', { pack: stem }),
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
        sentence: messageFor('doctor.development-build'),
        hint: messageFor('doctor.do-turn-off-development'),
      }));
  },
};

/** Minecraft servers and their forks end at once when nobody agreed to their terms. */
export const eulaNotAccepted: FindingRule = {
  code: 'eula_not_accepted',
  find: ({ build }) => {
    const text = build.text('eula.txt');
    if (text === undefined || /^[ \t]*eula[ \t]*=[ \t]*true/im.test(text)) return [];
    return [
      {
        severity: 'warn',
        path: `${build.root}eula.txt`,
        sentence: messageFor('doctor.eula-not-accepted'),
        hint: messageFor('doctor.do-accept-eula'),
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
  const words = (what: Message, hint: Message) => ({ sentence: messageFor('doctor.is-project', { what }), hint });
  if (at('project.godot')) return words(messageFor('doctor.godot-project'), messageFor('doctor.do-export-from-godot'));
  if (folders.has('Assets') && folders.has('ProjectSettings')) {
    return words(messageFor('doctor.unity-project'), messageFor('doctor.do-export-from-unity'));
  }
  if (top.some(({ path }) => path.endsWith('.uproject')) && folders.has('Source')) {
    return words(messageFor('doctor.unreal-project'), messageFor('doctor.do-package-with-unreal'));
  }
  if (at('Cargo.toml') && folders.has('src')) {
    return words(messageFor('doctor.rust-project'), messageFor('doctor.do-build-with-cargo'));
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
        sentence: messageFor('doctor.ports-unknown'),
        hint: messageFor('doctor.do-name-ports'),
      },
    ];
  },
};
