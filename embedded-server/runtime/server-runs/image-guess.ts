// What an image says of itself: the ports that it exposes, which its server listens on whatever it is told. Pure.

import type { ContainerImage } from '../runner/runner.ts';
import type { Guess } from './run-settings.ts';

const EXPOSED = /^(?<port>\d+)\/(?<protocol>tcp|udp)$/;

export function guessOfImage({ ports }: Pick<ContainerImage, 'ports'>): Guess {
  const named = ports.flatMap((text) => {
    const { port, protocol } = EXPOSED.exec(text)?.groups ?? {};
    if (port === undefined || (protocol !== 'tcp' && protocol !== 'udp')) return [];
    return [[`${protocol}-${port}`, { protocol, internal_port: Number(port) }] as const];
  });
  return { arguments: [], ports: Object.fromEntries(named) };
}
