// Keeps what all transfers sent in the last five minutes, a point every two seconds while something is to be sent. Nothing
// runs while nothing is.
import { valueSource } from '../../../../src-shared/bridge/source.ts';
import type { TransferSpeed } from '../../../../src-shared/transfers/bridge.ts';
import type { Run, TransferDependencies } from '../engine/transfer-run.ts';

const EVERY_MS = 2_000;
const KEPT_MS = 300_000;

export type SpeedMeterOptions = { now?: () => number; everyMs?: number };

/** `runs` are those under way. Everything waits when each of them does. */
export function createSpeedMeter(runs: () => readonly Pick<Run, 'trouble'>[], options: SpeedMeterOptions = {}) {
  const { now = Date.now, everyMs = EVERY_MS } = options;
  const source = valueSource<TransferSpeed>({ every_ms: everyMs, points: [] });
  let timer: ReturnType<typeof setInterval> | undefined;
  let bytes = 0;
  let lookedAt = 0;
  const put = (bytesPerSecond: number, isLost: boolean) => {
    lookedAt = now();
    const kept = source.snapshot().points.filter(({ at }) => at > lookedAt - KEPT_MS && at <= lookedAt);
    const point = { at: lookedAt, bytes_per_second: bytesPerSecond, is_lost: isLost };
    source.set({ every_ms: everyMs, points: [...kept, point] });
  };
  const rest = () => {
    clearInterval(timer);
    timer = undefined;
  };
  const look = () => {
    const active = runs();
    const tookMs = now() - lookedAt;
    // By a clock that was set back no time went by.
    const rate = Math.round((bytes * 1000) / (tookMs > 0 ? tookMs : everyMs));
    bytes = 0;
    // Where bytes went out there was a network, even if the try before failed.
    put(rate, rate === 0 && active.length > 0 && active.every((run) => run.trouble() !== undefined));
    // The last point of a line is at nothing.
    if (active.length === 0 && rate === 0) rest();
  };
  return {
    source,
    look,
    /** Something changed: begins to look, if something is to be sent. */
    touch: () => {
      if (timer !== undefined || runs().length === 0) return;
      put(0, false);
      timer = setInterval(look, everyMs);
      timer.unref();
    },
    /** The same sender, counted. */
    counted:
      (send: TransferDependencies['sendPart']): TransferDependencies['sendPart'] =>
      (order) =>
        send({
          ...order,
          onBytes: (sent) => {
            bytes += sent;
            order.onBytes(sent);
          },
        }),
    close: rest,
  };
}
