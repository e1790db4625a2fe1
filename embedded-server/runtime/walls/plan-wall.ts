// Which wall one server gets.
import { realpath } from 'node:fs/promises';
import path from 'node:path';
import { hasMounts, MOST_OPEN_FILES, type OwnCopy, type WallBuilder, type WallPlan } from './wall.ts';
import { wallUser } from './wall-user.ts';

type Server = {
  /** Whose the files are, where root gives each a user id. */
  owner: string;
  kept: WallPlan['kept'];
  builder: WallBuilder;
  copy: OwnCopy;
  folder: string;
  /** The folder with all our data. */
  hidden: string;
  program: string;
  nodeProgram: string;
  /** How many files each of its programs may have open. */
  openFiles?: number | undefined;
};

/** Beside the folder of a server, and gone with it. */
export function wallFolders(folder: string): { all: string; root: string; work: string; tmp: string } {
  const all = `${folder}.wall`;
  return { all, root: path.join(all, 'root'), work: path.join(all, 'work'), tmp: path.join(all, 'tmp') };
}

/** The Node of ours is in sight of start scripts as well. */
export async function planWall(server: Server): Promise<WallPlan> {
  const { owner, kept, builder, copy, folder, hidden, program, nodeProgram, openFiles = MOST_OPEN_FILES } = server;
  const outside = [program, nodeProgram].filter((one) => path.relative(folder, one).startsWith('..'));
  const folders = await Promise.all(outside.map(runtimeFolders));
  return {
    builder,
    root: wallFolders(folder).root,
    tmp: wallFolders(folder).tmp,
    copy,
    kept,
    runtimes: [...new Set(folders.flat())],
    hidden,
    user: wallUser(owner),
    owner,
    tools: path.dirname(folder),
    openFiles,
  };
}

/** Node looks at each folder above a program to find out where it really is, and gets no answer above its own. */
const NODE_AS_CALLED = { NODE_PRESERVE_SYMLINKS: '1', NODE_PRESERVE_SYMLINKS_MAIN: '1' };

/** What a server has to be told because it sees the real places: the temporary files of all are closed to it. */
export function wallVariables({ builder, tmp }: Pick<WallPlan, 'builder' | 'tmp'>): Record<string, string> {
  if (hasMounts(builder)) return {};
  return builder === 'sandbox-exec' ? { TMPDIR: tmp } : { TEMP: tmp, TMP: tmp, ...NODE_AS_CALLED };
}

/** What a program like Java needs beside the folder that it is in. */
const BESIDE_BIN = ['lib', 'conf'];

/** The folder of a program and, as it may be a link, the one where it really is; never more of what is around them. */
async function runtimeFolders(program: string): Promise<string[]> {
  const real = await realpath(program).catch(() => program);
  return [program, real]
    .map((one) => path.dirname(one))
    .flatMap((folder) => {
      if (path.basename(folder) !== 'bin') return [folder];
      return [folder, ...BESIDE_BIN.map((name) => path.join(path.dirname(folder), name))];
    });
}
