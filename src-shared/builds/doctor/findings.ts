// The one table of findings: each row looks for one thing. How bad a thing is, the row says, as it depends on the build.
import { messageFor } from '../../text/message.ts';
import { missingArguments } from './arguments-findings.ts';
import {
  clientBuild,
  developmentBuild,
  eulaNotAccepted,
  missingPack,
  portsUnknown,
  quietOutput,
  refusesRoot,
  sourceProject,
} from './engine-habits.ts';
import { notUnpackable, specialFile, tooManyFiles, unreadable } from './entries-findings.ts';
import type { Case, FindingRule } from './findings-input.ts';
import { fixedPort } from './fixed-port-findings.ts';
import { missingLibrary } from './libraries-findings.ts';
import { badLink, caseCollision, longPath, unreadableName, windowsName } from './names-findings.ts';
import { foreignModule, missingInterpreter, wrongPlatform } from './platform-findings.ts';
import {
  installer,
  invalidManifest,
  missingProgram,
  nestedArchive,
  noProgram,
  strangeProgram,
  unknownField,
  unsureProgram,
} from './program-findings.ts';
import type { Finding } from './report.ts';
import { unfitKeep, unfitTemplate, unknownPort } from './run-settings-findings.ts';
import { crlfScript, lostExecBit, noInterpreterLine } from './scripts-findings.ts';

/** The rows, in the order in which people can act on them. */
export const findingRules: readonly FindingRule[] = [
  notUnpackable,
  invalidManifest,
  missingProgram,
  noProgram,
  strangeProgram,
  unsureProgram,
  unknownField,
  unfitTemplate,
  unfitKeep,
  unknownPort,
  fixedPort,
  missingArguments,
  installer,
  nestedArchive,
  sourceProject,
  tooManyFiles,
  unreadable,
  badLink,
  caseCollision,
  windowsName,
  unreadableName,
  longPath,
  specialFile,
  wrongPlatform,
  missingInterpreter,
  noInterpreterLine,
  missingLibrary,
  foreignModule,
  crlfScript,
  lostExecBit,
  refusesRoot,
  quietOutput,
  clientBuild,
  missingPack,
  developmentBuild,
  eulaNotAccepted,
  portsUnknown,
];

/** How many findings of one code are listed one by one. */
const MOST_OF_ONE_CODE = 20;
const RANK = { block: 0, warn: 1, info: 2 } as const;

/** Everything that is to be said of this build, the worst first. */
export function gatherFindings(at: Case): Finding[] {
  const all = findingRules.flatMap(({ code, find }) => shorten(find(at).map((each) => ({ code, ...each }))));
  return all.toSorted((a, b) => RANK[a.severity] - RANK[b.severity]);
}

function shorten(findings: readonly Finding[]): Finding[] {
  const [first] = findings;
  if (first === undefined || findings.length <= MOST_OF_ONE_CODE) return [...findings];
  const { code, severity, hint } = first;
  const more = findings.length - MOST_OF_ONE_CODE;
  const sentence =
    more === 1 ? messageFor('doctor.one-more-entry') : messageFor('doctor.more-entries', { count: more });
  return [...findings.slice(0, MOST_OF_ONE_CODE), { code, severity, sentence, hint }];
}
