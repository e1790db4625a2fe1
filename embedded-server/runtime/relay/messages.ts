// What the relay and its thread say to each other.
import type { ErrorBody } from '../../../src-shared/errors/app-error.ts';
import type { NetworkConditions } from '../../../src-shared/servers/network-presets.ts';
import type { RefusedWhy } from '../../../src-shared/service/server-inspection.ts';

export type RelayProtocol = 'tcp' | 'udp';

export type RelayPort = {
  name: string;
  protocol: RelayProtocol;
  /** 0 for any free one. */
  listenPort: number;
  targetPort: number;
  /** 127.0.0.1 by default. */
  targetHost?: string;
  /** Another server may have the port, who keeps its players; `promote` has new ones come here. */
  isShared?: boolean;
  /** Each TCP connection to the server begins with a PROXY protocol header that says who the player is. */
  proxyProtocol?: 'v2' | undefined;
};

/** A port by what it is opened for. */
export type PortName = Pick<RelayPort, 'name' | 'protocol'>;

export type OpenRequest = {
  server_id: string;
  /** Nobody is led to a port before `forward` names it: another program may listen at its number until the server does. */
  waitsForServer?: boolean;
  /** The address that is listened on; 127.0.0.1 by default. */
  hostname?: string;
  ports: readonly RelayPort[];
  /** TCP connections and UDP sources that talk, over all ports. */
  maxPlayers: number;
  /** How long one has to talk until it counts as a player; 5 s by default. */
  talkMs?: number;
  /** How long a UDP session lives without a packet from its player; 60 s by default. */
  udpIdleMs?: number;
  /** How long a TCP connection that one side has ended lives without a byte of the other; 60 s by default, and at most twice that. */
  tcpHalfOpenMs?: number;
  /** How many connections or sessions a port holds at once, whatever `maxPlayers` says; 4,096 by default. */
  mostAtOnce?: number;
};

/** A port that players connect to. */
export type PublicPort = { name: string; protocol: RelayProtocol; hostname: string; port: number };

/** "In" is from players to the server. Times are Unix milliseconds; they are of packets that players sent. */
export type Counts = {
  connections: number;
  connectionsTotal: number;
  refused: number;
  bytesIn: number;
  bytesOut: number;
  /** Datagrams, or what TCP handed over at once. */
  packetsIn: number;
  packetsOut: number;
  /** Datagrams that conditions or a cut have swallowed. */
  dropped: number;
  firstPacketAt?: number | undefined;
  /** Address and port of the player who sent it. */
  firstPacketFrom?: string | undefined;
  lastPacketAt?: number | undefined;
  lastRefused?: Omit<RefusedPlayers, 'count'> | undefined;
};

/** Those who were turned away since the last report; `from` and `at` are of the last one. */
export type RefusedPlayers = { why: RefusedWhy; count: number; from?: string | undefined; at: number };

export type PortCounts = Counts & { name: string };
export type ServerCounts = Counts & {
  server_id: string;
  ports: PortCounts[];
  /** Sources that have talked for longer than a query does. */
  players: number;
  /** Sources that talk, of which nobody knows yet. */
  young: number;
  /** Players over UDP who say nothing any more. They have their places still, and most likely have left. */
  silent: number;
};

export type RelayEvent =
  /** Only servers that changed: at most each 250 ms, and within 50 ms when players came or left. */
  | { t: 'counts'; servers: ServerCounts[] }
  /** A player came to a port that is not forwarded yet, and waits a moment; at most ten times a second for each port. */
  | { t: 'knock'; server_id: string }
  /** A player came while nothing listens there, or before players are led there; each at most once a second for each port. */
  | {
      t: 'targetRefused';
      server_id: string;
      port: string;
      protocol: RelayProtocol;
      targetPort: number;
      at: number;
      message: string;
    }
  /** Players were turned away at a port; the first is told at once, others together every few seconds. */
  | ({ t: 'refused'; server_id: string; port: string; protocol: RelayProtocol; most: number } & RefusedPlayers)
  /** The thread was lost and the server's ports could not be opened again. */
  | { t: 'gone'; server_id: string; error: ErrorBody };

export type RelayCalls = {
  open: { input: OpenRequest; output: PublicPort[] };
  /** The server itself listens at these: players are led to them from now on. */
  forward: { input: { server_id: string; ports: readonly PortName[] }; output: undefined };
  promote: { input: { server_id: string }; output: undefined };
  /** Answers who is there at that moment. */
  setMaxPlayers: { input: { server_id: string; maxPlayers: number }; output: ServerCounts };
  setConditions: { input: { server_id: string; conditions: NetworkConditions | undefined }; output: undefined };
  cut: { input: { server_id: string; ms: number }; output: undefined };
  /** Opens the same ports at another address as well, or nowhere else any more. Who plays there is counted with the others. */
  share: { input: { server_id: string; hostname: string | undefined }; output: PublicPort[] };
  /** Answers the last counts; nothing when there is no such server. */
  close: { input: { server_id: string }; output: ServerCounts | undefined };
  closeAll: { input: undefined; output: undefined };
};
