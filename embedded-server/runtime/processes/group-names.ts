// The names of control groups say who made them, as the system doesn't tell when it was.
import { linuxIdentity } from './linux.ts';

type GroupName = { owner: Owner; serverId: string };
type Owner = { pid: number; start: string };

/** "4711-123456.<server id>": the process of this Slipway and when it started. */
export function groupName(serverId: string): string {
  return `${process.pid}-${startOf(process.pid)}.${serverId}`;
}

export function readGroupName(name: string): GroupName | undefined {
  const [, pid, start = '', serverId = ''] = /^(\d+)-(\d+)\.(.+)$/.exec(name) ?? [];
  return pid === undefined ? undefined : { owner: { pid: Number(pid), start }, serverId };
}

export function isAlive({ pid, start }: Owner): boolean {
  return startOf(pid) === start;
}

function startOf(pid: number): string {
  return linuxIdentity(pid).split('/').at(-1) ?? '';
}
