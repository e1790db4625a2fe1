// What a port tells its server about someone who plays: a TCP connection, or a UDP session. Each has a line of its own.
import type { Link } from './conditions/link.ts';
import type { PortCounter } from './port-counter.ts';
import type { SharedListeners } from './shared-listeners.ts';

export type Line = { up: Link; down: Link };

export type Player = {
  /** The conditions of its line; none means that it is as fast as it can be. */
  setLine(line: Line | undefined): void;
  /** While held, nothing passes. */
  setHeld(isHeld: boolean): void;
};

/** Who plays on a server, over all of its ports. */
export type Gate = {
  hasRoom(): boolean;
  /** The player gets the line that the server's conditions give. */
  enter(player: Player): void;
  leave(player: Player): void;
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
  /** Nothing listens at the target. */
  onTargetRefused(): void;
};

export type OpenPort = {
  port: number;
  /** Where it is shared, whoever comes from now on is this one's. */
  promote(): void;
  /** Ends its connections too. */
  close(): Promise<void>;
};
