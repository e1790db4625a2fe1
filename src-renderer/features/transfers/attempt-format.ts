// One line of a log of tries in words: when, and what became of it. Pure.
import type { PauseReason, TransferAttempt } from '../../../src-shared/transfers/bridge.ts';
import { formatSeconds } from '../../text/format-numbers.ts';
import { errorText, plural, t, words } from '../../text/t.ts';
import { formatDay } from '../../ui/format.ts';
import { stepLead } from './transfer-format.ts';

type Line<W extends TransferAttempt['what']> = Extract<TransferAttempt, { what: W }>;

/** The clock time to the second, with its day when that was not today. */
export function formatAttemptTime(at: number, now: number): string {
  const isToday = new Date(at).toDateString() === new Date(now).toDateString();
  return isToday ? formatSeconds(at) : `${formatDay(at)}, ${formatSeconds(at)}`;
}

/** What happened; `n` is the place of the line in its log. */
export function formatAttempt(line: TransferAttempt, n: number, source: string): string {
  switch (line.what) {
    case 'began':
      return formatBegan(line, n, source);
    case 'failed':
      return formatFailed(line);
    case 'paused':
      return withProblem(pauses[line.by], line);
    case 'stopped':
      return withProblem(t('Stopped'), line);
    case 'cancelled':
      return t('Cancelled by you');
    case 'done':
      return t('Done');
  }
}

function formatBegan({ kept, source_changed: isNewer }: Line<'began'>, n: number, source: string): string {
  const began = n === 0 ? t('Started') : formatWentOn(kept);
  return isNewer ? t('{began}; {source} was newer than what was packed of it', { began, source }) : began;
}

function formatWentOn(kept: number): string {
  if (kept === 0) return t('Restarted');
  return plural(kept, 'Resumed, the stored part was kept', 'Resumed, the {n} stored parts were kept');
}

function formatFailed({ step, problem, count, until }: Line<'failed'>): string {
  const message = t('{step}: {problem}', { step: stepLead(step), problem: errorText(problem) ?? '' });
  if (count === 1 || until === undefined) return message;
  return t('{said} {count} times until {time}', { said: message, count, time: formatSeconds(until) });
}

const pauses: Readonly<Record<PauseReason, string>> = words({
  person: 'Paused by you',
  sleep: 'Paused, as this machine went to sleep',
  network: 'Paused, as the network was away',
  end: 'Slipway ended',
});

function withProblem(message: string, tried: Line<'paused' | 'stopped'>): string {
  const problem = errorText(tried.problem);
  return problem === undefined ? message : t('{said}: {problem}', { said: message, problem });
}
