// What follows from an instance: its glyph, its words, what to count down. Pure, and tested without React.
import { assertNever } from '../../../src-shared/assert-never.ts';
import {
  type InstanceIn,
  type InstanceState,
  type InstanceView,
  type LocalView,
  problemOf,
} from '../../../src-shared/instances/bridge.ts';
import type { Sentence } from '../../../src-shared/text/message.ts';
import type { Glyph } from '../../design/state-glyph.tsx';
import { t, translate, words } from '../../text/t.ts';
import { formatSince } from '../../ui/format.ts';

/** The instance whose games are shown: the one opened last, else the first. */
export function openInstanceOf(state: {
  instances: InstanceView[] | undefined;
  openId: string | undefined;
}): InstanceView | undefined {
  return state.instances?.find((instance) => instance.id === state.openId) ?? state.instances?.[0];
}

/** Whether an instance answers now. */
export function isConnected(id: string) {
  return ({ instances }: { instances: InstanceView[] | undefined }) =>
    instances?.find((instance) => instance.id === id)?.state === 'connected';
}

/** The glyph of a state. */
export function instanceGlyph(state: InstanceState): Glyph {
  switch (state) {
    case 'connected':
      return 'running';
    case 'starting':
    case 'connecting':
      return 'starting';
    case 'reconnecting':
      return 'waiting';
    case 'refused':
      return 'failed';
    case 'stopped':
      return 'stopped';
    default:
      return assertNever(state);
  }
}

/** What stands at the right of the row: the port, how long a remote takes to answer, or seconds to the next try, until that is under way. */
export function instanceAside(instance: InstanceView, now: number): string | undefined {
  if (instance.state === 'reconnecting') return formatWait(instance.retry_at, now);
  if (instance.kind === 'local') return instance.port === undefined ? undefined : `:${instance.port}`;
  return instance.state !== 'connected' || instance.latency_ms === undefined ? undefined : `${instance.latency_ms} ms`;
}

/** Undefined once it is tried: how long an answer takes then, nobody knows. */
function formatWait(until: number, now: number): string | undefined {
  return until - now < 1000 ? undefined : `${Math.ceil((until - now) / 1000)} s`;
}

/** Why a remote refuses, as far as a person can mend it: by a token, or by looking at its certificate. */
export function refusedFor(instance: InstanceView): 'token' | 'certificate' | 'other' | undefined {
  if (instance.state !== 'refused') return undefined;
  const { code } = instance.problem;
  if (code === 'CERTIFICATE_UNTRUSTED') return 'certificate';
  return tokenCodes.has(code) ? 'token' : 'other';
}

const tokenCodes = new Set(['API_UNAUTHORIZED', 'API_FORBIDDEN', 'TOKEN_MISSING']);

/** Whether it is a service of ours that crashed and is started again in a moment. */
export function isComingBack(instance: InstanceView): boolean {
  if (instance.kind !== 'local' || instance.state !== 'reconnecting') return false;
  return instance.problem.code === 'SERVICE_STOPPED';
}

/** That Local crashed and was started again; undefined where it did not. */
export function cameBack({ name, crash }: LocalView, now: number): string | undefined {
  if (crash === undefined) return undefined;
  const { at, count } = crash;
  const time = formatSince(at, now);
  return count === 1
    ? t('{name} stopped at {time} and was started again.', { name, time })
    : t('{name} stopped {count} times, last at {time}, and was started again.', { name, count, time });
}

/** Why a service that crashed is not started again by itself; undefined where that is not the reason. */
export function whyGivenUp(instance: InstanceView, now: number): string | undefined {
  const crash = instance.kind === 'local' ? instance.crash : undefined;
  if (crash === undefined || problemOf(instance)?.code !== 'SERVICE_STOPPED') return undefined;
  return t('It stopped {count} times within a few minutes, last at {time}, so Slipway no longer starts it by itself.', {
    count: crash.count,
    time: formatSince(crash.at, now),
  });
}

/** The second line of the open row. `own` is the version of this app. */
export function instanceLine(instance: InstanceView, now: number, own?: string): string {
  switch (instance.state) {
    case 'connected':
      return instance.kind === 'local' ? t('On this machine, ready') : remoteLine(instance, own);
    case 'starting':
      return t('Starting on this machine');
    case 'connecting':
      return t('Connecting to {host}', { host: hostOf(instance) });
    case 'reconnecting':
      return nextTryLine(instance, now);
    case 'refused':
      return refusedLine[refusedFor(instance) ?? 'other'];
    case 'stopped':
      return t('Stopped, nothing is lost');
    default:
      return assertNever(instance);
  }
}

const refusedLine = words({
  token: 'Sign in again',
  certificate: 'View its certificate',
  other: 'It does not take this',
});

function nextTryLine(instance: InstanceIn<'reconnecting'>, now: number): string {
  const wait = formatWait(instance.retry_at, now);
  if (wait === undefined) return isComingBack(instance) ? t('Stopped, starting again') : t('No answer, trying again');
  return isComingBack(instance)
    ? t('Stopped, starts again in {wait}', { wait })
    : t('No answer, next try in {wait}', { wait });
}

function remoteLine(instance: InstanceView, own: string | undefined): string {
  const age = versionAge(instance.version, own);
  const marks = [
    ...(age === undefined ? [] : [ages[age]]),
    ...(instance.is_read_only ? [t('read-only')] : []),
    ...(instance.kind === 'remote' && instance.in_the_clear ? [t('not encrypted')] : []),
  ];
  return [hostOf(instance), ...marks].join(', ');
}

const ages = words({ older: 'older version', newer: 'newer version' });

/** How the version of an instance is beside that of this app; undefined where it is the same, or one of them is not known. */
export function versionAge(version: string | undefined, own: string | undefined): 'older' | 'newer' | undefined {
  const [there, here] = [versionRank(version), versionRank(own)];
  if (there === undefined || here === undefined) return undefined;
  const at = there.findIndex((part, nth) => part !== here[nth]);
  if (at === -1) return undefined;
  return (there[at] ?? 0) < (here[at] ?? 0) ? 'older' : 'newer';
}

/** One for trial, as 1.0.0-rc.1, comes before the version itself. */
function versionRank(version = ''): number[] | undefined {
  const [, major, minor, patch, trial] = /^v?(\d+)\.(\d+)\.(\d+)(-.+)?(?:\+.*)?$/.exec(version) ?? [];
  return major === undefined ? undefined : [major, minor, patch, trial === undefined ? 1 : 0].map(Number);
}

/** What a remote cannot do whoever asks, each with its sentence. */
export function lackingIn({ why_not: whyNot = {} }: Pick<InstanceView, 'why_not'>): [string, Sentence][] {
  return Object.entries(whyNot).filter(([, why]) => typeof why !== 'string' && why.reason?.startsWith('ability.'));
}

/** What the banner adds to the problem's own sentence: what happens next. */
export function nextStep(instance: InstanceView, now: number): string {
  const refused = refusedFor(instance);
  if (refused === 'token') return t('Sign in again to continue.');
  if (refused === 'certificate') return t('View its certificate to continue.');
  if (instance.state !== 'reconnecting') return t('Slipway tries again by itself.');
  const wait = formatWait(instance.retry_at, now);
  if (wait === undefined) return isComingBack(instance) ? t('It is starting again now.') : t('Trying again now.');
  return isComingBack(instance) ? t('It is started again in {wait}.', { wait }) : t('Next try in {wait}.', { wait });
}

/** The headline of the welcome page. */
export function instanceHeadline(instance: InstanceView): string {
  switch (instance.state) {
    case 'connected':
      return instance.kind === 'local'
        ? t('{instance} is running', { instance: instance.name })
        : t('{instance} is connected', { instance: instance.name });
    case 'starting':
      return t('{instance} is starting', { instance: instance.name });
    case 'connecting':
    case 'reconnecting':
      return isComingBack(instance)
        ? t('{instance} stopped', { instance: instance.name })
        : t('{instance} does not answer yet', { instance: instance.name });
    case 'refused':
      return refusedFor(instance) === 'certificate'
        ? t('{instance} shows a certificate that is not trusted', { instance: instance.name })
        : t('{instance} refused this window', { instance: instance.name });
    case 'stopped':
      return t('{instance} stopped', { instance: instance.name });
    default:
      return assertNever(instance);
  }
}

/** What a person need not fear about a stopped service. */
export function whatStaysSafe(instance: InstanceView): string {
  const code = problemOf(instance)?.code;
  if (code === 'DATA_FOLDER_DAMAGED' || code === 'DATA_FOLDER_NEWER') {
    return t('Slipway changes nothing in that folder. A fresh one beside it leaves it whole.');
  }
  if (code === 'DATA_FOLDER_GONE') {
    return t('Slipway creates nothing in its place, so nothing there is overwritten.');
  }
  return t('Nothing is lost: games, versions and builds stay in the data folder as they were.');
}

/** The address people and engines use: "127.0.0.1:7420". */
export function instanceAddress(instance: InstanceView): string | undefined {
  if (instance.url !== undefined) return hostOf(instance);
  return instance.kind === 'local' && instance.port !== undefined ? `127.0.0.1:${instance.port}` : undefined;
}

/** Why an instance answers nothing now; undefined when it does. */
export function whyInstanceUnavailable(instance: InstanceView | undefined): string | undefined {
  if (instance === undefined) return t('Slipway is still starting');
  if (instance.state === 'connected') return undefined;
  return t('{headline}. This works again once it is connected', { headline: instanceHeadline(instance) });
}

/** Why no game can be made on it now; undefined when one can. */
export function whyCannotCreateGame(instance: InstanceView | undefined): string | undefined {
  return whyCannotChange(instance) ?? translate(instance?.why_not?.create_game);
}

/** Why nothing can be changed on an instance now; undefined when it can. */
export function whyCannotChange(instance: InstanceView | undefined): string | undefined {
  return whyInstanceUnavailable(instance) ?? whyReadOnly(instance);
}

/** Why nothing is changed on an instance, whether it answers or not; undefined where it is not read-only here. */
export function whyReadOnly(instance: InstanceView | undefined): string | undefined {
  if (instance === undefined || !instance.is_read_only) return undefined;
  return t('{instance} is marked read-only here. Remove read-only first', { instance: instance.name });
}

function hostOf(instance: InstanceView): string {
  if (instance.url === undefined) return instance.name;
  return URL.canParse(instance.url) ? new URL(instance.url).host : instance.url;
}
