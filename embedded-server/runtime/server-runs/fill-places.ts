// Fills the places in an argument or a template: `{port}`, `{port:name}`, `{host}`, `{logdir}`. Pure.
import { AppError } from '../../../src-shared/errors/app-error.ts';
import { PLACE } from '../../../src-shared/service/places.ts';
import { messageFor } from '../../../src-shared/text/message.ts';

export type PlaceValues = {
  /** Port numbers by name, in the order they were asked for. */
  ports: ReadonlyMap<string, number>;
  host: string;
  logdir: string;
};

export function fillPlaces(open: string, values: PlaceValues): string {
  return open.replaceAll(PLACE, (text, name: string | undefined) => {
    if (text === '{host}') return values.host;
    if (text === '{logdir}') return values.logdir;
    return String(portOf(values.ports, text, name));
  });
}

function portOf(ports: ReadonlyMap<string, number>, text: string, name: string | undefined): number {
  const port = name === undefined ? [...ports.values()][0] : ports.get(name);
  if (port !== undefined) return port;
  const sentence =
    ports.size === 0
      ? messageFor('start.no-ports-for-place', { place: text })
      : messageFor('start.no-such-port-for-place', { place: text, ports: [...ports.keys()].join(', ') });
  throw new AppError('SERVERS_SERVER_FAILED_TO_CREATE', sentence);
}
