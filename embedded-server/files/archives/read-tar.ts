// The entries of a tar as those of a build: files, folders and links. Everything else is refused by name.
import { type Message, messageFor } from '../../../src-shared/text/message.ts';
import { type ArchiveEntry, entryRefusal, type TakeEntry } from './archive-entry.ts';
import type { ByteReader } from './byte-reader.ts';
import { type RawEntry, readTarEntries } from './tar-entries.ts';

const READ_BYTES = 1_048_576;
const LEAVE_OUT = messageFor('archive.do-leave-entry-out');

const KINDS: Readonly<Record<string, ArchiveEntry['type']>> = { '0': 'file', '7': 'file', '5': 'folder', '2': 'link' };
const REFUSED: Readonly<Record<string, [what: Message, remedy: Message]>> = {
  '1': [messageFor('archive.entry-hard-link'), messageFor('archive.do-pack-plain-files')],
  '3': [messageFor('archive.entry-device'), LEAVE_OUT],
  '4': [messageFor('archive.entry-device'), LEAVE_OUT],
  '6': [messageFor('archive.entry-pipe'), LEAVE_OUT],
  S: [messageFor('archive.entry-sparse'), messageFor('archive.do-pack-without-sparse')],
  M: [messageFor('archive.entry-from-another-archive'), messageFor('archive.do-pack-one-archive')],
};

export async function readTar(reader: ByteReader, takeEntry: TakeEntry): Promise<void> {
  await readTarEntries(reader, { endMark: 'required' }, async (raw, bytes) => {
    await takeEntry(toEntry(raw), bytes);
    return undefined;
  });
  while ((await reader.some(READ_BYTES)) !== undefined); // what is packed has a checksum, which stands at the end
}

function toEntry({ path, linkPath, kind, mode, size, records }: RawEntry): ArchiveEntry {
  const isSparse = Array.from(records.keys()).some((key) => key.startsWith('GNU.sparse.'));
  const type = typeOf(path, isSparse ? 'S' : kind);
  const entry = { path, type, mode, size };
  return type === 'link' ? { ...entry, linkTarget: linkPath } : entry;
}

function typeOf(path: string, kind: string): ArchiveEntry['type'] {
  if (kind === '0' && path.endsWith('/')) return 'folder'; // before there was a kind for them
  const type = KINDS[kind];
  if (type !== undefined) return type;
  const [what, remedy] = REFUSED[kind] ?? [
    messageFor('archive.entry-kind-unknown', { kind: JSON.stringify(kind) }),
    LEAVE_OUT,
  ];
  throw entryRefusal(path, what, remedy);
}
