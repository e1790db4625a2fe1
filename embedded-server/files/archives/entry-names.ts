// Which names of entries and targets of links are good, and what they are without their needless parts. Pure.
import { entryRefusal, shownName } from './archive-entry.ts';

const DRIVE = /^[a-z]:/i;
const WINDOWS_CHARACTERS = /[<>:"|?*\\\p{Cc}]/u;
const WINDOWS_DEVICE = /^(?:con|prn|aux|nul|com[0-9¹²³]|lpt[0-9¹²³]|conin\$|conout\$)(?:\.|$)/i;
const NAME_BYTES = 255;
const PATH_BYTES = 2_048;
const RENAME = 'Rename it and pack the build again.';
const LEAVE_OUT = 'Pack the build again without it.';

/** The path of an entry, relative and plain; empty for the archive's own root. */
export function checkedPath(raw: string, platform: NodeJS.Platform): string {
  if (raw.includes('\0')) throw entryRefusal(raw, 'has a zero byte in its name', RENAME);
  if (raw.startsWith('/')) throw entryRefusal(raw, 'has an absolute name', 'Pack the build from within its folder.');
  if (DRIVE.test(raw)) throw entryRefusal(raw, 'names a drive', 'Pack the build from within its folder.');
  const names = raw.split('/').filter((name) => name !== '' && name !== '.');
  if (names.includes('..')) throw entryRefusal(raw, 'leads out of its folder', LEAVE_OUT);
  for (const name of names) checkName(raw, name, platform);
  const path = names.join('/');
  if (path.length * 3 > PATH_BYTES && Buffer.byteLength(path) > PATH_BYTES) {
    throw entryRefusal(raw, `has a path of more than ${PATH_BYTES} bytes`, RENAME);
  }
  return path;
}

function checkName(raw: string, name: string, platform: NodeJS.Platform): void {
  if (name.length * 3 > NAME_BYTES && Buffer.byteLength(name) > NAME_BYTES) {
    throw entryRefusal(raw, `has a name of more than ${NAME_BYTES} bytes`, RENAME);
  }
  if (platform !== 'win32') return;
  const reserved =
    WINDOWS_DEVICE.test(name) || WINDOWS_CHARACTERS.test(name) || name.endsWith('.') || name.endsWith(' ');
  if (reserved) throw entryRefusal(raw, 'has a name that Windows keeps for itself or cannot store', RENAME);
}

/** The target of a link at `path`. It may climb by `..` only at its start: there all folders are real ones, so that no other
 * link can bend the way out. */
export function checkedTarget(path: string, target: string, platform: NodeJS.Platform): string {
  const slashed = platform === 'win32' ? target.replaceAll('\\', '/') : target;
  if (slashed === '' || slashed.includes('\0')) throw entryRefusal(path, 'is a link without a target', LEAVE_OUT);
  if (slashed.startsWith('/') || DRIVE.test(slashed)) {
    throw entryRefusal(path, `is a link to the absolute place "${shownName(target)}"`, 'Make the link relative.');
  }
  const names = slashed.split('/').filter((name) => name !== '' && name !== '.');
  const climbs = climbsOf(slashed);
  if (climbs >= path.split('/').length) {
    throw entryRefusal(path, `is a link that leads out of the build, to "${shownName(target)}"`, LEAVE_OUT);
  }
  if (names.slice(climbs).includes('..')) {
    throw entryRefusal(path, 'is a link that goes down and up again', 'Give it its shortest target.');
  }
  return slashed;
}

/** How many folders a target goes up before it goes down. */
export function climbsOf(target: string): number {
  const names = target.split('/').filter((name) => name !== '' && name !== '.');
  const down = names.findIndex((name) => name !== '..');
  return down === -1 ? names.length : down;
}
