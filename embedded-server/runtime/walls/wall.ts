// A wall around a server: it sees a copy of its build and the system's programs, and nothing else of this machine.

/** Of each program, unless whoever runs the service says otherwise: enough for any server, too few of a fork bomb's to leave none for others. */
export const MOST_OPEN_FILES = 16_384;

/** How a server gets its build as a copy of its own: seen through an overlay, or made before it starts. */
export type OwnCopy = { kind: 'overlay'; build: string; work: string } | { kind: 'made' };

/** Who a server is: root gives each a user id of its own, anybody else can only lend theirs. */
export type WallUser = { kind: 'own'; uid: number } | { kind: 'ours'; uid: number; gid: number };

/**
 * What builds it. On Linux: `unshare` and its like of util-linux, or bubblewrap, which some systems allow alone; where it is
 * setuid, it needs no user namespaces. On macOS `sandbox-exec` with a profile, on Windows a program of ours with a restricted
 * token.
 */
export type WallBuilder = 'unshare' | 'bubblewrap' | 'setuid-bubblewrap' | 'sandbox-exec' | 'restricted-token';

/** On Linux a server sees what is mounted for it; elsewhere it sees the real places, of which others are closed to it. */
export function hasMounts(builder: WallBuilder): boolean {
  return builder !== 'sandbox-exec' && builder !== 'restricted-token';
}

export type WallPlan = {
  builder: WallBuilder;
  /** An empty folder of ours, on which the file system that the server sees is put together. */
  root: string;
  /** Where its `/tmp` is kept: on the disk, as memory for it would count for nobody. */
  tmp: string;
  copy: OwnCopy;
  /** Folders that outlive the server, each with its place below the server's own. */
  kept: readonly { source: string; place: string }[];
  /** Folders with what runs the program (Node, Java) where that is not the system's. Only to be read. */
  runtimes: readonly string[];
  /** A folder that stays out of sight even where one that is in sight is above it: the one with our data. */
  hidden?: string;
  user: WallUser;
  /** Whose the files are, where each server gets a number of its own without being another user. */
  owner?: string;
  /** Where the program is kept that builds walls, where the system has none. */
  tools?: string;
  /** How many files each program of the server may have open. */
  openFiles: number;
};

/** On Windows the system ends with us who is not detached: the program that builds the wall, and with it all of it. */
export function hasGroup(builder: WallBuilder): boolean {
  return builder !== 'restricted-token';
}

/** None of the server's own variables: they wait until its program starts. */
export const WALL_ENVIRONMENT = { PATH: '/usr/sbin:/usr/bin:/sbin:/bin', LC_ALL: 'C' };

/** Pipes between us and the wall: it says who the program is and how it ended, and is told its environment. */
export const STATUS_FD = 3;
export const ENVIRONMENT_FD = 4;
/** Where the system does not end a wall with the thread that started it: nothing is ever said on it, and it closes with us. */
export const LIFELINE_FD = 5;
