// What became of a deployment, in the one wording that the sheet, the history and the board share. Pure.
import type { HistoryRow } from '../../../src-shared/namespaces/bridge.ts';
import type { Glyph } from '../../design/state-glyph.tsx';
import { t } from '../../text/t.ts';
import { formatSpan } from '../../ui/format.ts';

/**
 * A deployment as far as it matters here: without `to`, it is the present one. `isJoinable`: whether a server of it can be joined now;
 * undefined where that is not known.
 */
export type Ran = Pick<HistoryRow, 'outcome'> & {
  from: number;
  to: number | undefined;
  isJoinable?: boolean | undefined;
};

/** Its sentence and its mark. */
export type OutcomeWords = { glyph: Glyph; words: string };

/** "Ran well for 3 h", "Ran 3 min", "Crashed 4×, rolled back after 11 min". */
export function outcomeWords({ outcome, from, to, isJoinable }: Ran, now: number): OutcomeWords {
  const lasted = (to ?? now) - from;
  const isRolledBack = to !== undefined && outcome?.rolled_back === true;
  const trouble = outcome && troubleWords(outcome, isRolledBack, lasted);
  if (trouble !== undefined) return trouble;
  // That somebody left it says nothing of crashes.
  if (isRolledBack) return { glyph: 'stopped', words: rolledBack(outcome, formatSpan(lasted)) };
  return to === undefined ? running(outcome?.ran_ms, lasted, isJoinable) : over(outcome, lasted);
}

function troubleWords(outcome: Told, isRolledBack: boolean, lasted: number): OutcomeWords | undefined {
  const trouble = troubleOf(outcome);
  if (trouble === 'crashed') return crashed(outcome.crashes ?? 0, isRolledBack, lasted);
  return trouble === 'failed' ? failed(outcome.failed_starts ?? 0, isRolledBack, lasted) : undefined;
}

type Told = {
  [K in 'crashes' | 'failed_starts' | 'crash_loop' | 'ran_well']?: NonNullable<HistoryRow['outcome']>[K] | undefined;
};

/**
 * What is to be known of a deployment first: that it crashed, which three times are where its instance does not say how it went, or else
 * that servers did not start. Nothing where it ran well.
 */
export function troubleOf(outcome: Told): 'crashed' | 'failed' | undefined {
  if (outcome.ran_well === true) return undefined;
  const { crashes = 0, failed_starts: failures = 0, crash_loop: isLoop, ran_well: ranWell } = outcome;
  if (crashes >= 3 || (crashes > 0 && (isLoop === true || ranWell === false))) return 'crashed';
  return failures > 0 ? 'failed' : undefined;
}

function failed(count: number, isRolledBack: boolean, lasted: number): OutcomeWords {
  const values = { n: count, time: formatSpan(lasted) };
  const words = isRolledBack
    ? t('Did not start {n}×, rolled back after {time}', values)
    : t('Did not start {n}×', values);
  return { glyph: 'crashed', words };
}

function crashed(count: number, isRolledBack: boolean, lasted: number): OutcomeWords {
  const values = { n: count, time: formatSpan(lasted) };
  const words = isRolledBack ? t('Crashed {n}×, rolled back after {time}', values) : t('Crashed {n}×', values);
  return { glyph: 'crashed', words };
}

function rolledBack(outcome: HistoryRow['outcome'], time: string): string {
  return outcome?.ran_ms === 0
    ? t('Nobody could join, rolled back after {time}', { time })
    : t('Rolled back after {time}', { time });
}

/** It may be there without a server, or with one that does not listen. */
function running(ranMs: number | undefined, lasted: number, isJoinable = ranMs !== 0): OutcomeWords {
  if (!isJoinable) return { glyph: 'idle', words: ranMs === 0 ? t('Nobody could join yet') : t('Nobody can join now') };
  return { glyph: 'running', words: t('Runs for {time}', { time: formatSpan(lasted) }) };
}

function over(outcome: HistoryRow['outcome'], lasted: number): OutcomeWords {
  if (outcome?.ran_ms === 0) return { glyph: 'stopped', words: t('Nobody could join') };
  const time = formatSpan(outcome?.ran_ms ?? lasted);
  if (outcome?.ran_well === true) return { glyph: 'done', words: t('Ran well for {time}', { time }) };
  return { glyph: 'stopped', words: t('Ran {time}', { time }) };
}
