// How fast all transfers together may send: what a person set, and less of it while people play on servers of this machine.
import { type ValueSource, valueSource } from '../../../../src-shared/bridge/source.ts';
import type { Settings } from '../../../../src-shared/settings/bridge.ts';
import type { TransferLimitsView } from '../../../../src-shared/transfers/bridge.ts';
import type { SettingsService } from '../../settings/settings-service.ts';

/** How many people play on servers of this machine. */
export type PlayersHere = { now(): number; listen(onChange: () => void): () => void };

type LimitOptions = { settings: SettingsService; players: PlayersHere };

export type Limits = {
  readonly source: ValueSource<TransferLimitsView>;
  /** Tells what may go out a second, now and whenever that changes, until the answer is called. */
  follow(take: (bytesPerSecond: number | undefined) => void): () => void;
};

export function createLimits({ settings, players }: LimitOptions): Limits {
  const now = () => limitsOf(settings.get(), players.now());
  const source = valueSource(now());
  return {
    // Read again for whoever asks, as nothing is followed while no transfer could run.
    source: { ...source, snapshot: now },
    follow: (take) => {
      let last = inForce(now());
      take(last);
      const look = () => {
        const limits = now();
        source.set(limits);
        const next = inForce(limits);
        if (next !== last) take(next);
        last = next;
      };
      const ends = [settings.source.listen(look), players.listen(look)];
      return () => {
        for (const end of ends) end();
      };
    },
  };
}

/** Nothing means no limit, as it does in the file of settings. */
export function limitsOf(
  { upload_limit: limit = 0, slow_while_playing: slow = 0 }: Pick<Settings, 'upload_limit' | 'slow_while_playing'>,
  players: number,
): TransferLimitsView {
  const bytesPerSecond = limit === 0 ? null : limit;
  const isSlower = slow > 0 && players > 0 && (bytesPerSecond === null || slow < bytesPerSecond);
  return { bytes_per_second: bytesPerSecond, ...(isSlower ? { slowed: { bytes_per_second: slow, players } } : {}) };
}

function inForce({ bytes_per_second: limit, slowed }: TransferLimitsView): number | undefined {
  return slowed?.bytes_per_second ?? limit ?? undefined;
}
