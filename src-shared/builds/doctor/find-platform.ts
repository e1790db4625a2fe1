// Findings about system and processor: what of the build runs on this machine at all.
import { type Case, chosenEntry, type FindingRule, isNative, runsOn, systemNames } from './case.ts';
import type { Machine, ProgramFacts } from './listing.ts';
import type { Finding, ProgramFound } from './report.ts';

type Words = Omit<Finding, 'code'>;

/** The chosen program is for another system or processor. */
export const wrongPlatform: FindingRule = {
  code: 'wrong_platform',
  find: (at) => {
    const { chosen, machine } = at;
    if (chosen === undefined) return [];
    const path = at.build.root + chosen.path;
    const words = chosen.format === 'script' ? formatScript(machine) : formatNative(chosen, machine);
    return words === undefined ? [] : [{ path, ...words }];
  },
};

function formatNative({ path, os, cpus }: ProgramFound, machine: Machine): Words | undefined {
  if (os === undefined) return undefined;
  const here = systemNames[machine.os];
  const its = cpus.join(', ');
  if (os !== machine.os) {
    return {
      severity: 'warn',
      sentence: `${path} is a program for ${systemNames[os]} on ${its}. This machine is ${here} on ${machine.cpu} and cannot run it.`,
      hint: `Export the server for ${here} on ${machine.cpu}, or deploy this build to a service on ${systemNames[os]}.`,
    };
  }
  const runs = runsOn(cpus, machine);
  if (runs === 'yes') return undefined;
  if (runs === 'translated') return formatTranslated(path, its, machine);
  return {
    severity: 'warn',
    sentence: `${path} is for the processor ${its}. This machine has ${machine.cpu} and cannot run it.`,
    hint: `Export the server for ${here} on ${machine.cpu}, or deploy this build to a service on such a machine.`,
  };
}

function formatTranslated(path: string, its: string, { os, cpu }: Machine): Words {
  return {
    severity: 'info',
    sentence: `${path} is for ${systemNames[os]} on ${its}, and this machine has ${cpu}. It runs only through translation, and slower.`,
    hint:
      os === 'macos' ? 'It needs Rosetta: softwareupdate --install-rosetta.' : `Export the server for ${cpu} as well.`,
  };
}

function formatScript({ os }: Machine): Words | undefined {
  if (os !== 'windows') return undefined;
  return {
    severity: 'warn',
    sentence: 'This build is started by a script for Linux or macOS, which Windows does not run.',
    hint: 'Export the server for Windows, or name a program of it in slipway.json.',
  };
}

/** Native modules of Node that were installed on another system. */
export const foreignModule: FindingRule = {
  code: 'foreign_module',
  find: ({ build, machine }) => {
    const modules = build.packed.filter(({ path, facts }) => path.endsWith('.node') && isNative(facts));
    // Packages that carry a file for each system have one for this one among them.
    const folders = new Set(modules.filter(({ facts }) => fitsHere(facts, machine)).map(({ path }) => packageOf(path)));
    return modules
      .filter(({ path, facts }) => !fitsHere(facts, machine) && !folders.has(packageOf(path)))
      .map(({ path }) => ({
        severity: 'warn',
        path,
        sentence: `${path} is a native module for another system or processor, and Node cannot load it here.`,
        hint: 'Run "npm ci --omit=dev" on the system that the server is to run on, and pack that node_modules.',
      }));
  },
};

function fitsHere(facts: Parameters<typeof isNative>[0], machine: Machine): boolean {
  return isNative(facts) && facts.os === machine.os && facts.cpus.includes(machine.cpu);
}

function packageOf(path: string): string {
  return /^.*node_modules\/(?:@[^/]+\/)?[^/]+/.exec(path)?.[0] ?? '';
}

/** What would run the chosen program is not on this machine. */
export const missingInterpreter: FindingRule = {
  code: 'missing_interpreter',
  find: (at) => {
    const words = formatMissing(at);
    return words === undefined || at.chosen === undefined ? [] : [{ path: at.build.root + at.chosen.path, ...words }];
  },
};

function formatMissing(at: Case): Words | undefined {
  const { chosen, machine } = at;
  const facts = chosenEntry(at)?.facts;
  if (chosen === undefined) return undefined;
  if (facts?.format === 'script') return formatScriptRunner(chosen, facts, machine);
  return facts?.format === 'elf' ? formatLoader(at, facts.interpreter) : formatRunner(chosen, machine);
}

function formatRunner({ path, run_by: runBy }: ProgramFound, machine: Machine): Words | undefined {
  if (runBy === undefined || runBy === 'node' || machine.hasProgram(runBy)) return undefined;
  const runtime = { java: 'a Java runtime', dotnet: 'the .NET runtime' }[runBy] ?? runBy;
  return notHere(`${path} is run by ${runBy}`, `Install ${runtime}, or pack the server so that it needs none.`);
}

/** `env` looks on PATH; any other name is taken as it stands. */
function formatScriptRunner(
  { path, run_by: runBy = '' }: ProgramFound,
  facts: Extract<ProgramFacts, { format: 'script' }>,
  machine: Machine,
): Words | undefined {
  if (machine.os === 'windows' || !facts.hasMark) return undefined;
  const isEnv = facts.interpreter.endsWith('/env');
  const isThere = isEnv ? machine.hasProgram(runBy) : machine.hasFile(facts.interpreter);
  return isThere ? undefined : notHere(`${path} is run by ${isEnv ? runBy : facts.interpreter}`, `Install ${runBy}.`);
}

function formatLoader({ chosen, machine }: Case, loader: string | undefined): Words | undefined {
  if (machine.os !== 'linux' || chosen === undefined || runsOn(chosen.cpus, machine) === 'no') return undefined;
  if (loader === undefined || machine.hasFile(loader)) return undefined;
  const isMusl = loader.includes('ld-musl');
  const hint = isMusl
    ? 'It was built on Alpine Linux or for musl. Build it for glibc, or as a static program.'
    : 'Install the libraries of its processor, or build it on a system like this one.';
  return notHere(`${chosen.path} is loaded by ${loader}`, hint);
}

function notHere(what: string, hint: string): Words {
  return { severity: 'warn', sentence: `${what}, which is not on this machine.`, hint };
}
