// What follows from the transfers: which are shown where, how far all of them are together. Pure.
import type { TransferIn, TransferView } from '../../../src-shared/transfers/bridge.ts';
import { bytesOf } from '../../../src-shared/transfers/bytes-of.ts';

/** One to which nothing more happens, and any other. */
export type EndedTransfer = TransferIn<'done' | 'cancelled'>;
type FailedTransfer = TransferIn<'failed' | 'not_confirmed'>;
type LiveTransfer = Exclude<TransferView, EndedTransfer>;

/** Whether nothing more happens to it. */
export function hasEnded(view: TransferView): view is EndedTransfer {
  return view.status === 'done' || view.status === 'cancelled';
}

/** Whether it did not arrive as asked, which a person has to decide about. */
export function isFailed(view: TransferView): view is FailedTransfer {
  return view.status === 'failed' || view.status === 'not_confirmed';
}

/** Whether it is worked on or waits for its turn, so that it can be paused. */
export function isUnderWay({ status }: Pick<TransferView, 'status'>): boolean {
  return status === 'running' || status === 'waiting' || status === 'queued';
}

/** Whether what was sent would have to be sent again. */
export function wouldLose({ parts, bytes_sent: sent, bytes_verified: verified }: TransferView): boolean {
  return parts.sent + parts.verified > 0 || sent + verified > 0;
}

/** Those that have not ended in the order of the queue; of the others the last one is shown, the rest is folded. */
export function arranged(list: readonly TransferView[]): {
  live: LiveTransfer[];
  last: EndedTransfer | undefined;
  folded: EndedTransfer[];
} {
  const live = list.filter((view) => !hasEnded(view)).toSorted((a, b) => a.position - b.position);
  const ended = list.filter(hasEnded).toSorted((a, b) => b.ended_at - a.ended_at);
  const at = ended.findIndex(({ status }) => status === 'done');
  const last = ended[at];
  return { live, last, folded: last === undefined ? ended : ended.toSpliced(at, 1) };
}

/** Whole percents, and a hundred only when all is there. */
export function percentOf(view: TransferView): number | undefined {
  const bytes = bytesOf(view);
  if (bytes === undefined) return undefined;
  return bytes.total === 0 ? 100 : Math.floor((bytes.there / bytes.total) * 100);
}

/** How long the rest takes at the pace of now; undefined while nothing moves. */
export function leftMs(view: TransferView): number | undefined {
  const bytes = bytesOf(view);
  const rate = view.status === 'running' ? view.bytes_per_second : 0;
  if (bytes === undefined || rate <= 0 || view.step !== 'parts') return undefined;
  return ((bytes.total - bytes.there - bytes.inFlight) * 1000) / rate;
}

/** All transfers that have not ended, together. */
export type Total = {
  uploading: number;
  queued: number;
  held: number;
  failed: number;
  bytesPerSecond: number;
  /** Of those that are worked on or wait for their turn; `heldBytes` of those that rest or wait for the network. */
  toGo: number;
  heldBytes: number;
  leftMs: number | undefined;
  /** From 0 to 1, over all that are not given up. */
  share: number;
};

/** Adds them up. */
export function totalOf(list: readonly TransferView[]): Total {
  const live = list.filter((view) => !hasEnded(view));
  const running = live.filter((view) => view.status === 'running');
  const held = live.filter(({ status }) => status === 'waiting' || status === 'paused');
  const lefts = running.flatMap((view) => leftMs(view) ?? []);
  const bytes = live.flatMap((view) => bytesOf(view) ?? []);
  const total = sum(bytes.map((one) => one.total));
  return {
    uploading: running.length,
    queued: live.filter(({ status }) => status === 'queued').length,
    held: held.length,
    failed: live.filter(isFailed).length,
    bytesPerSecond: sum(running.map((view) => view.bytes_per_second)),
    toGo: sum(live.filter(({ status }) => status === 'running' || status === 'queued').map(restOf)),
    heldBytes: sum(held.map(restOf)),
    leftMs: lefts.length === 0 ? undefined : Math.max(...lefts),
    share: total === 0 ? 0 : sum(bytes.map((one) => one.there)) / total,
  };
}

function restOf(view: TransferView): number {
  const bytes = bytesOf(view);
  return bytes === undefined ? 0 : bytes.total - bytes.there;
}

function sum(values: readonly number[]): number {
  return values.reduce((all, value) => all + value, 0);
}

/** The one before which a transfer has to be put to move it by a step, null for the end; undefined where it cannot move. */
export function placeAfterStep(live: readonly TransferView[], id: string, step: -1 | 1): string | null | undefined {
  const at = live.findIndex((view) => view.id === id);
  const to = at + step;
  if (at === -1 || to < 0 || to >= live.length) return undefined;
  return (step === -1 ? live[to] : live[to + 1])?.id ?? null;
}
