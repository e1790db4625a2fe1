import { expect, test } from 'vitest';
import type { MenuItem } from '../../../../src-main/core/desktop/menu.ts';
import { formatServer, formatTransfer, progressOf, trayMenu } from '../../../../src-main/core/desktop/tray.ts';
import { someServer, someState, someTransfer } from './some-state.ts';

const labels = (items: MenuItem[]) => items.flatMap((item) => ('label' in item ? [item.label] : []));

test('counts the servers that live, and says when there may be more', () => {
  const servers = [someServer('1', 'running'), someServer('2', 'draining'), someServer('3', 'crashed')];
  expect(formatServer(someState({ servers }))).toBe('2 servers running');
  expect(formatServer(someState({ servers, isPartial: true }))).toBe('At least 2 servers running');
  expect(formatServer(someState())).toBe('No servers running');
  expect(formatServer(someState({ isPartial: true }))).toBe('No servers known to be running');
});

test('adds up what is there, by bytes and not by transfers, and not what is only on its way', () => {
  const transfers = [
    someTransfer('1', 'running', { bytes_total: 900, bytes_verified: 300, bytes_sent: 100, bytes_live: 50 }),
    someTransfer('2', 'queued', { bytes_total: 100 }),
    someTransfer('3', 'done', { bytes_total: 5_000, bytes_sent: 5_000 }),
  ];
  expect(progressOf({ transfers })).toEqual({ kind: 'part', part: 0.4, isPaused: false });
  expect(formatTransfer({ transfers })).toBe('2 transfers, 40%');
});

test('shows a bar without a figure while a pack is made, and none when nothing is on its way', () => {
  const { bytes_total: _unknown, ...packing } = someTransfer('1', 'running', { step: 'pack' });
  expect(progressOf({ transfers: [packing] })).toEqual({ kind: 'unknown' });
  expect(formatTransfer({ transfers: [packing] })).toBe('1 transfer');
  expect(progressOf({ transfers: [someTransfer('1', 'failed'), someTransfer('2', 'done')] })).toEqual({ kind: 'none' });
});

test('keeps the bar where it is while all is paused', () => {
  const transfers = [someTransfer('1', 'paused', { bytes_sent: 30 })];
  expect(progressOf({ transfers })).toEqual({ kind: 'part', part: 0.3, isPaused: true });
  expect(formatTransfer({ transfers })).toBe('1 transfer paused');
});

test('offers in the tray what can be done now, and says what quitting stops', () => {
  const sending = someState({ transfers: [someTransfer('1', 'running')], servers: [someServer('1', 'running')] });
  expect(labels(trayMenu(sending)).slice(2)).toEqual(['Open Slipway', 'Pause all transfers', 'Quit and stop 1 server']);
  const paused = someState({ transfers: [someTransfer('1', 'paused')] });
  expect(labels(trayMenu(paused)).slice(2)).toEqual(['Open Slipway', 'Resume all transfers', 'Quit Slipway']);
});
