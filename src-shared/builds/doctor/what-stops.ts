// What of a report stops a build from being sent, which the window and the command line judge alike. Pure.
import type { Finding } from './report.ts';

/** What is said where several programs could be the server: whoever can choose one is asked. */
export const UNSURE_PROGRAM = 'unsure_program';

/** Findings that depend on the machine that runs the build, which for a remote is not this one. */
const ofThisMachine = new Set([
  'wrong_platform',
  'missing_interpreter',
  'missing_library',
  'foreign_module',
  'refuses_root',
]);

/** Whether it stops a build that goes to this machine, and would not stop one that goes elsewhere. */
export function stopsHereOnly({ code, severity }: Finding): boolean {
  return severity === 'block' && ofThisMachine.has(code);
}

/** The findings with which nothing is sent. */
export function stoppersOf(findings: readonly Finding[], isLocal: boolean): Finding[] {
  return findings.filter((found) => found.severity === 'block' && (isLocal || !stopsHereOnly(found)));
}
