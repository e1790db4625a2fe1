// A node in words and figures. Pure.
import type { FleetNodeView, NodeList } from '../../../src-shared/service/nodes.ts';
import type { Glyph } from '../../design/state-glyph.tsx';
import { t } from '../../text/t.ts';
import { formatCount, formatSince, formatSize } from '../../ui/format.ts';

const MEGABYTE = 1_048_576;

/** Its state as glyph and words. */
export function stateOfNode(
  { state, drain, servers, lost_ts: lost = '' }: FleetNodeView,
  now: number,
): [Glyph, string] {
  if (state === 'lost') return ['failed', t('Lost since {time}', { time: formatSince(Date.parse(lost), now) })];
  if (state === 'ready') return ['running', t('Ready')];
  if (drain === undefined) return ['paused', t('Takes no new servers')];
  if (servers.length === 0) return ['done', t('Drained')];
  return ['stopping', t('Draining, until {time} at the latest', { time: formatSince(Date.parse(drain.end_ts), now) })];
}

/** Players on it. */
export function playersOn({ servers }: Pick<FleetNodeView, 'servers'>): number {
  return servers.reduce((sum, { players = 0 }) => sum + players, 0);
}

/** A kind of room on a node: how much of all is set aside and used, in per cent, and what is free in words. */
export type Room = { name: string; reserved: number; used: number; free: string; words: string };

/** Processor and memory. */
export function roomOn({ capacity, reserved, used }: FleetNodeView): Room[] {
  const room = (name: string, key: 'cpu' | 'memory', format: (amount: number) => string): Room => {
    const all = Math.max(1, capacity[key]);
    const percent = (amount: number) => Math.min(100, Math.round((amount / all) * 100));
    const texts = { all: format(capacity[key]), used: format(used[key]), reserved: format(reserved[key]) };
    return {
      name,
      reserved: percent(reserved[key]),
      used: percent(used[key]),
      free: t('{free} of {all} free', { free: format(Math.max(0, capacity[key] - reserved[key])), all: texts.all }),
      words: t('{used} used, {reserved} set aside', texts),
    };
  };
  return [
    room('CPU', 'cpu', (cpu) => formatCount(cpu / 1000)),
    room(t('Memory'), 'memory', (memory) => formatSize(memory * MEGABYTE)),
  ];
}

/** Whether another one takes what leaves this one. */
export function hasOtherPlace({ nodes }: NodeList, id: string): boolean {
  return nodes.some((node) => node.id !== id && node.state === 'ready');
}
