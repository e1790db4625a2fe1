// Which links may go into a pack: relative ones that end inside the folder. Others would mean another place on another machine.
/* oxlint-disable node/no-sync -- runs in the pack thread, which reads folders and does nothing else */
import { realpathSync } from 'node:fs';
import path from 'node:path';

/** Why a link is refused, as a sentence; undefined for one that is fine. `at` is the link's path within the root. */
export function linkProblem(root: string, at: string, target: string): string | undefined {
  if (path.posix.isAbsolute(target) || path.win32.isAbsolute(target) || /^[A-Za-z]:/.test(target)) {
    return `It is a link to ${target}, which is a place of this machine. Use a relative link, or the file itself.`;
  }
  if (!endsInside(at, target) || !reallyEndsInside(root, at)) {
    return `It is a link to ${target}, which is outside of the folder. Put the file itself there.`;
  }
  return undefined;
}

/** Ways up may only come first: `x/..` is not where it seems to be when x is a link itself. */
function endsInside(at: string, target: string): boolean {
  const steps = target.split('/').filter((step) => step !== '' && step !== '.');
  const ups = steps.findIndex((step) => step !== '..');
  const firstName = ups === -1 ? steps.length : ups;
  const depth = at.split('/').length - 1;
  return firstName <= depth && !steps.slice(firstName).includes('..');
}

function reallyEndsInside(root: string, at: string): boolean {
  try {
    const end = realpathSync(path.join(root, at));
    return end === root || end.startsWith(root.endsWith(path.sep) ? root : root + path.sep);
  } catch {
    // It leads nowhere, or round in a circle: then there is nothing outside that it could show.
    return true;
  }
}
