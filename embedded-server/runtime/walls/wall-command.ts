// The command that starts a server behind a wall, with what the tools that build it need themselves.
import { chmod } from 'node:fs/promises';
import path from 'node:path';
import { bubblewrapCommand } from './bubblewrap.ts';
import { readSandboxPlaces, sandboxCommand } from './sandbox-command.ts';
import { readVisiblePaths } from './visible-paths.ts';
import { WALL_ENVIRONMENT, type WallBuilder, type WallPlan } from './wall.ts';
import { makeWallRoot } from './wall-root.ts';
import { wallScript } from './wall-script.ts';
import { restrictedCommand } from './windows-command.ts';
import { readyHelper, windowsEnvironment } from './windows-helper.ts';

/** As on any system: who makes a file there can remove it. */
const FOR_ALL = 0o1777;
const BYTES_PER_MEGABYTE = 1_048_576;

type Walled = {
  folder: string;
  program: string;
  arguments: readonly string[];
  /** The variable that all processes of the server carry. */
  mark?: { name: string; value: string };
  limits?: { memory?: number | undefined };
  /** How many it may have. */
  processes?: number;
};

/**
 * Makes what the wall stands on, and answers the command that builds it. All of it ends when the thread that started it ends,
 * even if that is killed.
 */
export async function prepareWall(
  wall: WallPlan,
  { folder, program, arguments: given, mark, limits, processes }: Walled,
): Promise<string[]> {
  await chmod(wall.tmp, FOR_ALL);
  if (wall.builder === 'restricted-token') {
    const helper = await readyHelper(wall.tools ?? path.dirname(folder));
    const memory = limits?.memory === undefined ? undefined : limits.memory * BYTES_PER_MEGABYTE;
    return [...restrictedCommand(helper, wall, { folder, memory, processes }), program, ...given];
  }
  if (wall.builder === 'sandbox-exec')
    return [
      ...sandboxCommand(await readSandboxPlaces(wall, folder), { openFiles: wall.openFiles, mark }),
      program,
      ...given,
    ];
  if (wall.builder !== 'unshare')
    return [...bubblewrapCommand(wall, folder, await readVisiblePaths(wall)), program, ...given];
  await makeWallRoot(wall, folder);
  const asRoot = wall.user.kind === 'own' ? [] : ['--user', '--map-root-user'];
  const namespaces = ['--mount', '--ipc', '--pid', '--fork', '--kill-child=KILL'];
  const start = ['setpriv', '--pdeathsig', 'KILL', 'unshare', ...asRoot, ...namespaces];
  return [...start, 'sh', '-c', wallScript(wall, folder), 'sh', program, ...given];
}

/** What builds a wall is started with: none of the server's own variables, which wait until its program starts. */
export function wallEnvironment(builder: WallBuilder): Record<string, string> {
  return builder === 'restricted-token' ? windowsEnvironment(process.env) : WALL_ENVIRONMENT;
}
