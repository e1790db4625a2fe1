// The command that starts a server behind a wall, with what the tools that build it need themselves.

import type { WallPlan } from './wall.ts';
import { wallScript } from './wall-script.ts';

type Walled = { folder: string; program: string; arguments: readonly string[] };

/** None of the server's own variables: they wait until its program starts. */
export const WALL_ENVIRONMENT = { PATH: '/usr/sbin:/usr/bin:/sbin:/bin', LC_ALL: 'C' };

/** All of it ends when the thread that started it ends, even if that is killed. */
export function wallCommand(wall: WallPlan, { folder, program, arguments: given }: Walled): string[] {
  const asRoot = wall.user.kind === 'own' ? [] : ['--user', '--map-root-user'];
  const namespaces = ['--mount', '--ipc', '--pid', '--fork', '--kill-child=KILL'];
  const script = wallScript(wall, folder);
  const start = ['setpriv', '--pdeathsig', 'KILL', 'unshare', ...asRoot, ...namespaces];
  return [...start, 'sh', '-c', script, 'sh', program, ...given];
}
