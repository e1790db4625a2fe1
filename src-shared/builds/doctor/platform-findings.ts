// Findings about system and processor: what of the build runs on this machine at all.

import { type Message, messageFor } from '../../text/message.ts';
import { type Case, chosenEntry, type FindingRule, isNative, runsOn, systemNames } from './findings-input.ts';
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
      sentence: messageFor('doctor.other-system', {
        path,
        system: systemNames[os],
        processor: its,
        here,
        own: machine.cpu,
      }),
      hint: messageFor('doctor.do-export-for-system', { system: here, processor: machine.cpu, other: systemNames[os] }),
    };
  }
  const runs = runsOn(cpus, machine);
  if (runs === 'yes') return undefined;
  if (runs === 'translated') return formatTranslated(path, its, machine);
  return {
    severity: 'warn',
    sentence: messageFor('doctor.other-processor', { path, processor: its, own: machine.cpu }),
    hint: messageFor('doctor.do-export-for-processor', { system: here, processor: machine.cpu }),
  };
}

function formatTranslated(path: string, its: string, { os, cpu }: Machine): Words {
  return {
    severity: 'info',
    sentence: messageFor('doctor.translated', { path, system: systemNames[os], processor: its, own: cpu }),
    hint:
      os === 'macos'
        ? messageFor('doctor.do-install-rosetta')
        : messageFor('doctor.do-export-as-well', { processor: cpu }),
  };
}

function formatScript({ os }: Machine): Words | undefined {
  if (os !== 'windows') return undefined;
  return {
    severity: 'warn',
    sentence: messageFor('doctor.script-not-for-windows'),
    hint: messageFor('doctor.do-export-for-windows'),
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
        sentence: messageFor('doctor.native-module', { path }),
        hint: messageFor('doctor.do-install-modules-there'),
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
  if (facts?.format === 'script' && chosen.format === 'script') return formatScriptRunner(chosen, facts, machine);
  return facts?.format === 'elf' ? formatLoader(at, facts.interpreter) : formatRunner(chosen, machine);
}

function formatRunner({ path, run_by: runBy }: ProgramFound, machine: Machine): Words | undefined {
  if (runBy === undefined || runBy === 'node' || machine.hasProgram(runBy)) return undefined;
  const runtime =
    { java: messageFor('doctor.java-runtime'), dotnet: messageFor('doctor.dotnet-runtime'), python3: 'Python' }[
      runBy
    ] ?? runBy;
  return notHere(
    messageFor('doctor.run-by', { path, program: runBy }),
    messageFor('doctor.do-install-runtime', { runtime }),
  );
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
  return isThere
    ? undefined
    : notHere(
        messageFor('doctor.run-by', { path, program: isEnv ? runBy : facts.interpreter }),
        messageFor('doctor.do-install', { program: runBy }),
      );
}

function formatLoader({ chosen, machine }: Case, loader: string | undefined): Words | undefined {
  if (machine.os !== 'linux' || chosen === undefined || runsOn(chosen.cpus, machine) === 'no') return undefined;
  if (loader === undefined || machine.hasFile(loader)) return undefined;
  const isMusl = loader.includes('ld-musl');
  const hint = isMusl ? messageFor('doctor.do-build-for-glibc') : messageFor('doctor.do-install-libraries');
  return notHere(messageFor('doctor.loaded-by', { path: chosen.path, loader }), hint);
}

function notHere(what: Message, hint: Message): Words {
  return { severity: 'warn', sentence: messageFor('doctor.not-on-this-machine', { what }), hint };
}
