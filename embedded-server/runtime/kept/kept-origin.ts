// What a kept folder begins with: the folder of a build, or of an image, at its place.
import { lstat } from 'node:fs/promises';
import path from 'node:path';
import { AppError } from '../../../src-shared/errors/app-error.ts';
import { messageFor } from '../../../src-shared/text/message.ts';
import { copyTree } from '../../platform/storage/copy-tree.ts';
import { ifThere } from '../../platform/storage/if-there.ts';

export type KeptOrigin = {
  /** Refuses what is no folder there. */
  check(place: string): Promise<void>;
  /** Copies what is there to a folder that is not; answers whether anything was. */
  copy(place: string, to: string): Promise<boolean>;
};

export function ofBuild(build: string): KeptOrigin {
  return {
    check: (place) => refuseOther(build, place),
    copy: async (place, to) => {
      const from = path.join(build, place);
      if ((await ifThere(lstat(from))) === undefined) return false;
      await copyTree(from, to, messageFor('kept.no-room'));
      return true;
    },
  };
}

/** The engine finds folders of an image inside it: no link there leads out. */
export function ofImage(copyOut: (place: string, to: string) => Promise<boolean>): KeptOrigin {
  return {
    check: () => Promise.resolve(),
    copy: async (place, to) => {
      if (!(await copyOut(place, to))) return false;
      if ((await ifThere(lstat(to)))?.isDirectory() !== true)
        throw new AppError('SERVERS_SERVER_FAILED_TO_CREATE', 'kept.no-folder-in-image', { name: `/${place}` });
      return true;
    },
  };
}

/** A link of a hostile build would lead the folder to another place. */
async function refuseOther(build: string, keep: string): Promise<void> {
  let at = build;
  for (const name of keep.split('/')) {
    at = path.join(at, name);
    const found = await ifThere(lstat(at));
    if (found === undefined) return;
    if (!found.isDirectory()) throw noFolder(keep);
  }
}

function noFolder(name: string): AppError {
  return new AppError('SERVERS_SERVER_FAILED_TO_CREATE', 'kept.no-folder-in-build', { name });
}
