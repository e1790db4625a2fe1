// What one step of `npm test` came to.
import { stripVTControlCharacters } from 'node:util';

export interface Skip {
  readonly test: string;
  readonly reason: string;
}

export interface FileTime {
  readonly file: string;
  readonly seconds: number;
}

export interface Counts {
  readonly passed: number;
  /** In words: the test's name, or what went wrong around the tests. */
  readonly failed: readonly string[];
  readonly skipped: readonly Skip[];
  /** How long each test file took. */
  readonly times?: readonly FileTime[];
}

export interface StepResult extends Counts {
  readonly step: string;
  readonly seconds: number;
}

/** A log may be cut before the failure itself, so the list at its end says why, too. */
export function withReason(test: string, message: string | undefined): string {
  return message === undefined ? test : `${test}: ${firstLine(message)}`;
}

export function firstLine(text: string): string {
  return stripVTControlCharacters(text.split('\n')[0] ?? text);
}

/** The only good reasons: what cannot be had everywhere. All else that a test needs is installed for it. */
const allowedReasons = [
  'no Electron binary',
  'no container engine',
  'no teeworlds-server',
  'no zsh',
  'no fish',
  'no pebble',
  'no Docker daemon',
  'no nginx',
  'no caddy',
  'no sqlite3 and rsync',
  'no Debian machine',
  'no systemd-analyze',
  'no dpkg-deb',
  'no Node for arm64',
  'no tools of freedesktop.org',
  'no python3-prometheus-client',
  'no python3-swift',
  'no radosgw',
  'no dropbear',
];

/** A skip without a good reason hides something that was not tested, so it counts as a failure. */
export function judgeSkips(counts: Counts): Counts {
  const isAllowed = (skip: Skip) => allowedReasons.some((reason) => skip.reason.startsWith(reason));
  const refused = counts.skipped.filter((skip) => !isAllowed(skip));
  const asFailures = refused.map(
    ({ test, reason }) => `${test} (skipped ${reason ? `because: ${reason}` : 'without a reason'})`,
  );
  return {
    ...counts,
    failed: [...counts.failed, ...asFailures],
    skipped: counts.skipped.filter(isAllowed),
  };
}

/** Adds what the report does not show: a runner that broke down, or found nothing to run. */
export function withRunnerFailure(counts: Counts, exit: string | undefined): Counts {
  if (counts.failed.length > 0) return counts;
  const ranNothing = counts.passed + counts.skipped.length === 0;
  if (exit !== undefined) return { ...counts, failed: [`the runner ${exit}${ranNothing ? ', no test ran' : ''}`] };
  return ranNothing ? { ...counts, failed: ['no test was found'] } : counts;
}
