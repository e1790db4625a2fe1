// Findings about scripts and permissions: what a way through Windows does to them.
import { messageFor } from '../../text/message.ts';
import { type Case, chosenEntry, type FindingRule, isNative } from './findings-input.ts';
import type { ListedFile } from './listing.ts';

const CORE_LIBRARIES = /(?:^|\/)node_modules\//;

/** Scripts whose lines end as on Windows. */
export const crlfScript: FindingRule = {
  code: 'crlf_script',
  find: ({ build }) =>
    build.packed.filter(isCrlf).map(({ path }) => ({
      severity: 'warn',
      path,
      sentence: messageFor('doctor.windows-line-ends', { path }),
      hint: messageFor('doctor.do-save-with-unix-line-ends'),
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
      sentence: messageFor('doctor.no-permission-to-run', { path }),
      hint: messageFor('doctor.do-nothing-permission'),
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
    if (at.chosen?.format !== 'script' || entry?.facts?.format !== 'script' || entry.facts.hasMark) return [];
    return [
      {
        severity: 'block',
        path: entry.path,
        sentence: messageFor('doctor.no-first-line', { path: entry.path }),
        hint: messageFor('doctor.do-add-first-line'),
      },
    ];
  },
};
