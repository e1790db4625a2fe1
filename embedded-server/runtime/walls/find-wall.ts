// Finds out what kind of wall this machine can build, by building one: what systems forbid is too varied to be read off.
import { type Message, messageFor } from '../../../src-shared/text/message.ts';
import { tryWall, type WallKind } from './try-wall.ts';
import { readWallFacts, remedyFor } from './wall-remedy.ts';

/** Without a wall, `why` is what the system said, and `remedy` what to install or allow. */
export type WallFound = ({ isThere: true } & WallKind) | { isThere: false; why: string; remedy: Message };

/** Characters that end a path in the options of an overlay. */
const NOT_FOR_OVERLAYS = /[,:\\"\n]/;

/** The best first: an overlay takes no time and no room, and a wall of util-linux is the one that servers start behind soonest. */
const FOR_ROOT: readonly WallKind[] = [
  { builder: 'unshare', copy: 'overlay' },
  { builder: 'unshare', copy: 'made' },
  { builder: 'bubblewrap', copy: 'made' },
];
const FOR_OTHERS: readonly WallKind[] = [
  { builder: 'unshare', copy: 'overlay' },
  { builder: 'bubblewrap', copy: 'overlay' },
  { builder: 'unshare', copy: 'made' },
  { builder: 'bubblewrap', copy: 'made' },
  { builder: 'setuid-bubblewrap', copy: 'made' },
];

const FOR_MACOS: readonly WallKind[] = [{ builder: 'sandbox-exec', copy: 'made' }];
const FOR_WINDOWS: readonly WallKind[] = [{ builder: 'restricted-token', copy: 'made' }];

/** `folder`: an existing one of ours, on the disk where servers get theirs. */
export async function findWall(folder: string, kinds = kindsOn(process.platform)): Promise<WallFound> {
  const refusals: string[] = [];
  for (const kind of kinds) {
    if (kind.copy === 'overlay' && NOT_FOR_OVERLAYS.test(folder)) continue;
    const why = await tryWall(folder, kind);
    if (why === '') return { isThere: true, ...kind };
    // Why there is no overlay would say nothing of why there is no wall.
    if (kind.copy === 'made') refusals.push(why);
  }
  return { isThere: false, why: refusals.join('; ') || process.platform, remedy: await remedyHere() };
}

function kindsOn(platform: NodeJS.Platform): readonly WallKind[] {
  if (platform === 'darwin') return FOR_MACOS;
  if (platform === 'win32') return FOR_WINDOWS;
  if (platform !== 'linux') return [];
  return process.getuid?.() === 0 ? FOR_ROOT : FOR_OTHERS;
}

async function remedyHere(): Promise<Message> {
  return process.platform === 'linux' ? remedyFor(await readWallFacts()) : messageFor('isolation.do-use-linux');
}
