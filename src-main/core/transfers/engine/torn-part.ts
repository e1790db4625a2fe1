// A part that broke off goes on where it is kept: asks the instance how much that is, and says what is to be sent of it. Where
// somebody on the way refuses that, parts go whole from then on.
import type { Part } from '../journal/transfer-record.ts';
import type { AskedPart } from '../wire/ask-part.ts';
import type { PartAnswer, PartOutcome } from '../wire/part-outcome.ts';
import type { Run } from './transfer-run.ts';

/** What of a part is sent, and with which headers. */
export type Stretch = { from: number; headers: Record<string, string> };

export type TornParts = ReturnType<typeof createTornParts>;

export function createTornParts(run: Run) {
  let isRefused = false;
  const isOn = () => !isRefused && run.record().keeps_torn === true;
  return {
    /** Asks what came of a try before: whether all of it did. */
    isThere: async (part: Part, ask: () => Promise<AskedPart>): Promise<boolean> => {
      if (!isOn() || (part.held === undefined && part.kept === undefined)) return false;
      const found = await ask();
      if (found.state === 'in' && found.sha256 === part.sha256) return true;
      const kept = found.state === 'torn' ? Math.min(found.kept, part.length - 1) : 0;
      run.mark(part.number, part.state, { kept });
      return false;
    },
    /**
     * Whether more of it came since this was asked last. What the system has taken in goes out unseen, on a slow line for minutes.
     * Nothing where nobody can be asked.
     */
    moving: (part: Part, ask: () => Promise<AskedPart>): (() => Promise<boolean>) | undefined => {
      if (!isOn()) return undefined;
      let last = part.kept ?? 0;
      return async () => {
        const found = await ask();
        // Where all of it is in, its answer is on the way. If it is not heard then either it was lost, and the next try finds that.
        const now = found.state === 'in' ? part.length : found.state === 'torn' ? found.kept : 0;
        const isMore = now > last;
        last = now;
        return isMore;
      };
    },
    stretchOf: ({ length, kept = 0, sha256 }: Part): Stretch => {
      const digest = `sha-256=:${Buffer.from(sha256 ?? '', 'hex').toString('base64')}:`;
      // A store may refuse a header that it did not sign; who tells of parts is known to take it.
      if (!isOn() || length === 0) {
        return { from: 0, headers: run.record().upload_id === undefined ? {} : { 'content-digest': digest } };
      }
      return {
        from: kept,
        headers: { 'content-range': `bytes ${kept}-${length - 1}/${length}`, 'repr-digest': digest },
      };
    },
    /** Whether it is refused as a stretch: then it may be taken whole. */
    refuses: ({ status }: PartAnswer, { kind }: PartOutcome): boolean => {
      const isOfTheRange = status === NOT_IMPLEMENTED || (kind === 'refused' && refusals.has(status));
      if (!isOn() || !isOfTheRange) return false;
      isRefused = true;
      return true;
    },
  };
}

/** Answers of somebody who does not know, or does not let pass, what is asked for. */
const refusals = new Set([400, 405, 411, 416]);
const NOT_IMPLEMENTED = 501;
