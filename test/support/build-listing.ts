// A build from a table of path and content: as a listing for pure rules, or as real files in a temporary folder.
import { chmod, mkdir, symlink, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { wantsHead, wantsText } from '../../src-shared/builds/doctor/files-to-open.ts';
import type { BuildListing, ListedFile, Machine } from '../../src-shared/builds/doctor/listing.ts';
import { readProgram } from '../../src-shared/builds/doctor/read-program.ts';
import { makeTempFolder } from './temp-folder.ts';

/** A file's content, with its permission bits where they are not those of a program; or where a link leads. */
export type Content = string | Uint8Array | { bytes: string | Uint8Array; mode: number } | { link: string };
export type BuildTable = Readonly<Record<string, Content>>;

const PROGRAM = 0o755;

export function listingOf(table: BuildTable, more: Partial<ListedFile>[] = []): BuildListing {
  const texts = new Map<string, string>();
  const entries = Object.entries(table).map(([file, content]): ListedFile => {
    if (typeof content === 'object' && 'link' in content) {
      return { path: file, type: 'link', size: 0, mode: undefined, linkTarget: content.link };
    }
    const { bytes, mode } = contentOf(content);
    const entry: ListedFile = { path: file, type: 'file', size: bytes.length, mode };
    if (wantsText(file, bytes.length)) texts.set(file, bytes.toString('utf8'));
    const read = (offset: number, length: number) => bytes.subarray(offset, offset + length);
    const facts = wantsHead(file, mode) ? readProgram(file, read, bytes.length) : undefined;
    return facts === undefined ? entry : { ...entry, facts };
  });
  const others = more.map((each): ListedFile => ({ path: '', type: 'file', size: 0, mode: undefined, ...each }));
  return { entries: [...entries, ...others], texts, isCut: false, isSentWhole: false };
}

export async function writeBuild(table: BuildTable): Promise<string> {
  const root = await makeTempFolder('build');
  for (const [name, content] of Object.entries(table)) {
    const file = path.join(root, name);
    await mkdir(path.dirname(file), { recursive: true });
    if (typeof content === 'object' && 'link' in content) {
      await symlink(content.link, file);
      continue;
    }
    const { bytes, mode } = contentOf(content);
    await writeFile(file, bytes);
    await chmod(file, mode);
  }
  return root;
}

function contentOf(content: Exclude<Content, { link: string }>): { bytes: Buffer; mode: number } {
  const isPlain = typeof content === 'string' || content instanceof Uint8Array;
  const { bytes, mode } = isPlain ? { bytes: content, mode: PROGRAM } : content;
  return { bytes: typeof bytes === 'string' ? Buffer.from(bytes) : Buffer.from(bytes), mode };
}

/** A machine with Linux on x64 that has bash, Java and the C library. */
export function machineOf(change: Partial<Machine> & { files?: string[]; programs?: string[] } = {}): Machine {
  const { files = ['/bin/sh', '/bin/bash', '/usr/bin/env', '/lib64/ld-linux-x86-64.so.2'] } = change;
  const { programs = ['java', 'bash'], ...more } = change;
  return {
    os: 'linux',
    cpu: 'x64',
    isRoot: false,
    hasFile: (file) => files.includes(file),
    hasProgram: (name) => programs.includes(name),
    hasLibrary: (name) => name === 'libc.so.6',
    ...more,
  };
}
