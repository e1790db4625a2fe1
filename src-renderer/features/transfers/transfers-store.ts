// A mirror of the transfers: the list, the maps of those that are drawn, the speed and the limit.
import { create } from 'zustand';
import type {
  TransferAttempt,
  TransferLimitsView,
  TransferSpeed,
  TransferView,
} from '../../../src-shared/transfers/bridge.ts';
import type { PartMap } from '../../../src-shared/transfers/part-map.ts';

type State = {
  /** Undefined until they were read. */
  list: TransferView[] | undefined;
  maps: Record<string, PartMap | undefined>;
  /** The logs of tries that are open. */
  tries: Record<string, TransferAttempt[] | undefined>;
  speed: TransferSpeed | undefined;
  /** In bytes a second; null is none, undefined is not known yet. */
  limit: number | null | undefined;
  /** Less may go out now, since people play on this machine. */
  slowed: TransferLimitsView['slowed'];
  /** The one that a person is asked about before it is given up. */
  cancelling: string | undefined;
  /** When those went on whose line about that was dismissed. */
  dismissed: Record<string, number | undefined>;
  /** What was asked of a transfer and has not been answered. */
  busy: Record<string, boolean | undefined>;
  /** What screen readers were told last. */
  announcement: string;
};

/** The transfers. */
export const useTransfers = create<State>(() => ({
  list: undefined,
  maps: {},
  tries: {},
  speed: undefined,
  limit: undefined,
  slowed: undefined,
  cancelling: undefined,
  dismissed: {},
  busy: {},
  announcement: '',
}));
