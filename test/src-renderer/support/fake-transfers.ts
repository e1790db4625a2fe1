// The part of the stand-in core that is about transfers: sources that a test moves by hand.
import { listSource, type ValueSource, valueSource } from '../../../src-shared/bridge/source.ts';
import type {
  TransferAttempt,
  TransferLimitsView,
  TransferSpeed,
  TransferView,
} from '../../../src-shared/transfers/bridge.ts';
import type { PartMap } from '../../../src-shared/transfers/part-map.ts';

/** No transfers, and no limit. */
export function createFakeTransfers() {
  const list = listSource<TransferView>();
  const speed = valueSource<TransferSpeed>({ every_ms: 2_000, points: [] });
  const limits = valueSource<TransferLimitsView>({ bytes_per_second: null });
  const maps = new Map<string, ValueSource<PartMap>>();
  const parts = (id: string) => {
    const source = maps.get(id) ?? valueSource<PartMap>({ kinds: [], lengths: [], levels: {}, why: {} });
    maps.set(id, source);
    return source;
  };
  const logs = new Map<string, ValueSource<TransferAttempt[]>>();
  const tries = (id: string) => {
    const source = logs.get(id) ?? valueSource<TransferAttempt[]>([]);
    logs.set(id, source);
    return source;
  };
  return {
    list,
    speed,
    limits,
    parts,
    tries,
    topics: {
      transfers: () => list,
      'transfers.parts': ({ transfer_id: id }: { transfer_id: string }) => parts(id),
      'transfers.tries': ({ transfer_id: id }: { transfer_id: string }) => tries(id),
      'transfers.speed': () => speed,
      'transfers.limits': () => limits,
    },
  };
}
