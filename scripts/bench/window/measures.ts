// The measures of the window.
import type { Measure } from '../measure.ts';
import { windowFirstPaint } from './first-paint.ts';
import { windowFrames } from './frames.ts';
import { windowIdle } from './idle.ts';
import { windowLogMemory } from './log-memory.ts';
import { windowLongTasks } from './long-tasks.ts';
import { windowBoardScroll, windowLogScroll, windowRowScroll } from './scroll.ts';

export const windowMeasures: readonly Measure[] = [
  windowFirstPaint,
  windowLongTasks,
  windowIdle,
  windowLogMemory,
  windowLogScroll,
  windowRowScroll,
  windowBoardScroll,
  windowFrames,
];
