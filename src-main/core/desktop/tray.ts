// What follows from the state for the tray and the taskbar: how many servers live, and how far all transfers are. Pure.
import { livingStates, type ServerState } from '../../../src-shared/service/servers.ts';
import type { TransferView } from '../../../src-shared/transfers/bridge.ts';
import { bytesOf } from '../../../src-shared/transfers/bytes-of.ts';
import type { MenuItem } from './menu.ts';
import { plural, t } from './native-language.ts';
import type { DesktopState } from './state.ts';

const living: ReadonlySet<ServerState> = new Set(livingStates);
const moving = new Set<TransferView['status']>(['queued', 'running', 'waiting']);

/** How many servers of Local live now. */
export function livingServers({ servers }: Pick<DesktopState, 'servers'>): number {
  return servers.filter(({ server }) => living.has(server.state ?? 'running') && server.destroyed_at === undefined)
    .length;
}

export function movingTransfers({ transfers }: Pick<DesktopState, 'transfers'>): readonly TransferView[] {
  return transfers.filter(({ status }) => moving.has(status));
}

export function pausedTransfers({ transfers }: Pick<DesktopState, 'transfers'>): readonly TransferView[] {
  return transfers.filter(({ status }) => status === 'paused');
}

/** The bar at the app's icon: none, one that only moves, or a part of the whole. */
export type Progress = { kind: 'none' } | { kind: 'unknown' } | { kind: 'part'; part: number; isPaused: boolean };

export function progressOf(state: Pick<DesktopState, 'transfers'>): Progress {
  const under = movingTransfers(state);
  const shown = under.length > 0 ? under : pausedTransfers(state);
  if (shown.length === 0) return { kind: 'none' };
  const isPaused = under.length === 0;
  const known = shown.flatMap((transfer) => bytesOf(transfer) ?? []);
  // While a folder is packed nobody knows how large the pack will be.
  if (known.length < shown.length) return isPaused ? { kind: 'none' } : { kind: 'unknown' };
  const total = known.reduce((sum, bytes) => sum + bytes.total, 0);
  const there = known.reduce((sum, bytes) => sum + bytes.there, 0);
  return { kind: 'part', part: total === 0 ? 0 : there / total, isPaused };
}

/** The line for servers, in words. */
export function formatServer(state: DesktopState): string {
  const count = livingServers(state);
  if (count === 0) return state.isPartial ? t('No servers known to be running') : t('No servers running');
  return state.isPartial
    ? plural(count, 'At least {n} server running', 'At least {n} servers running')
    : plural(count, '{n} server running', '{n} servers running');
}

/** The line for transfers, in words. */
export function formatTransfer(state: Pick<DesktopState, 'transfers'>): string {
  const under = movingTransfers(state).length;
  const paused = pausedTransfers(state).length;
  if (under === 0) {
    return paused === 0 ? t('Nothing is sent') : plural(paused, '{n} transfer paused', '{n} transfers paused');
  }
  const progress = progressOf(state);
  const far = progress.kind === 'part' ? `, ${Math.floor(progress.part * 100)}%` : '';
  return plural(under, '{n} transfer', '{n} transfers') + far;
}

/** The menu of the tray. */
export function trayMenu(state: DesktopState): MenuItem[] {
  const count = livingServers(state);
  const canPause = movingTransfers(state).length > 0;
  const canResume = !canPause && pausedTransfers(state).length > 0;
  const actionItem = (id: 'show' | 'quit' | 'pause_all' | 'resume_all', label: string): MenuItem => {
    return { kind: 'action', id, label, order: { to: 'shell', action: id } };
  };
  return [
    { kind: 'words', label: formatServer(state) },
    { kind: 'words', label: formatTransfer(state) },
    { kind: 'line' },
    actionItem('show', t('Open Slipway')),
    ...(canPause ? [actionItem('pause_all', t('Pause all transfers'))] : []),
    ...(canResume ? [actionItem('resume_all', t('Resume all transfers'))] : []),
    { kind: 'line' },
    actionItem(
      'quit',
      count === 0 ? t('Quit Slipway') : plural(count, 'Quit and stop {n} server', 'Quit and stop {n} servers'),
    ),
  ];
}
