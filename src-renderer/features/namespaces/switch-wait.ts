// What the version to come has to wait for: of what only one server can have at a time, the old one lets go when it has ended. Pure.
import type { Server } from '../../../src-shared/service/servers.ts';
import type { VersionPort } from '../../../src-shared/versions/bridge.ts';
import { t } from '../../text/t.ts';

/** The port that both versions listen on; without one, both keep the same folders. */
export type SwitchWait = { port: number | undefined };

/** How versions run, as far as that decides whether one waits for the other. */
export type BothRuns = Readonly<Record<'from' | 'to', { settings?: RunsAs | undefined }>>;
export type RunsAs = { ports: readonly PortNumbers[]; keep?: readonly string[] | undefined };
type PortNumbers = Pick<VersionPort, 'routing' | 'number' | 'internal_port'>;

/** Undefined where the new server starts beside the old ones, as far as is known. `met` are the servers that the switch ends. */
export function waitOf(met: readonly Server[], { from, to }: BothRuns): SwitchWait | undefined {
  if (met.length === 0) return undefined;
  const taken = new Set(met.flatMap(({ network }) => Object.values(network.ports).map((one) => one.internal_port)));
  const port = to.settings?.ports.flatMap((one) => fixedNumber(one) ?? []).find((number) => taken.has(number));
  if (port !== undefined) return { port };
  return keepsFolders(from.settings) && keepsFolders(to.settings) ? { port: undefined } : undefined;
}

/** The port number that the program always listens on. `number` is the guard's own where the port is behind the guard. */
function fixedNumber({ routing, number, internal_port: inside }: PortNumbers): number | undefined {
  return routing === 'host' ? (number ?? inside) : inside;
}

function keepsFolders(settings: RunsAs | undefined): boolean {
  return (settings?.keep ?? []).length > 0;
}

/** Why it waits, in a sentence. */
export function formatWait({ port }: SwitchWait, to: string): string {
  return port === undefined
    ? t('Both versions keep folders, so {to} starts when the old server has ended.', { to })
    : t('Both versions listen on port {port}, so {to} starts when the old server has ended.', { port, to });
}
