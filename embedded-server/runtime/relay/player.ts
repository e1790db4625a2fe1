// What a port tells its server about someone who plays: a TCP connection, or a UDP session. Each has a line of its own.
import type { RefusedWhy } from '../../../src-shared/service/server-inspection.ts';
import type { Link } from './conditions/simulated-line.ts';
import type { Forwarding } from './hold-early-players.ts';
import type { SharedListeners } from './listening-sockets.ts';
import type { RelayProtocol } from './messages.ts';
import type { PortCounter } from './port-counter.ts';
import type { Source } from './who-plays.ts';

export type Line = { up: Link; down: Link };

export type Player = {
  /** The conditions of its line; none means that it is as fast as it can be. */
  setLine(line: Line | undefined): void;
  /** While held, nothing passes. */
  setHeld(isHeld: boolean): void;
};

/** Who is on a server, over all of its ports. Each port has one of its own. */
export type Gate = {
  hasRoom(): boolean;
  /** The player gets the line that the server's conditions give. */
  enter(player: Player, protocol: RelayProtocol): Source;
  /** It has sent something at this time. False when it was quiet for long, and there is no room for it any more. */
  heard(source: Source, now: number): boolean;
  /** The server has sent it something at this time, as it does over UDP to whoever plays. */
  answered(source: Source, now: number): void;
  /** It will send nothing more, or the server has: it was turned away there. Who keeps the other side open plays no more by that. */
  finished(source: Source): void;
  leave(player: Player, source: Source): void;
};

/** What an open port needs to do its work. */
export type RelayPortDependencies = {
  hostname: string;
  listenPort: number;
  /** Another server may have the port already, which is handed on. */
  isShared: boolean;
  listeners: SharedListeners;
  target: { host: string; port: number };
  /** The server wants a PROXY protocol header first on each TCP connection. */
  proxyProtocol: 'v2' | undefined;
  counter: PortCounter;
  gate: Gate;
  /** How many it holds at all its addresses, whether they play or not: each has sockets of ours, and a process has only so many. */
  mostAtOnce: number;
  /** How long a TCP connection that one side has ended lives without a byte of the other. */
  tcpHalfOpenMs: number;
  /** Someone was turned away: counted, and said in the log. Without a reason the server is full. */
  refuse(from: { address: string; port: number } | undefined, why?: RefusedWhy): void;
  forwarding: Forwarding;
  /** Nothing listens at the target. */
  onTargetRefused(): void;
  /** Somebody waited for the port to be forwarded, which it was not. */
  onTooEarly(): void;
};

export type OpenPort = {
  port: number;
  /** Where it is shared, whoever comes from now on is this one's. */
  promote(): void;
  /** Ends its connections too. */
  close(): Promise<void>;
};
