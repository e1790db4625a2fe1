// Whether the clock of this machine is right: by the records, by what answers at the public address, and by what sets it.
import { stat } from 'node:fs/promises';
import { messageFor } from '../../../src-shared/text/message.ts';
import type { Answered } from './ask-service.ts';
import { findingsOf, type HostFinding } from './finding.ts';
import { hasSystemd, tryRun } from './unit.ts';

/** So much may lie between two clocks: tokens, links and certificates are dated to the minute. */
const APART_MS = 60_000;
/** Nothing was ever written before this: a clock without a battery begins at 1970. */
const FIRST_DAY = Date.UTC(2025, 0, 1);

export async function checkClock(
  recordsAt: number | undefined,
  answered: Answered | undefined,
): Promise<HostFinding[]> {
  const clock = findingsOf('clock');
  const now = Date.now();
  const set = messageFor('host.do-set-clock');
  if (now < FIRST_DAY) return [clock.stop(messageFor('host.clock-lost', { now: timeText(now) }), set)];
  if (recordsAt !== undefined && recordsAt - now > APART_MS) {
    const sentence = messageFor('host.clock-behind-records', { now: timeText(now), written: timeText(recordsAt) });
    return [clock.warning(sentence, set)];
  }
  const apart = answered?.date === undefined ? 0 : Math.abs(answered.date - now);
  if (apart > APART_MS) {
    return [clock.warning(messageFor('host.clock-other', { seconds: Math.round(apart / 1000) }), set)];
  }
  if (await isUnsynchronized()) return [clock.warning(messageFor('host.clock-by-itself'), set)];
  return [clock.ok(messageFor('host.clock-fine', { now: timeText(now) }))];
}

function timeText(ms: number): string {
  return new Date(ms).toISOString().slice(0, 19).replace('T', ' ');
}

async function isUnsynchronized(): Promise<boolean> {
  if (!(await hasSystemd()) || (await stat('/usr/bin/timedatectl').catch(() => undefined)) === undefined) return false;
  return (await tryRun('timedatectl', ['show', '--property=NTPSynchronized']))?.trim() === 'NTPSynchronized=no';
}
