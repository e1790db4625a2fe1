// Whether callers from elsewhere find the service by its public address, and whether the clocks there and here agree.
import { lookup } from 'node:dns/promises';
import { stat } from 'node:fs/promises';
import { isIP } from 'node:net';
import { systemCode, systemReason } from '../../../src-shared/errors/system-reason.ts';
import { messageFor } from '../../../src-shared/text/message.ts';
import { slipwayVersion } from '../../../src-shared/version.ts';
import { type Answered, askService } from './ask-service.ts';
import { findingsOf, type HostFinding } from './finding.ts';
import { hasSystemd, tryRun } from './unit.ts';

const { ok, note, warning } = findingsOf('address');

export type Reached = { findings: HostFinding[]; answered: Answered | undefined };

export async function checkAddress(publicUrl: string | undefined, isRunning: boolean): Promise<Reached> {
  if (publicUrl === undefined) return { findings: [note(messageFor('host.no-public-url'))], answered: undefined };
  const url = publicUrl;
  const name = new URL(url).hostname.replace(/^\[|\]$/g, '');
  const unknown = isIP(name) === 0 ? await whyUnknown(name) : undefined;
  if (unknown !== undefined) {
    const sentence = messageFor('host.name-unknown', { name, why: unknown });
    return { findings: [warning(sentence, messageFor('host.do-set-name', { name }))], answered: undefined };
  }
  if (!isRunning) return { findings: [note(messageFor('host.address-not-asked', { url }))], answered: undefined };
  try {
    const answered = await askService(url);
    return { findings: [judge(url, answered)], answered };
  } catch (thrown) {
    const sentence = messageFor('host.address-silent', { url, why: systemReason(thrown) });
    return { findings: [warning(sentence, messageFor('host.do-lead-here', { url }))], answered: undefined };
  }
}

async function whyUnknown(name: string): Promise<string | undefined> {
  return await lookup(name).then(
    () => undefined,
    (thrown: unknown) => systemCode(thrown) ?? 'ENOTFOUND',
  );
}

function judge(url: string, { isSlipway, version }: Answered): HostFinding {
  if (!isSlipway)
    return warning(messageFor('host.address-of-other', { url }), messageFor('host.do-lead-here', { url }));
  if (version !== slipwayVersion) {
    const sentence = messageFor('host.address-other-version', { url, version, own: slipwayVersion });
    return warning(sentence, messageFor('host.do-restart'));
  }
  return ok(messageFor('host.address-answers', { url, version }));
}

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
