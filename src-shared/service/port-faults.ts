// What is wrong with the ports that somebody asks for beyond the shape of each: how they refer to each other. Pure.

/** The two protocols below all others. */
export type Transport = 'tcp' | 'udp';

/** Which of the two a port needs; `tcp+udp` needs both, on one number. */
export function transportsOf(protocol: string): readonly Transport[] {
  if (protocol === 'tcp+udp') return ['tcp', 'udp'];
  return [protocol === 'udp' ? 'udp' : 'tcp'];
}

/** A port as it is asked for, as far as its numbers go. */
export type NumberedPort = {
  protocol: string;
  internal_port?: number | undefined;
  number?: number | undefined;
  after?: string | undefined;
  proxy_protocol?: 'v2' | undefined;
  routing?: { game_guard?: object | undefined; host?: object | undefined } | undefined;
};
/** Ports by name. */
export type NumberedPorts = Readonly<Record<string, NumberedPort>>;

/** Why ports do not go together. */
export type PortFaultReason =
  | 'unknown-port'
  | 'circular'
  | 'both-given'
  | 'other-routing'
  | 'number-taken'
  | 'same-as-internal-port'
  | 'out-of-range'
  | 'no-effect';
/** A port that does not go together with another one, and which field of it says so. */
export type PortFault = {
  name: string;
  field: 'after' | 'number' | 'proxy_protocol';
  reason: PortFaultReason;
  other: string;
};

/** The port that this one follows in the end, itself where it follows none, and by how much its number is larger. */
export type PortPlace = { root: string; offset: number };

const LAST_PORT = 65_535;

/** Undefined where a name leads nowhere, or back to where it came from. */
export function placeOf(ports: NumberedPorts, name: string): PortPlace | undefined {
  const seen = new Set<string>();
  let root = name;
  for (let port = portAt(ports, root); !seen.has(root); port = portAt(ports, root)) {
    if (port === undefined) return undefined;
    if (port.after === undefined) return { root, offset: seen.size };
    seen.add(root);
    root = port.after;
  }
  return undefined;
}

/** A name of the caller's may be one that every object has. */
function portAt(ports: NumberedPorts, name: string): NumberedPort | undefined {
  return Object.hasOwn(ports, name) ? ports[name] : undefined;
}

/** All that is wrong; empty where the ports go together. */
export function findPortFaults(ports: NumberedPorts): PortFault[] {
  const taken = new Map<string, string>();
  return Object.entries(ports).flatMap(([name, port]) => [
    ...faultOfProxy(name, port),
    ...faultOfInside(name, port),
    ...(faultOfAfter(ports, name, port) ?? faultOfNumber(ports, name, taken)),
  ]);
}

function faultOfProxy(name: string, { protocol, routing, proxy_protocol: proxy }: NumberedPort): PortFault[] {
  if (proxy === undefined) return [];
  const isFine = transportsOf(protocol).includes('tcp') && routing?.host === undefined;
  return isFine ? [] : [{ name, field: 'proxy_protocol', reason: 'no-effect', other: protocol }];
}

/** What stands between players and a guarded port has its number, so its program cannot listen on the same one. */
function faultOfInside(name: string, { number, internal_port: inside, routing }: NumberedPort): PortFault[] {
  if (number === undefined || number !== inside || routing?.host !== undefined) return [];
  return [{ name, field: 'number', reason: 'same-as-internal-port', other: String(number) }];
}

/** Undefined where nothing is wrong with what it follows. */
function faultOfAfter(ports: NumberedPorts, name: string, port: NumberedPort): PortFault[] | undefined {
  const { after, number, internal_port: inside, routing } = port;
  if (after === undefined) return undefined;
  const fault = (reason: PortFaultReason): PortFault[] => [{ name, field: 'after', reason, other: after }];
  const before = portAt(ports, after);
  if (before === undefined) return fault('unknown-port');
  if (placeOf(ports, name) === undefined) return fault('circular');
  if (number !== undefined || inside !== undefined) return fault('both-given');
  const isOnHost = routing?.host !== undefined;
  return isOnHost === (before.routing?.host !== undefined) ? undefined : fault('other-routing');
}

/** The numbers are compared that are known, or stand beside the same port. */
function faultOfNumber(ports: NumberedPorts, name: string, taken: Map<string, string>): PortFault[] {
  const place = placeOf(ports, name);
  const port = portAt(ports, name);
  if (place === undefined || port === undefined) return [];
  const root = portAt(ports, place.root) ?? port;
  const field = port.after === undefined ? 'number' : 'after';
  if (largestOf(root) + place.offset > LAST_PORT) {
    return [{ name, field, reason: 'out-of-range', other: String(LAST_PORT) }];
  }
  const at = root.number === undefined ? `${place.root}+${place.offset}` : String(root.number + place.offset);
  const keys = transportsOf(port.protocol).map((transport) => `${transport} ${at}`);
  const other = keys.map((key) => taken.get(key)).find((one) => one !== undefined);
  for (const key of keys) taken.set(key, name);
  return other === undefined ? [] : [{ name, field, reason: 'number-taken', other }];
}

function largestOf({ number = 0, internal_port: inside = 0 }: NumberedPort): number {
  return Math.max(number, inside);
}
