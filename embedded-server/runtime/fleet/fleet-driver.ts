// What starts a host for each server, somewhere else than in this process: processes of this machine, or an engine with nodes. It
// knows nothing of games: a host is a program with an address to report to and a token for one server.
import type { ResourcesRequest } from '../../../src-shared/service/run-settings.ts';
import type { Message } from '../../../src-shared/text/message.ts';

/** The host of one server, as it is to be started. */
export type HostOrder = {
  server_id: string;
  /** Where it reports to, and with which token. */
  serviceUrl: string;
  token: string;
  /** Certificates that the service is known by beside those of public authorities (PEM); undefined where these will do. */
  ca: string | undefined;
  /** The region that its node has to be in; undefined where any will do. */
  region: string | undefined;
  /** What is set aside for it on its node. */
  reserved: Partial<ResourcesRequest>;
};

/**
 * How a host is. `waiting` has no place yet, for a reason where one is known; `up` was started and may be about to report; `over` has
 * ended, or cannot be started.
 */
export type HostLook = { state: 'waiting'; why?: Message } | { state: 'up' } | { state: 'over'; why: Message };

export type FleetNode = {
  node_id: string;
  name: string;
  /** Where it is reached, as far as the engine knows. */
  address?: string;
  region?: string;
  /** `draining` takes no more hosts. `lost` does not answer its engine. */
  state: 'ready' | 'draining' | 'lost';
  /** Thousandths of a core, and megabytes. */
  capacity: { cpu: number; memory: number };
};

/** `address`: where players reach it; undefined where the host is to say so itself. */
export type HostPlace = { node_id: string; address?: string | undefined };

/** What is typed on a machine that is to be a node, and which image it needs; `isPulled`: it fetches that by itself. */
export type JoinGuide = { command: string; image: string; isPulled: boolean };

export type FleetDriver = {
  /** Safe to repeat: there is never more than one host for a server. */
  start(order: HostOrder): Promise<void>;
  /** All hosts that there are, by their servers. */
  look(): Promise<ReadonlyMap<string, HostLook>>;
  /** Ends a host if there is one, and takes back what was kept of it. */
  stop(server_id: string): Promise<void>;
  /** Tells that looking again is worth it; a driver that cannot tell is asked now and then all the same. The answer ends it. */
  follow(listener: () => void): () => void;
  nodes(): Promise<FleetNode[]>;
  /** Whether a node takes new hosts. Those that it has are left alone either way. */
  setOpen(node_id: string, isOpen: boolean): Promise<void>;
  /** How another machine becomes a node. */
  howToJoin(): Promise<JoinGuide>;
  /** The node of a host; undefined where it has none. */
  placeOf(server_id: string): Promise<HostPlace | undefined>;
  /** Lets go of what it holds itself. Hosts stay. */
  close(): Promise<void>;
};
