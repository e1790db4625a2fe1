// Which ports of a server stand in a row: each that follows another one, with that one. Pure.
import { placeOf } from '../../../src-shared/service/port-faults.ts';
import type { SettledPort } from './run-settings.ts';

/** `offset`: by how much its number is larger than that of the first. */
export type GroupMember = { name: string; port: SettledPort; offset: number };
export type PortGroup = { name: string; first: SettledPort; members: readonly GroupMember[]; size: number };

/** Ports that do not go together were refused when they were asked for; here each of them stands alone. */
export function groupPorts(ports: Readonly<Record<string, SettledPort>>): PortGroup[] {
  const groups = new Map<string, GroupMember[]>();
  for (const [name, port] of Object.entries(ports)) {
    const { root, offset } = placeOf(ports, name) ?? { root: name, offset: 0 };
    groups.set(root, [...(groups.get(root) ?? []), { name, port, offset }]);
  }
  return [...groups].flatMap(([name, members]) => {
    const first = ports[name];
    if (first === undefined) return [];
    return [{ name, first, members, size: 1 + Math.max(...members.map(({ offset }) => offset)) }];
  });
}
