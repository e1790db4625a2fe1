// What the rules of the doctor look at: the files of a build with what their heads say, a few small texts, and the machine.
import type { Sentence } from '../../text/message.ts';
import type { CpuName, SystemName } from './report.ts';

/** What the head of a program's file says. `elf` with `needed` undefined: the libraries could not be read. */
export type ProgramFacts =
  | {
      format: 'elf';
      os: SystemName;
      cpus: CpuName[];
      /** A program, a library, or the memory of a process that crashed. */
      role: 'program' | 'library' | 'core';
      /** What loads it; a static program needs nothing. */
      interpreter: string | undefined;
      needed: string[] | undefined;
      /** Where it has its libraries looked for; `$ORIGIN` is its own folder. */
      runPaths: string[];
      /** A Godot game carries its data at its end. */
      hasGodotPack: boolean;
    }
  | { format: 'pe'; os: 'windows'; cpus: CpuName[]; role: 'program' | 'library'; hasGodotPack: boolean }
  | { format: 'macho'; os: 'macos'; cpus: CpuName[]; role: 'program' | 'library' }
  | { format: 'script'; hasMark: boolean; interpreter: string; words: string[]; hasCarriageReturn: boolean }
  | { format: 'godot-pack' };

/** One entry of a build. `path` is relative, with slashes. */
export type ListedFile = {
  path: string;
  type: 'file' | 'folder' | 'link' | 'other';
  size: number;
  /** The permission bits; undefined where there are none, as on Windows. */
  mode: number | undefined;
  linkTarget?: string;
  facts?: ProgramFacts;
  /** What the system said when it could not be read. */
  unreadable?: Sentence;
};

/** A build as it was read. */
export type BuildListing = {
  entries: readonly ListedFile[];
  /** The small files that rules want to read, by path. A jar's own manifest is `<path>!META-INF/MANIFEST.MF`. */
  texts: ReadonlyMap<string, string>;
  /** More was there than is looked at. */
  isCut: boolean;
  /** An archive, which goes out with all that is in it: only of a folder something is left out. */
  isSentWhole: boolean;
  /** Why an archive could not be read to its end, in a sentence. */
  refusal?: Sentence;
};

/** The machine that would run the build, and what rules may ask about it. */
export type Machine = {
  os: SystemName;
  cpu: CpuName;
  /** Whether Slipway, and so what it starts, runs as root. */
  isRoot: boolean;
  /** Whether a file with this absolute path exists. */
  hasFile(path: string): boolean;
  /** Whether a program of this name is found on PATH. */
  hasProgram(name: string): boolean;
  /** Whether the system's loader finds this library; undefined where that cannot be known. */
  hasLibrary(name: string, cpu: CpuName): boolean | undefined;
};
