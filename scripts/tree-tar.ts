// The tar of a tree that is only thought of: what a package or an image puts where. Owner and time are said, not taken from this machine.
import path from 'node:path';
import { paddingOf, TAR_END } from '../embedded-server/platform/tar/tar-format.ts';
import { type TarEntry, type TarStamp, tarHeader } from '../embedded-server/platform/tar/tar-writer.ts';

/** `place`: where it is, from the root on, with slashes and none in front. The folders above come by themselves. */
export type TreeEntry =
  | { place: string; content: string | Buffer; isProgram?: boolean }
  | { place: string; target: string }
  | { place: string; isFolder: true; owner?: number; mode?: number };

const FOLDER_MODE = 0o755;

/** Seconds, as SOURCE_DATE_EPOCH has them where the same bytes are to come out again. */
export function stampTime(env: NodeJS.ProcessEnv = process.env): number {
  return Number(env['SOURCE_DATE_EPOCH'] ?? Math.floor(Date.now() / 1000));
}

export function treeTar(entries: readonly TreeEntry[], { front = '', time }: { front?: string; time: number }): Buffer {
  const made = new Set<string>();
  const pieces: Buffer[] = [];
  const put = (entry: TarEntry, stamp: TarStamp = {}) => pieces.push(tarHeader(entry, { time, ...stamp }));
  const said = new Map(entries.filter((entry) => 'isFolder' in entry).map((entry) => [entry.place, entry]));
  /** With the owner and the rights that are said of it, even where something below it comes first. */
  const putFolder = (place: string) => {
    if (place === '.' || made.has(place)) return;
    putFolder(path.posix.dirname(place));
    made.add(place);
    const { owner = 0, mode = FOLDER_MODE } = said.get(place) ?? {};
    put({ kind: 'folder', path: front + place }, { owner, mode });
  };
  if (front !== '') put({ kind: 'folder', path: path.posix.dirname(`${front}.`) });
  for (const entry of entries) {
    putFolder('isFolder' in entry ? entry.place : path.posix.dirname(entry.place));
    const place = front + entry.place;
    if ('isFolder' in entry) continue;
    if ('target' in entry) put({ kind: 'link', path: place, target: entry.target });
    else {
      const content = Buffer.from(entry.content);
      put({ kind: 'file', path: place, size: content.length, isProgram: entry.isProgram === true });
      pieces.push(content, Buffer.alloc(paddingOf(content.length)));
    }
  }
  return Buffer.concat([...pieces, TAR_END]);
}
