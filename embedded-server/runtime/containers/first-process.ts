// The first process of a container: what a machine has for one, and whether the program of an image is one itself. Without it a program
// ignores signals that it does not handle, and does not end when it is asked to.
import path from 'node:path';
import type { EngineFacts } from './engine-facts.ts';

/** Those that need no libraries, as an image has its own: tini and dumb-init are that in these files. */
const ON_MACHINES = ['catatonit', 'tini-static', 'dumb-init'];
const FOLDERS = ['/usr/libexec/podman', '/usr/libexec/catatonit', '/usr/lib/podman', '/usr/bin'];
/** Some of them refuse to be any other process than the first. */
const IN_IMAGES = /^(?:init|tini(?:-static)?|dumb-init|docker-init|catatonit|my_init|runit-init|s6-svscan|systemd)$/;

type FindProgram = (name: string, folders: readonly string[]) => Promise<string | undefined>;

export async function findInit(findProgram: FindProgram, folders: readonly string[]): Promise<string | undefined> {
  for (const name of ON_MACHINES) {
    const found = await findProgram(name, [...FOLDERS, ...folders]);
    if (found !== undefined) return found;
  }
  return undefined;
}

/** Podman only looks for catatonit, which Debian merely suggests with it; any other will do. Docker has its own, or none. */
export function initFlags({ hasInit }: Pick<EngineFacts, 'hasInit'>, init: string | undefined): string[] {
  if (hasInit === undefined) return init === undefined ? [] : ['--init', `--init-path=${init}`];
  return hasInit ? ['--init'] : [];
}

export function isInit(program: string): boolean {
  return IN_IMAGES.test(path.posix.basename(program));
}
