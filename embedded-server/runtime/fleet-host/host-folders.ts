// The folders of a host, and who its server is: where the host of a container is root, another user that gets at its own folders alone.
import { chmod, mkdir } from 'node:fs/promises';
import path from 'node:path';
import { IMAGE_USER } from '../../../src-shared/image-user.ts';
import { type DataPaths, dataPaths } from '../../platform/storage/data-paths.ts';

type Places = {
  /** Its own; gone with it. */
  folder: string;
  /** Builds, for all hosts of the node. */
  cache: string;
  /** It is in a container, which isolates it. */
  isContained: boolean;
};
export type HostFolders = {
  paths: DataPaths;
  /** Where its server may write besides. */
  temporary: readonly string[];
  /** Undefined where that is us. */
  serverUser: number | undefined;
};

/** Where anybody may write in a container. */
const TEMPORARY = ['/tmp', '/var/tmp'];

export async function openHostFolders({ folder, cache, isContained }: Places): Promise<HostFolders> {
  const paths = dataPaths(folder);
  const serverUser = isContained && process.getuid?.() === 0 ? IMAGE_USER : undefined;
  for (const made of [paths.servers, paths.unpacked]) await mkdir(made, { recursive: true });
  for (const closed of [paths.logs, cache]) await mkdir(closed, { recursive: true, mode: 0o700 });
  // As a volume it is there already.
  if (serverUser !== undefined) await chmod(cache, 0o700);
  // Not where the host's own folder is among them.
  const temporary = isContained ? TEMPORARY.filter((one) => path.relative(one, folder).startsWith('..')) : [];
  return { paths, temporary, serverUser };
}
