// What the runner of processes asks of its thread.
import type { OpenPort, Usage } from '../runner/runner.ts';

/** A server to follow, with the files that list the members of the groups made for it. */
export type FollowedServer = { server_id: string; pid: number; identity: string; groupFiles: readonly string[] };

export type ServerSample = Usage & { server_id: string };

export type ProcessCalls = {
  /** Answers the identity of the first process. */
  follow: { input: FollowedServer; output: string };
  forget: { input: string; output: undefined };
  /** All servers followed, in one pass. */
  sample: { input: undefined; output: ServerSample[] };
  /** All servers followed, in one pass. */
  openPorts: { input: undefined; output: [string, OpenPort[]][] };
  /** The processes of one server. */
  members: { input: string; output: number[] };
  /** Those of them that left the group of the first one. */
  strays: { input: string; output: number[] };
  /** Ends the whole tree of one server; answers when nothing of it is left, with how many were ended. */
  end: { input: FollowedServer; output: number };
};
