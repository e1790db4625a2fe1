// The path that an entry is written to, and the target of a link: refused where it could lead out of the folder. Pure.
import { messageFor } from '../../../src-shared/text/message.ts';
import { entryRefusal, shownName } from './archive-entry.ts';

const DRIVE = /^[a-z]:/i;
const WINDOWS_CHARACTERS = /[<>:"|?*\\\p{Cc}]/u;
const WINDOWS_DEVICE = /^(?:con|prn|aux|nul|com[0-9¹²³]|lpt[0-9¹²³]|conin\$|conout\$)(?:\.|$)/i;
const NAME_BYTES = 255;
const PATH_BYTES = 2_048;
const RENAME = messageFor('archive.do-rename-entry');
const LEAVE_OUT = messageFor('archive.do-leave-entry-out');

/** The path of an entry, relative and plain; empty for the archive's own root. */
export function safeEntryPath(raw: string, platform: NodeJS.Platform): string {
  if (raw.includes('\0')) throw entryRefusal(raw, messageFor('archive.name-zero-byte'), RENAME);
  if (raw.startsWith('/'))
    throw entryRefusal(raw, messageFor('archive.name-absolute'), messageFor('archive.do-pack-within-folder'));
  if (DRIVE.test(raw))
    throw entryRefusal(raw, messageFor('archive.name-drive'), messageFor('archive.do-pack-within-folder'));
  const names = raw.split('/').filter((name) => name !== '' && name !== '.');
  if (names.includes('..')) throw entryRefusal(raw, messageFor('archive.name-leads-out'), LEAVE_OUT);
  for (const name of names) checkName(raw, name, platform);
  const path = names.join('/');
  if (path.length * 3 > PATH_BYTES && Buffer.byteLength(path) > PATH_BYTES) {
    throw entryRefusal(raw, messageFor('archive.path-too-long', { limit: PATH_BYTES }), RENAME);
  }
  return path;
}

function checkName(raw: string, name: string, platform: NodeJS.Platform): void {
  if (name.length * 3 > NAME_BYTES && Buffer.byteLength(name) > NAME_BYTES) {
    throw entryRefusal(raw, messageFor('archive.name-too-long', { limit: NAME_BYTES }), RENAME);
  }
  if (platform !== 'win32') return;
  const reserved =
    WINDOWS_DEVICE.test(name) || WINDOWS_CHARACTERS.test(name) || name.endsWith('.') || name.endsWith(' ');
  if (reserved) throw entryRefusal(raw, messageFor('archive.name-not-for-windows'), RENAME);
}

/** The target of a link at `path`. It may climb by `..` only at its start: there all folders are real ones, so that no other
 * link can bend the way out. */
export function safeLinkTarget(path: string, target: string, platform: NodeJS.Platform): string {
  const slashed = platform === 'win32' ? target.replaceAll('\\', '/') : target;
  if (slashed === '' || slashed.includes('\0'))
    throw entryRefusal(path, messageFor('archive.link-without-target'), LEAVE_OUT);
  if (slashed.startsWith('/') || DRIVE.test(slashed)) {
    throw entryRefusal(
      path,
      messageFor('archive.link-absolute', { target: shownName(target) }),
      messageFor('archive.do-make-link-relative'),
    );
  }
  const names = slashed.split('/').filter((name) => name !== '' && name !== '.');
  const climbs = climbsOf(slashed);
  if (climbs >= path.split('/').length) {
    throw entryRefusal(path, messageFor('archive.link-leads-out', { target: shownName(target) }), LEAVE_OUT);
  }
  if (names.slice(climbs).includes('..')) {
    throw entryRefusal(path, messageFor('archive.link-down-and-up'), messageFor('archive.do-shorten-target'));
  }
  return slashed;
}

/** How many folders a target goes up before it goes down. */
export function climbsOf(target: string): number {
  const names = target.split('/').filter((name) => name !== '' && name !== '.');
  const down = names.findIndex((name) => name !== '..');
  return down === -1 ? names.length : down;
}
