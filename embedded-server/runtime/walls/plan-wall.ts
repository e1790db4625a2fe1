// Which wall one server gets.
import path from 'node:path';
import type { OwnCopy, WallPlan } from './wall.ts';
import { wallUser } from './wall-user.ts';

type Server = { server_id: string; copy: OwnCopy; folder: string; program: string; nodeProgram: string };

/** Beside the folder of a server, and gone with it. */
export function wallFolders(folder: string): { all: string; root: string; work: string } {
  const all = `${folder}.wall`;
  return { all, root: path.join(all, 'root'), work: path.join(all, 'work') };
}

/** The Node of ours is in sight of start scripts as well. */
export function planWall({ server_id, copy, folder, program, nodeProgram }: Server): WallPlan {
  return {
    root: wallFolders(folder).root,
    copy,
    runtimes: [program, nodeProgram]
      .filter((one) => path.relative(folder, one).startsWith('..'))
      .map((one) => path.dirname(one)),
    user: wallUser(server_id),
  };
}
