// What is wrong with a version's settings beyond their shape, and which of them have no effect, as pure functions of them.
import { AppError } from '../../../src-shared/errors/app-error.ts';
import type { PortRequest } from '../../../src-shared/service/run-settings.ts';
import { originalConfigKeys, type VersionConfig } from '../../../src-shared/service/versions.ts';

/** A problem of one port, with the error code that a create call answers for it. */
export type PortProblem = {
  path: string[];
  code: 'SERVERS_MUST_SPECIFY_ROUTING_TYPE' | 'SERVERS_UNSUPPORTED_HOST_PROTOCOL';
};

const HOST_PROTOCOLS: ReadonlySet<PortRequest['protocol']> = new Set(['tcp', 'udp', 'tcp+udp']);

/** A port's routing is exactly one of the two, and the host's own ports speak tcp and udp alone. */
export function portProblems(config: Pick<VersionConfig, 'ports'>): PortProblem[] {
  return Object.entries(config.ports ?? {}).flatMap(([name, port]) => problemsOf(['config', 'ports', name], port));
}

/** Throws the first problem under its own code. */
export function refusePortProblems(config: Pick<VersionConfig, 'ports'>): void {
  const [first] = portProblems(config);
  if (first !== undefined) throw new AppError(first.code, undefined, { metadata: { errors: [{ path: first.path }] } });
}

/** Where it has what is kept for clients of the original alone. */
export function keysWithoutEffect(config: VersionConfig): string[][] {
  return originalConfigKeys.filter((key) => config[key] !== undefined).map((key) => ['config', key]);
}

function problemsOf(path: string[], { protocol, routing }: PortRequest): PortProblem[] {
  if (routing === undefined) return [];
  const isHost = routing.host !== undefined;
  if (isHost === (routing.game_guard !== undefined)) {
    return [{ path: [...path, 'routing', 'invalid'], code: 'SERVERS_MUST_SPECIFY_ROUTING_TYPE' }];
  }
  if (isHost && !HOST_PROTOCOLS.has(protocol)) {
    return [{ path: [...path, 'protocol', 'invalid'], code: 'SERVERS_UNSUPPORTED_HOST_PROTOCOL' }];
  }
  return [];
}
