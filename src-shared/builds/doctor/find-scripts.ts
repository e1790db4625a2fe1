// Findings about scripts and permissions: what a way through Windows does to them.
import { type Case, chosenEntry, type FindingRule, isNative } from './case.ts';
import type { ListedFile } from './listing.ts';

const CORE_LIBRARIES = /(?:^|\/)node_modules\//;

/** Scripts whose lines end as on Windows. */
export const crlfScript: FindingRule = {
  code: 'crlf_script',
  find: ({ build }) =>
    build.packed.filter(isCrlf).map(({ path }) => ({
      severity: 'warn',
      path,
      sentence: `${path} has the line endings of Windows. Linux then looks for a program whose name ends in an invisible character, and says "bad interpreter".`,
      hint: 'Let Slipway mend it in the package, or save it with LF line endings: "*.sh text eol=lf" in .gitattributes keeps them.',
    })),
};

function isCrlf({ facts }: ListedFile): boolean {
  return facts?.format === 'script' && facts.hasCarriageReturn;
}

/** Programs and scripts that lost the permission to be run. */
export const lostExecBit: FindingRule = {
  code: 'lost_exec_bit',
  find: ({ build }) =>
    build.packed.filter(hasLostExecBit).map(({ path }) => ({
      severity: 'info',
      path,
      sentence: `${path} is a program, but its permission to run is gone, as after a way through Windows or some zip tools.`,
      hint: 'Nothing to do: Slipway gives it back when it packs and unpacks.',
    })),
};

function hasLostExecBit({ path, type, mode, facts }: ListedFile): boolean {
  if (type !== 'file' || mode === undefined || (mode & 0o111) !== 0 || CORE_LIBRARIES.test(path)) return false;
  if (facts?.format === 'script') return facts.hasMark;
  return isNative(facts) && facts.format !== 'pe' && facts.role === 'program';
}

/** A script that would be started and does not say by what. */
export const noInterpreterLine: FindingRule = {
  code: 'no_interpreter_line',
  find: (at: Case) => {
    const entry = chosenEntry(at);
    if (entry?.facts?.format !== 'script' || entry.facts.hasMark) return [];
    return [
      {
        severity: 'block',
        path: entry.path,
        sentence: `${entry.path} does not begin with a line that says what runs it, so the system refuses to start it.`,
        hint: 'Make "#!/bin/sh" its first line, or name the program itself in slipway.json.',
      },
    ];
  },
};
