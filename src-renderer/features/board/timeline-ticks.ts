// The marks of a timeline's axis: where they stand, and what they say. Pure.
import { formatClock, formatDay } from '../../ui/format.ts';
import { type Bend, type Range, straight } from './time-axis.ts';

export type Tick = { at: number; start: number; words: string };

const MINUTE_MS = 60_000;
/** The newest mark leaves this part of the width to the word "now". */
const ROOM_FOR_NOW = 0.15;

const MINUTES = [1, 5, 10, 15, 60, 240, 360, 1_440, 2_880, 7_200] as const;
/** Marks stand at least so far apart, as a part of the width, with text of the usual size. */
const LEAST_GAP = 0.14;

/** Round moments of this machine's own time, from each minute of a first day to each fifth day of a month, none on top of another. */
export function ticksOf(range: Range, bend: Bend = straight, textScale = 1): Tick[] {
  const span = range.to - range.from;
  const minutes = MINUTES.find((step) => span / (step * MINUTE_MS) <= (step < 1_440 ? 7 : 8)) ?? 7_200;
  const ticks: Tick[] = [];
  const add = (at: number, words: string) => {
    const start = bend((at - range.from) / span);
    const last = ticks.at(-1);
    if (start < 0 || start > 1 - ROOM_FOR_NOW || (last !== undefined && start - last.start < LEAST_GAP * textScale))
      return;
    ticks.push({ at, start, words });
  };
  // The first whole minute: a clock that is cut to minutes would name a moment before the axis.
  const first = Math.ceil(range.from / MINUTE_MS) * MINUTE_MS;
  if (minutes < 60) add(first, formatClock(first));
  for (const at of roundMoments(range, minutes)) add(at.getTime(), formatTick(at, minutes / 60, ticks));
  return ticks;
}

/** By the calendar: a day has 23 or 25 hours when the clocks change. */
function roundMoments({ from, to }: Range, minutes: number): Date[] {
  const at = new Date(from);
  if (minutes < 60) at.setMinutes(Math.floor(at.getMinutes() / minutes) * minutes, 0, 0);
  else at.setHours(minutes < 1_440 ? Math.floor(at.getHours() / (minutes / 60)) * (minutes / 60) : 0, 0, 0, 0);
  const found: Date[] = [];
  for (; at.getTime() < to; at.setMinutes(at.getMinutes() + minutes)) if (at.getTime() > from) found.push(new Date(at));
  return found;
}

/** The month is said where it begins to count. */
function formatTick(at: Date, hours: number, before: readonly Tick[]): string {
  if (hours < 24) return formatClock(at.getTime());
  const last = before.at(-1);
  const isNewMonth = last === undefined || new Date(last.at).getMonth() !== at.getMonth();
  return isNewMonth ? formatDay(at.getTime()) : String(at.getDate());
}
