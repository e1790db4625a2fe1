// What a rule of findings is given: the build, what was found out about it before, and the machine that would run it.
import type { EngineFound } from './engine-found.ts';
import type { IndexedBuild } from './indexed.ts';
import type { ListedFile, Machine, ProgramFacts } from './listing.ts';
import type { ReadManifest } from './manifest.ts';
import type { EngineName, Finding, ProgramFound } from './report.ts';

/** All that is known of a build when the findings are gathered. */
export type Case = {
  build: IndexedBuild;
  machine: Machine;
  engine: { name: EngineName; found: EngineFound };
  programs: readonly ProgramFound[];
  /** The one that would be started. */
  chosen: ProgramFound | undefined;
  manifest: ReadManifest;
};

/** One row of the table of findings: everything of one code, each with its path. */
export type FindingRule = { readonly code: string; readonly find: (at: Case) => readonly Omit<Finding, 'code'>[] };

/** The facts of the chosen program, with its entry. */
export function chosenEntry({ build, chosen }: Case): ListedFile | undefined {
  return chosen && build.at(chosen.path);
}

/** How a machine and its processor are called. */
export const systemNames = { linux: 'Linux', windows: 'Windows', macos: 'macOS', other: 'another system' } as const;

/** Whether a program's facts are those of a program that a system runs by itself. */
export function isNative(facts: ProgramFacts | undefined): facts is Extract<ProgramFacts, { role: string }> {
  return facts !== undefined && 'role' in facts;
}

/** What a processor runs beside its own programs: as if they were, or through translation. */
const alsoRuns: Readonly<Record<string, Readonly<Record<string, 'yes' | 'translated'>>>> = {
  'linux x64': { x86: 'yes' },
  'windows x64': { x86: 'yes' },
  'linux arm64': { arm: 'translated' },
  'windows arm64': { x64: 'translated', x86: 'translated' },
  'macos arm64': { x64: 'translated' },
};

/** Whether programs for these processors run on the machine, given its system fits. */
export function runsOn(cpus: readonly string[], { os, cpu }: Machine): 'yes' | 'translated' | 'no' {
  if (cpus.length === 0 || cpus.includes(cpu)) return 'yes';
  const ways = new Set(cpus.map((each) => alsoRuns[`${os} ${cpu}`]?.[each]));
  if (ways.has('yes')) return 'yes';
  return ways.has('translated') ? 'translated' : 'no';
}
