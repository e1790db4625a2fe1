// What packing is about: what is wanted, what was found in a folder, and what came out.
import { z } from 'zod';
import type { Message } from '../../../src-shared/text/message.ts';

export type Compression = 'zstd' | 'gzip' | 'none';

export type PackOptions = {
  /** Patterns of the default exclusions that do not count this time. Those of secrets stay. */
  keep?: readonly string[] | undefined;
  /** Paths of secrets that a person has decided to ship. */
  allowSecrets?: readonly string[] | undefined;
  /** Whether scripts that begin with `#!` get the line ends that Linux and macOS can run, in the pack alone. */
  fixLineEnds?: boolean | undefined;
  /** A text that goes into the pack as this file, whether or not there is one on disk. */
  written?: { path: string; text: string } | undefined;
};

/** A path of a pack with all that will be packed of it. Paths are relative and have slashes on every system. */
export type Entry = FileEntry | { kind: 'folder'; path: string } | { kind: 'link'; path: string; target: string };
export type FileEntry = {
  kind: 'file';
  path: string;
  size: number;
  /** Absent of what is only written into the pack. */
  mtimeMs: number | undefined;
  isProgram: boolean;
  /** In place of what is on disk, if anything is. */
  text?: string;
};

export type LeftOutPath = { path: string; isFolder: boolean; pattern: string; reason: Message };
export type RefusedPath = { path: string; reason: Message };

/** A folder as it will be packed. */
export type Plan = {
  root: string;
  entries: Entry[];
  leftOut: LeftOutPath[];
  secrets: RefusedPath[];
  refused: RefusedPath[];
};

/** One file or link as it is in a pack. A link's size and hash are those of the text it points with, as in git. */
export const manifestEntry = z.object({
  path: z.string(),
  size: z.int().min(0),
  mode: z.int(),
  sha256: z.string(),
});
export type ManifestEntry = z.infer<typeof manifestEntry>;
export const manifest = z.array(manifestEntry);

/** What a file looked like when it was packed; when it still does, it is taken to be the same. */
export const stamp = z.tuple([z.string(), z.number(), z.number()]);
export type Stamp = z.infer<typeof stamp>;

/** What tells a file that nobody touched since, so that its hash still holds. */
const seal = z.object({ ino: z.number(), size: z.int(), mtimeMs: z.number() });

/** Bytes that are ready to be sent: a pack of a folder, or a file that is taken as it is. */
export const packed = z.object({
  source: z.string(),
  kind: z.enum(['folder', 'archive', 'file']),
  /** The file with the bytes: in the cache, where somebody wanted it, or the source itself. */
  file: z.string(),
  name: z.string(),
  sha256: z.string(),
  bytes: z.int(),
  compression: z.enum(['zstd', 'gzip', 'lz4', 'none']),
  /** How many files a folder's pack holds, and how large they are together; unknown of an archive. */
  files: z.int().optional(),
  content_bytes: z.int().optional(),
  /** What was packed and how it looked then; of a file taken as it is, what that looked like. */
  manifest_file: z.string().optional(),
  stamps_file: z.string().optional(),
  stamp: stamp.optional(),
  /** What the pack of a folder looked like when it was made; absent when the same pack was there before, and was kept. */
  seal: seal.optional(),
});
export type Packed = z.infer<typeof packed>;

/** What the options were and how each file looked, kept beside a pack. */
export const stamps = z.object({
  keep: z.array(z.string()),
  allow_secrets: z.array(z.string()),
  files: z.array(stamp),
});
export type Stamps = z.infer<typeof stamps>;

/** What became of the files between one pack and the next. Paths in their order. */
export type Difference = { added: string[]; changed: string[]; removed: string[]; same: number };
