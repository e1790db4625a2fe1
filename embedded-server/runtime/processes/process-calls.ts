// What the runner of processes asks of its thread.
import type { Connection, OpenPort, Usage } from '../runner/runner.ts';
import type { GroupMemory } from './group-limits.ts';

/** A server to follow, with the files that list the members of the groups made for it. */
export type FollowedServer = {
  server_id: string;
  pid: number;
  identity: string;
  groupFiles: readonly string[];
  /** Of the group that holds its limit of memory. */
  groupMemory?: GroupMemory | undefined;
  /** Who it runs as, where nobody else does: all that runs as this user is its own. */
  user?: number | undefined;
  /** The processes that build its wall, and stay as long as it does: part of its tree, and no part of the server. */
  wall?: readonly number[];
  /** The first process of the server itself, where a wall is around it. */
  program?: { pid: number; identity: string };
};

/** A wall and the program behind it, as this side of it sees them. There is no program any more once it has ended. */
export type WallProcesses = { wall: readonly number[]; program: { pid: number; identity: string } | undefined };

export type ServerSample = Usage & { server_id: string };

export type ProcessCalls = {
  /** Answers the identity of the first process. */
  follow: { input: FollowedServer; output: string };
  /** `inside`: the number that the program has in its own namespace. */
  findWallProcesses: { input: { outermost: number; inside: number }; output: WallProcesses };
  forget: { input: string; output: undefined };
  /** All servers followed, in one pass. */
  sample: { input: undefined; output: ServerSample[] };
  /** All servers followed, in one pass. */
  openPorts: { input: undefined; output: [string, OpenPort[]][] };
  /** The processes of one server. */
  members: { input: string; output: number[] };
  /** Whether one of them has connected to us; undefined where the system cannot tell. */
  ownsConnection: { input: { server_id: string; connection: Connection }; output: boolean | undefined };
  /** Those of them that left the group of the first one. */
  strays: { input: string; output: number[] };
  /** Ends the whole tree of one server; answers when nothing of it is left, with how many were ended. */
  end: { input: FollowedServer; output: number };
};
