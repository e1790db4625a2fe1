// What becomes of a flood of log lines.
import { setTimeout as pause } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { createLog, type LogEntry } from '../../../../embedded-server/platform/logging/log.ts';

it('writes so many ordinary lines a second, every other line, and how many were left out', async () => {
  const lines: LogEntry[] = [];
  const log = createLog((entry) => lines.push(entry), 200);
  for (let number = 0; number < 1_000; number += 1) log('info', 'request', { number });
  log('error', 'The disk is full.');
  const written = lines.filter(({ message }) => message === 'request').length;
  expect(written).toBeGreaterThanOrEqual(10);
  expect(lines.at(-1)).toMatchObject({ level: 'error', message: 'The disk is full.' });

  await pause(100);
  log('info', 'request');
  const left = lines.filter(({ message }) => message === 'lines left out').map((line) => Number(line['count']));
  expect(left.reduce((sum, count) => sum + count, 0) + written).toBe(1_000);
  expect(lines.at(-1)).toMatchObject({ message: 'request' });
});

it('writes all of them where no bound is given', () => {
  const lines: LogEntry[] = [];
  const log = createLog((entry) => lines.push(entry));
  for (let number = 0; number < 1_000; number += 1) log('info', 'request', { number });
  expect(lines).toHaveLength(1_000);
});
