// One line of a log of tries in words: when, and what became of it. Pure.
import type { TransferPause, TransferTry } from '../../../src-shared/transfers/bridge.ts';
import { secondsWords } from '../../text/formats.ts';
import { plural, saidBy, t, words } from '../../text/t.ts';
import { dayWords } from '../../ui/words.ts';
import { stepLead } from './transfer-words.ts';

/** The clock time to the second, with its day when that was not today. */
export function tryTime(at: number, now: number): string {
  const isToday = new Date(at).toDateString() === new Date(now).toDateString();
  return isToday ? secondsWords(at) : `${dayWords(at)}, ${secondsWords(at)}`;
}

/** What happened; `n` is the place of the line in its log. */
export function tryWords(line: TransferTry, n: number, source: string): string {
  switch (line.what) {
    case 'began':
      return beganWords(line, n, source);
    case 'failed':
      return failedWords(line);
    case 'paused':
      return withProblem(pauses[line.by ?? 'end'], line);
    case 'stopped':
      return withProblem(t('Stopped'), line);
    case 'cancelled':
      return t('Cancelled by you');
    case 'done':
      return t('Done');
  }
}

function beganWords({ kept = 0, source_changed: isNewer }: TransferTry, n: number, source: string): string {
  const began = n === 0 ? t('Began') : wentOnWords(kept);
  return isNewer === true ? t('{began}; {source} was newer than what was packed of it', { began, source }) : began;
}

function wentOnWords(kept: number): string {
  if (kept === 0) return t('Began again');
  return plural(kept, 'Went on, the stored part was kept', 'Went on, the {n} stored parts were kept');
}

function failedWords({ step, problem, count = 1, until }: TransferTry): string {
  const said = t('{step}: {problem}', { step: stepLead(step), problem: saidBy(problem) ?? '' });
  if (count === 1 || until === undefined) return said;
  return t('{said} {count} times until {time}', { said, count, time: secondsWords(until) });
}

const pauses: Readonly<Record<TransferPause['by'], string>> = words({
  person: 'Paused by you',
  sleep: 'Paused, as this machine went to sleep',
  network: 'Paused, as the network was away',
  end: 'Slipway ended',
});

function withProblem(said: string, tried: TransferTry): string {
  const problem = saidBy(tried.problem);
  return problem === undefined ? said : t('{said}: {problem}', { said, problem });
}
