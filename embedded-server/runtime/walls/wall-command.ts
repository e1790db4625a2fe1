// The command that starts a server behind a wall, with what the tools that build it need themselves.
import { chmod } from 'node:fs/promises';
import { bubblewrapCommand } from './bubblewrap.ts';
import { readSandboxPlaces, sandboxCommand } from './sandbox-command.ts';
import { readSight } from './sight.ts';
import type { WallPlan } from './wall.ts';
import { makeWallRoot } from './wall-root.ts';
import { wallScript } from './wall-script.ts';

/** As on any system: who makes a file there can remove it. */
const FOR_ALL = 0o1777;

type Walled = {
  folder: string;
  program: string;
  arguments: readonly string[];
  /** The variable that all processes of the server carry. */
  mark?: { name: string; value: string };
};

/**
 * Makes what the wall stands on, and answers the command that builds it. All of it ends when the thread that started it ends,
 * even if that is killed.
 */
export async function prepareWall(
  wall: WallPlan,
  { folder, program, arguments: given, mark }: Walled,
): Promise<string[]> {
  await chmod(wall.tmp, FOR_ALL);
  if (wall.builder === 'sandbox-exec')
    return [
      ...sandboxCommand(await readSandboxPlaces(wall, folder), { openFiles: wall.openFiles, mark }),
      program,
      ...given,
    ];
  if (wall.builder !== 'unshare') return [...bubblewrapCommand(wall, folder, await readSight(wall)), program, ...given];
  await makeWallRoot(wall, folder);
  const asRoot = wall.user.kind === 'own' ? [] : ['--user', '--map-root-user'];
  const namespaces = ['--mount', '--ipc', '--pid', '--fork', '--kill-child=KILL'];
  const start = ['setpriv', '--pdeathsig', 'KILL', 'unshare', ...asRoot, ...namespaces];
  return [...start, 'sh', '-c', wallScript(wall, folder), 'sh', program, ...given];
}
