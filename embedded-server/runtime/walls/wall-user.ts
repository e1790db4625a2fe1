// Who a server behind a wall is.
import { createHash } from 'node:crypto';
import type { WallUser } from './wall.ts';

/** A range that distributions leave free, and systemd as well. */
const FIRST_UID = 1_900_000_000;
const UID_COUNT = 100_000_000;

/** The same for all servers that have one set of kept folders after the other. */
export function wallUser(owner: string): WallUser {
  const [uid, gid] = [process.getuid?.() ?? 0, process.getgid?.() ?? 0];
  if (uid !== 0) return { kind: 'ours', uid, gid };
  const number = createHash('sha256').update(owner).digest().readUInt32BE();
  return { kind: 'own', uid: FIRST_UID + (number % UID_COUNT) };
}
