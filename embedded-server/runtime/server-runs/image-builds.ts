// The builds whose images an engine may hold: kept on disk as empty files named by their hashes, as the engine outlives us and
// an image has to go with its build.
import { readdir, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { HostThread } from '../hosting-thread/open-hosting-thread.ts';
import type { ContainerImage, StoredImage } from '../runner/runner.ts';

export type ImageBuildsParts = {
  folder: string;
  host: HostThread;
  hasBlob(sha256: string): Promise<boolean>;
  onProblem(thrown: unknown): void;
};

export function createImageBuilds({ folder, host, hasBlob, onProblem }: ImageBuildsParts) {
  const marks = () => readdir(folder).catch((): string[] => []);
  const remove = async (sha256: string): Promise<void> => {
    if (!(await marks()).includes(sha256)) return;
    const isGone = await host.call('removeImage', sha256);
    // Where servers still run it, the next start of the app looks again.
    if (isGone) await rm(path.join(folder, sha256), { force: true });
  };
  return {
    /** Undefined where the build's file is a plain archive, whatever its kind says. */
    load: async (stored: StoredImage, signal: AbortSignal): Promise<ContainerImage | undefined> => {
      const image = await host.call('loadImage', stored, signal);
      if (image === undefined) return undefined;
      await writeFile(path.join(folder, stored.sha256), '');
      return image;
    },
    remove,
    /** Removes images whose builds went while nobody could tell the engine. */
    recover: async (): Promise<void> => {
      for (const sha256 of await marks()) if (!(await hasBlob(sha256))) await remove(sha256).catch(onProblem);
    },
  };
}
