// What reaches a server from outside while it lives: that it is to end, and what its process does.
import type { ServerEvent } from '../hosting-thread/messages.ts';

/** `itself` asked for it through the SDK; at a `limit` is one that no longer said that it is well. `disk`: it filled that; `disk-limit`: it wrote more than a server may. */
export type StoppedBy = 'you' | 'policy' | 'slipway' | 'itself' | 'limit' | 'disk' | 'disk-limit';

/** As the interface has it. */
export function writtenAs(by: StoppedBy): Exclude<StoppedBy, 'disk' | 'disk-limit'> {
  return by === 'disk' || by === 'disk-limit' ? 'limit' : by;
}

export type Control = {
  /** Aborted when the server is to end, whatever it is doing. */
  readonly signal: AbortSignal;
  /** Who asked it to end; undefined while nobody did. */
  stoppedBy(): StoppedBy | undefined;
  graceMs(): number;
  /** The first one who asks stays named; a shorter grace counts, whoever asks. */
  stop(by: StoppedBy, graceMs: number): void;
  /** Called when a server is first asked to end, and each time the grace period gets shorter. */
  onStop(listener: (graceMs: number) => void): void;
  tell(event: ServerEvent): void;
  onEvent(listener: (event: ServerEvent) => void): void;
};

export function createControl(): Control {
  const abort = new AbortController();
  let by: StoppedBy | undefined;
  let grace = Number.POSITIVE_INFINITY;
  let hear: (event: ServerEvent) => void = () => undefined;
  let hearStop: (graceMs: number) => void = () => undefined;
  return {
    signal: abort.signal,
    stoppedBy: () => by,
    graceMs: () => grace,
    stop: (who, graceMs) => {
      by ??= who;
      if (graceMs >= grace) return;
      grace = graceMs;
      abort.abort();
      hearStop(grace);
    },
    onStop: (listener) => {
      hearStop = listener;
      if (by !== undefined) listener(grace);
    },
    tell: (event) => hear(event),
    onEvent: (listener) => {
      hear = listener;
    },
  };
}
