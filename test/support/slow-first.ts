// Begins with the files that take longest, most of it waiting: vitest goes by size where it has not run them before, and
// short files with long tests came last, each on its own while a core was idle. Shards get the same share of the time, not of
// the files.
import path from 'node:path';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

const root = path.join(import.meta.dirname, '../..');

/** Of all files these take longest, the longest first. `npm test` names the ten slowest at its end. */
export const slowFiles: readonly string[] = [
  'test/embedded-server/runtime/hosting/bad-servers.test.ts',
  'test/src-main/core/transfers/queue/queue.test.ts',
  'test/embedded-server/runtime/containers/runner.test.ts',
  'test/embedded-server/runtime/containers/service.test.ts',
  'test/src-main/core/journeys/j2-push-over-a-bad-line.test.ts',
  'test/src-main/core/transfers/faults-between.test.ts',
  'test/src-main/core/transfers/engine/reuse.test.ts',
  'test/src-main/core/transfers/engine/adopt-file.test.ts',
  'test/src-main/core/transfers/faults-of-calls.test.ts',
  'test/embedded-server/platform/threads/every-thread.test.ts',
  'test/embedded-server/service/data/check.test.ts',
  'test/src-main/cli/push.test.ts',
];

/** Files of the window that take many times as long as the others, and how many times. */
export const heavyFiles: Readonly<Record<string, number>> = {
  'test/src-renderer/app/adapted.browser.test.tsx': 15,
  'test/src-renderer/app/typed.browser.test.tsx': 6,
};

export class SlowFirst extends BaseSequencer {
  override async shard(files: TestSpecification[]): Promise<TestSpecification[]> {
    const { index = 1, count = 1 } = this.ctx.config.shard ?? {};
    return sharesOf(files, count, ({ moduleId }) => moduleId)[index - 1] ?? [];
  }

  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    // oxlint-disable-next-line unicorn/no-array-sort -- it is the sequencer's, and answers a list of its own
    return slowFirst(await super.sort(files), ({ moduleId }) => moduleId);
  }
}

/** The slow ones in their order, then the others in theirs. */
export function slowFirst<File>(files: readonly File[], pathOf: (file: File) => string): File[] {
  const rank = new Map(slowFiles.map((file, at) => [path.join(root, file), at]));
  const rankOf = (file: File) => rank.get(path.resolve(pathOf(file))) ?? slowFiles.length;
  return files.toSorted((a, b) => rankOf(a) - rankOf(b));
}

/** Deals the files, the heaviest first, each to the share that weighs least so far. */
export function sharesOf<File>(files: readonly File[], count: number, pathOf: (file: File) => string): File[][] {
  const weights = new Map(Object.entries(heavyFiles).map(([file, weight]) => [path.join(root, file), weight]));
  const nameOf = (file: File) => path.resolve(pathOf(file));
  const weightOf = (file: File) => weights.get(nameOf(file)) ?? 1;
  const shares = Array.from({ length: count }, () => ({ weight: 0, files: [] as File[] }));
  // Each process deals on its own, so the order is the same in all.
  const inOrder = files.toSorted((a, b) => weightOf(b) - weightOf(a) || (nameOf(a) < nameOf(b) ? -1 : 1));
  for (const file of inOrder) {
    const lightest = shares.reduce((least, share) => (share.weight < least.weight ? share : least));
    lightest.weight += weightOf(file);
    lightest.files.push(file);
  }
  return shares.map((share) => share.files);
}
