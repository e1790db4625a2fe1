// UDP sessions by the address and port that they came from. It is asked for every packet, so it makes no text to look with,
// and remembers whom it was asked for last. How many there may be: MOST_AT_ONCE of guarded-server.ts.

export type SessionTable<T> = {
  readonly size: number;
  get(address: string, port: number): T | undefined;
  set(address: string, port: number, session: T): void;
  delete(address: string, port: number): void;
  /** A copy, so that one may be deleted meanwhile. */
  all(): { address: string; port: number; session: T }[];
};

export function createSessionTable<T>(): SessionTable<T> {
  const addresses = new Map<string, Map<number, T>>();
  let size = 0;
  let lastAddress = '';
  let lastPorts: Map<number, T> | undefined;
  const portsOf = (address: string) => {
    if (address !== lastAddress || lastPorts === undefined) {
      lastPorts = addresses.get(address);
      lastAddress = address;
    }
    return lastPorts;
  };
  return {
    get size() {
      return size;
    },
    get: (address, port) => portsOf(address)?.get(port),
    set: (address, port, session) => {
      const ports = portsOf(address) ?? new Map<number, T>();
      if (!ports.has(port)) size += 1;
      ports.set(port, session);
      addresses.set(address, ports);
    },
    delete: (address, port) => {
      const ports = portsOf(address);
      if (ports?.delete(port) !== true) return;
      size -= 1;
      if (ports.size > 0) return;
      addresses.delete(address);
      lastPorts = undefined;
    },
    all: () =>
      [...addresses].flatMap(([address, ports]) => [...ports].map(([port, session]) => ({ address, port, session }))),
  };
}
