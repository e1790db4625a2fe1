// Where servers get their builds from: unpacked once from the stored file, and looked through where it says nothing itself; or
// an image that an engine was given.

import { readdir, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { AppError } from '../../../src-shared/errors/app-error.ts';
import { type BuildKind, isImageKind } from '../../../src-shared/service/builds.ts';
import { createUnpackedBuilds } from '../../files/archives/unpacked-builds.ts';
import type { Doctor } from '../../files/doctor/doctor.ts';
import type { BlobStore } from '../../platform/storage/blobs.ts';
import type { DataPaths } from '../../platform/storage/data-paths.ts';
import type { Database } from '../../platform/storage/database.ts';
import { query } from '../../platform/storage/statement.ts';
import type { HostingThread } from '../hosting-thread/open-hosting-thread.ts';
import type { ContainerImage, StoredImage } from '../runner/runner.ts';
import type { ServerRecord } from '../server-records/store.ts';
import type { Guess } from './gather-run-settings.ts';
import type { PreparedBuild } from './run-dependencies.ts';

export type BuildSourceParts = {
  paths: DataPaths;
  database: Database;
  blobs: BlobStore;
  doctor: Doctor;
  unpackThread: URL;
  host: HostingThread;
  onProblem(thrown: unknown): void;
  /** What was unpacked was changed by somebody, and is unpacked again. */
  onChanged(changed: { build: string; path: string }): void;
};
type StoredBuild = { sha256: string; path: string; kind: BuildKind };

/** With less than this, builds that nobody runs make room for others. */
const MIN_FREE_BYTES = 1024 ** 3;

export function createBuildSource(parts: BuildSourceParts) {
  const { paths, database, blobs, doctor, unpackThread, host, onProblem } = parts;
  const stored = query<StoredBuild>(
    database,
    `SELECT u.sha256, u.path, b.kind FROM builds b JOIN uploads u USING (upload_id)
     WHERE b.build_id = ? AND u.complete_ts IS NOT NULL`,
  );
  const unpacked = createUnpackedBuilds({
    folder: paths.unpacked,
    script: unpackThread,
    fetchBlob: blobs.fetch,
    minFreeBytes: MIN_FREE_BYTES,
    onLost: onProblem,
    onChanged: parts.onChanged,
  });
  const images = createImageBuilds({ folder: paths.images, host, hasBlob: blobs.has, onProblem });
  return {
    use: async ({ build_id }: ServerRecord, signal: AbortSignal): Promise<PreparedBuild> => {
      const build = stored.one(build_id);
      if (build === undefined) throw new AppError('BUILDS_BUILD_NOT_FOUND', 'server.build-deleted');
      const { sha256, kind } = build;
      if (isImageKind(kind)) {
        const image = await images.load({ sha256, kind, file: await blobs.fetch(sha256, signal) }, signal);
        if (image !== undefined) return { image, release: () => undefined };
      }
      return await unpacked.use(sha256, { name: build.path, signal });
    },
    guess: async (folder: string, signal: AbortSignal): Promise<Guess> => {
      const { programs, arguments: texts, ports } = await doctor.examineFolder(folder, { signal });
      // What says a routing is a slipway.json, which is read for itself.
      const named = ports.map(({ name, routing: _routing, ...port }) => [name, port] as const);
      return { program: programs[0]?.path, arguments: texts, ports: Object.fromEntries(named) };
    },
    /** What was made of a file goes with it. An engine may take its time, and nobody waits for it. */
    forget: async (sha256: string) => {
      if (!(await blobs.has(sha256))) images.remove(sha256).catch(onProblem);
      await unpacked.remove(sha256);
    },
    recover: async () => {
      await unpacked.recover();
      await images.recover();
    },
    close: () => unpacked.close(),
  };
}

type ImageBuildsParts = {
  folder: string;
  host: HostingThread;
  hasBlob(sha256: string): Promise<boolean>;
  onProblem(thrown: unknown): void;
};

/**
 * The builds whose images an engine may hold: kept on disk as empty files named by their hashes, as the engine outlives us
 * and an image has to go with its build.
 */
function createImageBuilds({ folder, host, hasBlob, onProblem }: ImageBuildsParts) {
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
