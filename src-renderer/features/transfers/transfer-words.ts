// A transfer in words: its state, what stands behind it, and the figures at its side. Pure.
import type { TransferStatus, TransferStep, TransferView } from '../../../src-shared/transfers/bridge.ts';
import type { Glyph } from '../../design/state-glyph.tsx';
import { counted, countWords, durationWords, sizeWords } from '../../ui/words.ts';
import { bytesOf, leftMs } from './transfers-selectors.ts';

/** A state: its glyph, its word, and what is said behind it. */
export type StateWords = { glyph: Glyph; lead: string; text: string };

const steps: Record<TransferStep, { glyph: Glyph; lead: string }> = {
  pack: { glyph: 'starting', lead: 'Packing' },
  prepare: { glyph: 'starting', lead: 'Preparing' },
  parts: { glyph: 'uploading', lead: 'Uploading' },
  confirm: { glyph: 'verifying', lead: 'Verifying' },
  switch: { glyph: 'starting', lead: 'Switching' },
};

type Say = (view: TransferView, instance: string, now: number) => StateWords;

const says: Record<TransferStatus, Say> = {
  queued: (view) => ({ glyph: 'idle', lead: 'Queued', text: queuedWords(view) }),
  running: (view, instance, now) => ({ ...steps[view.step], text: runningWords(view, instance, now) }),
  waiting: (view, instance) => ({ glyph: 'waiting', lead: waitingLead(view), text: waitingWords(view, instance) }),
  paused: (view, instance, now) => ({ glyph: 'paused', lead: 'Paused', text: pausedWords(view, instance, now) }),
  failed: (view) => ({ glyph: 'failed', lead: failureLead(view), text: view.problem?.message ?? '' }),
  not_confirmed: (view) => ({ glyph: 'notice', lead: failureLead(view), text: view.problem?.message ?? '' }),
  cancelled: (view, _, now) => ({ glyph: 'stopped', lead: 'Cancelled', text: endWords(view, now) }),
  done: (view) => ({ glyph: 'done', lead: 'Done', text: view.outcome ?? '' }),
};

/** `instance` is the name of where it goes. */
export function stateWords(view: TransferView, instance: string, now: number): StateWords {
  return says[view.status](view, instance, now);
}

function queuedWords({ position = 0 }: TransferView): string {
  return position === 0 ? 'goes next' : `${countWords(position)} before it`;
}

function runningWords(view: TransferView, instance: string, now: number): string {
  const { step, parts, packed_bytes: packed, content_bytes: content } = view;
  if (step === 'pack') {
    return packed === undefined
      ? `looking through ${view.source_name}`
      : `${sizeWords(packed)} of ${sizeWords(content ?? packed)}`;
  }
  if (step === 'prepare') return `asking ${instance} where the parts go`;
  if (step === 'confirm') return `all parts are sent, ${instance} puts them together`;
  if (step === 'switch') return `${view.namespace_name ?? 'the namespace'} gets the new version`;
  const resumed = resumedWords(view, now);
  if (resumed !== undefined) return resumed;
  const there = parts.sent + parts.verified;
  return `${countWords(there)} of ${counted(partCount(view), 'part')}, ${countWords(parts.sending)} in flight`;
}

/** For the first minutes it is worth more than the count, which the map shows as well. */
const RESUMED_SHOWN_MS = 120_000;

function resumedWords({ resumed }: TransferView, now: number): string | undefined {
  if (resumed === undefined || now - resumed.at > RESUMED_SHOWN_MS || resumed.kept === 0) return undefined;
  const after = resumed.after === 'end' ? 'after Slipway restarted' : 'after a pause';
  const kept =
    resumed.kept === 1 ? 'the stored part was kept' : `the ${countWords(resumed.kept)} stored parts were kept`;
  return `resumed ${agoWords(now - resumed.at)} ${after}, ${kept}`;
}

function waitingLead({ trouble }: TransferView): string {
  const code = trouble?.problem.code;
  return code === 'INSTANCE_UNREACHABLE' || code === 'TRANSFER_STALLED' ? 'Waiting for the network' : 'Waiting';
}

/** Without the countdown, which is drawn behind it. */
function waitingWords({ trouble }: TransferView, instance: string): string {
  if (trouble?.problem.code === 'INSTANCE_UNREACHABLE') return `${instance} does not answer.`;
  return trouble?.problem.message ?? '';
}

function pausedWords({ paused, problem, parts }: TransferView, instance: string, now: number): string {
  if (problem !== undefined) return problem.message;
  const there = parts.sent + parts.verified;
  const kept = there === 0 ? 'Nothing was sent yet.' : `${instance} keeps the ${counted(there, 'part')} that it has.`;
  if (paused?.by === 'end') return `when Slipway ended. ${kept}`;
  return paused === undefined ? kept : `by you, ${agoWords(now - paused.at)}. ${kept}`;
}

const leads: Readonly<Record<string, string>> = {
  STORAGE_FULL: 'Storage full',
  PACK_SECRETS: 'Secrets inside',
  PACK_DISK_FULL: 'Disk full',
  TRANSFER_NEEDS_NEW_BUILD: 'Has to be sent anew',
  TRANSFER_SOURCE_CHANGED: 'Changed on disk',
  BUILD_INVALID: 'Build refused',
  API_UNAUTHORIZED: 'Sign in again',
};

/** What went wrong, in two or three words. */
export function failureLead({ status, problem }: TransferView): string {
  if (status === 'not_confirmed') return 'Not confirmed';
  return (problem === undefined ? undefined : leads[problem.code]) ?? 'Failed';
}

function endWords({ ended_at: end }: TransferView, now: number): string {
  return end === undefined ? 'by you' : `by you, ${agoWords(now - end)}`;
}

function partCount({ parts: { pending, sending, sent, verified } }: TransferView): number {
  return pending + sending + sent + verified;
}

/** The lines of figures at the side, the upper one first. */
export function figureWords(view: TransferView): string[] {
  const bytes = bytesOf(view);
  if (bytes === undefined || view.status === 'cancelled') return [];
  if (view.status === 'done') {
    const took = view.worked_ms === undefined ? '' : ` in ${tookWords(view.worked_ms)}`;
    return [`${sizeWords(bytes.total)}, sent ${sizeWords(view.bytes_on_wire)}${took}`];
  }
  const lines = [`${sizeWords(bytes.there)} of ${sizeWords(bytes.total)}`];
  const left = leftMs(view);
  if (view.status === 'running' && view.step === 'parts') {
    lines.push(`${rateWords(view.bytes_per_second ?? 0)}${left === undefined ? '' : `, ${leftWords(left)} left`}`);
  }
  return lines;
}

/** "to Staging EU, launches on staging". */
export function whereWords({ switches, namespace_name: namespace }: TransferView, instance: string): string {
  const launches = namespace === undefined ? ', launches' : `, launches on ${namespace}`;
  return `to ${instance}${switches ? launches : ''}`;
}

/** "38.2 MB/s", from 100 kB/s; below that in kB/s. */
export function rateWords(bytesPerSecond: number): string {
  if (bytesPerSecond < 100_000) return `${Math.round(bytesPerSecond / 1e3)} kB/s`;
  return `${(bytesPerSecond / 1e6).toFixed(1)} MB/s`;
}

/** A time to come in whole seconds, from an hour in minutes: "19 s", "1 min 3 s", "1 h 12 min". */
export function leftWords(ms: number): string {
  const seconds = Math.max(1, Math.ceil(ms / 1000));
  if (seconds < 3_600) return seconds < 10 ? `${seconds} s` : durationWords(seconds * 1000);
  const minutes = Math.round(seconds / 60);
  return minutes % 60 === 0 ? `${minutes / 60} h` : `${Math.floor(minutes / 60)} h ${minutes % 60} min`;
}

function tookWords(ms: number): string {
  return ms < 1_000 ? durationWords(ms) : leftWords(ms);
}

/** How long ago: "just now", "8 min ago". */
export function agoWords(ms: number): string {
  const minutes = Math.floor(ms / 60_000);
  if (minutes < 1) return 'just now';
  if (minutes < 60) return `${minutes} min ago`;
  const hours = Math.floor(minutes / 60);
  return hours < 48 ? `${hours} h ago` : `${Math.floor(hours / 24)} days ago`;
}
