// A transfer in words: its state, what stands behind it, and the figures at its side. Pure.
import { assertNever } from '../../../src-shared/assert-never.ts';
import type {
  PauseReason,
  SentAgain,
  TransferIn,
  TransferLimitsView,
  TransferResume,
  TransferStep,
  TransferView,
} from '../../../src-shared/transfers/bridge.ts';
import { bytesOf } from '../../../src-shared/transfers/bytes-of.ts';
import type { Glyph } from '../../design/state-glyph.tsx';
import { formatDecimal } from '../../text/format-numbers.ts';
import { errorText, plural, t, translate, words } from '../../text/t.ts';
import { formatAgo, formatCount, formatDuration, formatPacked, formatSize, formatUnpacked } from '../../ui/format.ts';
import { leftMs } from './transfers-selectors.ts';

/** A state: its glyph, its word, and what is said behind it. */
export type StateText = { glyph: Glyph; lead: string; text: string };

const steps = (): Record<TransferStep, { glyph: Glyph; lead: string }> => ({
  pack: { glyph: 'starting', lead: t('Packing') },
  prepare: { glyph: 'starting', lead: t('Preparing') },
  parts: { glyph: 'uploading', lead: t('Uploading') },
  confirm: { glyph: 'verifying', lead: t('Verifying') },
  switch: { glyph: 'starting', lead: t('Switching') },
});

/** What a step is called while it is worked on. */
export function stepLead(step: TransferStep): string {
  return steps()[step].lead;
}

/** Said of what waits for the line: what is there stays, and what went out in vain goes out again. */
export function formatKept(view: TransferIn<'waiting'>, instance: string): string {
  const { sent, verified } = view.parts;
  return `${formatThere(view, sent + verified, instance)} ${formatAgain(view.again)}`;
}

/** `instance` is the name of where it goes. */
export function formatState(view: TransferView, instance: string, now: number): StateText {
  switch (view.status) {
    case 'queued':
      return { glyph: 'idle', lead: t('Queued'), text: formatQueued(view) };
    case 'running':
      return { ...steps()[view.step], text: formatRunning(view, instance) };
    case 'waiting':
      return { glyph: 'waiting', lead: waitingLead(view), text: formatWaiting(view, instance) };
    case 'paused':
      return { glyph: 'paused', lead: t('Paused'), text: formatPaused(view, instance, now) };
    case 'failed':
    case 'not_confirmed':
      return formatStopped(view);
    case 'cancelled':
      return {
        glyph: 'stopped',
        lead: t('Cancelled'),
        text: t('by you, {ago}', { ago: formatAgo(view.ended_at, now) }),
      };
    case 'done':
      return { glyph: 'done', lead: t('Done'), text: translate(view.outcome) ?? '' };
    default:
      return assertNever(view);
  }
}

function formatStopped(view: TransferIn<'failed' | 'not_confirmed'>): StateText {
  const glyph = view.status === 'failed' ? 'failed' : 'notice';
  return { glyph, lead: failureLead(view), text: errorText(view.problem) ?? '' };
}

/** Why less goes out than else: "5.0 MB/s while 3 people play on this machine". */
export function formatSlowed({ bytes_per_second: rate, players }: NonNullable<TransferLimitsView['slowed']>): string {
  const values = { rate: formatRate(rate) };
  return plural(
    players,
    '{rate} while somebody plays on this machine',
    '{rate} while {n} people play on this machine',
    values,
  );
}

function formatQueued({ position }: TransferIn<'queued'>): string {
  return position === 0 ? t('next in line') : t('{position} ahead', { position: formatCount(position) });
}

function formatRunning(view: TransferIn<'running'>, instance: string): string {
  const { step, parts, packing } = view;
  if (step === 'pack') {
    return packing === undefined
      ? t('scanning {source}', { source: view.source_name })
      : t('{size} of {all}', { size: formatSize(packing.bytes), all: formatUnpacked(packing.total) });
  }
  if (step === 'prepare') return t('preparing the upload on {instance}', { instance });
  if (step === 'confirm') return t('all parts sent, {instance} is assembling them', { instance });
  if (step === 'switch') return formatSwitching(view.namespace_name);
  const there = parts.sent + parts.verified;
  return plural(
    partCount(view),
    '{there} of {n} part, {sending} in flight',
    '{there} of {n} parts, {sending} in flight',
    { there: formatCount(there), sending: formatCount(parts.sending) },
  );
}

function formatSwitching(namespace: string | undefined): string {
  if (namespace === undefined) return t('the namespace gets the new version');
  return t('{namespace} gets the new version', { namespace });
}

const resumedAfter: Record<PauseReason, () => string> = {
  person: () => t('Resumed after a pause.'),
  sleep: () => t('Resumed after this machine slept.'),
  network: () => t('Resumed after the network was away.'),
  end: () => t('Resumed after Slipway ended.'),
};

/** "9 of 15 parts are on Staging EU; 14 MB of part 10 are sent again." */
export function formatResumed(
  view: TransferView,
  { after, kept, again }: TransferResume,
  instance: string,
): { lead: string; text: string } {
  return { lead: resumedAfter[after](), text: `${formatThere(view, kept, instance)} ${formatAgain(again)}`.trim() };
}

function formatThere(view: TransferView, there: number, instance: string): string {
  return plural(partCount(view), '{there} of {n} part is on {instance}.', '{there} of {n} parts are on {instance}.', {
    there: formatCount(there),
    instance,
  });
}

/** What of it goes out a second time, where anything does. */
function formatAgain(again: SentAgain | undefined): string {
  if (again === undefined || again.bytes === 0) return t('Nothing is sent again.');
  const size = formatSize(again.bytes);
  if (again.is_most === true) return formatMostAgain(again, size);
  if (again.parts === 1) return t('{size} of part {part} are sent again.', { size, part: formatCount(again.first) });
  return plural(again.parts, '{size} of {n} part are sent again.', '{size} of {n} parts are sent again.', { size });
}

/** Who keeps what came of a part is asked how much that is when it answers: the part goes on there. */
function formatMostAgain({ parts, first }: SentAgain, size: string): string {
  if (parts === 1) return t('At most {size} of part {part} are sent again.', { size, part: formatCount(first) });
  return plural(parts, 'At most {size} of {n} part are sent again.', 'At most {size} of {n} parts are sent again.', {
    size,
  });
}

function waitingLead({ trouble }: TransferIn<'waiting'>): string {
  const { code } = trouble.problem;
  return code === 'INSTANCE_UNREACHABLE' || code === 'TRANSFER_STALLED' ? t('Waiting for the network') : t('Waiting');
}

/** Without the countdown, which is drawn behind it. */
function formatWaiting({ trouble }: TransferIn<'waiting'>, instance: string): string {
  if (trouble.problem.code === 'INSTANCE_UNREACHABLE') return t('{instance} does not answer.', { instance });
  return errorText(trouble.problem) ?? '';
}

function formatPaused({ paused, parts, again }: TransferIn<'paused'>, instance: string, now: number): string {
  if ('problem' in paused) return errorText(paused.problem) ?? '';
  const there = parts.sent + parts.verified;
  const kept =
    there === 0
      ? t('No part is there yet.')
      : plural(there, '{instance} keeps the {n} part that it has.', '{instance} keeps the {n} parts that it has.', {
          instance,
        });
  const said = again === undefined ? kept : `${kept} ${formatAgain(again)}`;
  return pausedBy[paused.by]({ ago: formatAgo(paused.at, now), kept: said });
}

type Ago = { ago: string; kept: string };

const pausedBy: Record<Exclude<PauseReason, 'network'>, (values: Ago) => string> = {
  person: (values) => t('by you, {ago}. {kept}', values),
  sleep: (values) => t('as this machine went to sleep, {ago}. {kept}', values),
  end: ({ kept }) => t('when Slipway ended. {kept}', { kept }),
};

const leads: Readonly<Record<string, string>> = words({
  STORAGE_FULL: 'Storage full',
  PACK_SECRETS: 'Secrets inside',
  PACK_DISK_FULL: 'Disk full',
  TRANSFER_NEEDS_NEW_BUILD: 'Has to be sent again',
  TRANSFER_SOURCE_CHANGED: 'Changed on disk',
  BUILD_INVALID: 'Build refused',
  API_UNAUTHORIZED: 'Sign in again',
});

/** What went wrong, in two or three words. */
export function failureLead({ status, problem }: TransferIn<'failed' | 'not_confirmed'>): string {
  if (status === 'not_confirmed') return t('Not confirmed');
  return leads[problem.code] ?? t('Failed');
}

function partCount({ parts: { pending, sending, sent, verified } }: TransferView): number {
  return pending + sending + sent + verified;
}

/** The lines of figures at the side, the upper one first. */
export function formatFigure(view: TransferView): string[] {
  const bytes = bytesOf(view);
  if (bytes === undefined || view.status === 'cancelled') return [];
  if (view.status === 'done') {
    const sizes = { size: formatPacked(bytes.total), sent: formatSize(view.bytes_on_wire) };
    return [t('{size}, sent {sent} in {took}', { ...sizes, took: formatTook(view.worked_ms) })];
  }
  const sizes = { size: formatSize(bytes.there), all: formatPacked(bytes.total) };
  const lines = [t('{size} of {all}', sizes)];
  if (bytes.inFlight > 0) lines.push(t('{size} in flight', { size: formatSize(bytes.inFlight) }));
  const left = leftMs(view);
  if (view.status === 'running' && view.step === 'parts') {
    const rate = formatRate(view.bytes_per_second);
    lines.push(left === undefined ? rate : t('{rate}, {left} left', { rate, left: formatLeft(left) }));
  }
  return lines;
}

/** "to Staging EU, launches on staging". */
export function formatWhere({ switches, namespace_name: namespace }: TransferView, instance: string): string {
  if (!switches) return t('to {instance}', { instance });
  if (namespace === undefined) return t('to {instance}, launches', { instance });
  return t('to {instance}, launches on {namespace}', { instance, namespace });
}

/** "38.2 MB/s", from 100 kB/s; below that in kB/s. */
export function formatRate(bytesPerSecond: number): string {
  if (bytesPerSecond < 100_000) return `${Math.round(bytesPerSecond / 1e3)} kB/s`;
  return `${formatDecimal(bytesPerSecond / 1e6, 1)} MB/s`;
}

/** A time to come in whole seconds, from an hour in minutes: "19 s", "1 min 3 s", "1 h 12 min". */
export function formatLeft(ms: number): string {
  const seconds = Math.max(1, Math.ceil(ms / 1000));
  if (seconds < 3_600) return seconds < 10 ? `${seconds} s` : formatDuration(seconds * 1000);
  const minutes = Math.round(seconds / 60);
  return minutes % 60 === 0 ? `${minutes / 60} h` : `${Math.floor(minutes / 60)} h ${minutes % 60} min`;
}

function formatTook(ms: number): string {
  return ms < 1_000 ? formatDuration(ms) : formatLeft(ms);
}
