// What the name of a program tells: that it is a server, or a tool that comes with one. Pure.

const TOOL =
  /admin|client|config|(?:^|[-_.])(?:cfg|ctl|cli|setup|tools?|editor|viewer|launcher|updater|tests?|bench)(?:$|[-_.\d])/;
const SERVER = /server|dedicated|srv|(?:^|[-_.])ds(?:$|[-_.\d])|ded$/;
/** As daemons are called: mindustryd, srcds. */
const DAEMON = /[a-z]{3}ds?$/;

/** How likely the program of this name is the server: above 0 where its name tells of one, below 0 where it tells of a tool. */
export function serverLikeness(path: string): number {
  const name = path.slice(path.lastIndexOf('/') + 1).toLowerCase();
  const stem = name.replace(/\.(?:exe|x86_64|x86_32|x86|x64|arm64|bin|elf)$/, '');
  if (TOOL.test(stem)) return -1;
  if (SERVER.test(stem)) return 2;
  return DAEMON.test(stem) ? 1 : 0;
}

/** The paths, those first that tell of a server. */
export function serversFirst(paths: readonly string[]): string[] {
  return paths.toSorted((a, b) => serverLikeness(b) - serverLikeness(a));
}
