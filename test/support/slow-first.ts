// Begins with the files that take longest: vitest goes by size where it has not run them before, and short files with long tests
// came last, each on its own while a core was idle. But most of what they do is wait, so others come between them, which compute
// meanwhile. Shards get the same share of the time, not of the files.
import path from 'node:path';
import { BaseSequencer, type TestSpecification } from 'vitest/node';
import { sharesOf } from '../../scripts/test-run/shares.ts';

const root = path.join(import.meta.dirname, '../..');

/** Of all files these take longest, the longest first. `npm test` names the ten slowest at its end. */
export const slowFiles: readonly string[] = [
  'test/embedded-server/runtime/fleet/swarm.test.ts',
  'test/src-main/cli/switch.test.ts',
  'test/scripts/package-image/image.test.ts',
  'test/embedded-server/runtime/nodes/drains.test.ts',
  'test/src-main/core/transfers/faults-between.test.ts',
  'test/embedded-server/service/namespaces/outcomes.test.ts',
  'test/src-main/core/players/timeline.test.ts',
  'test/embedded-server/runtime/hosting/hosting.test.ts',
  'test/embedded-server/runtime/hosting/switches.test.ts',
  'test/src-main/core/transfers/faults-of-calls.test.ts',
  'test/embedded-server/runtime/fleet/lost-hosts.test.ts',
  'test/embedded-server/runtime/hosting/bad-servers.test.ts',
  'test/src-main/core/journeys/j2-push-over-a-bad-line.test.ts',
  'test/embedded-server/runtime/server-runs/recover.test.ts',
  'test/samples/pocket-regatta.test.ts',
  'test/src-main/core/transfers/bad-lines.test.ts',
  'test/embedded-server/service/uploads/object-store-faults.test.ts',
  'test/embedded-server/runtime/containers/service.test.ts',
  'test/src-main/core/servers/log-memory.test.ts',
  'test/src-main/core/instances/restart-hosting.test.ts',
  'test/embedded-server/runtime/hosting/kept-folders.test.ts',
  'test/src-main/core/transfers/slow-line.test.ts',
  'test/embedded-server/service/backup/each-place.test.ts',
  'test/src-main/cli/doctor-host.test.ts',
  'test/embedded-server/runtime/fleet/troubled-nodes.test.ts',
  'test/embedded-server/runtime/fleet/service-killed.test.ts',
  'test/embedded-server/service/uploads/each-store.test.ts',
  'test/embedded-server/platform/threads/every-thread.test.ts',
  'test/scripts/package-cli/installed.test.ts',
  'test/embedded-server/runtime/containers/runner.test.ts',
];

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

/** The slow ones in their order and the others in theirs, with as many between that the last slow one begins halfway. */
export function slowFirst<File>(files: readonly File[], pathOf: (file: File) => string): File[] {
  const rank = new Map(slowFiles.map((file, at) => [path.join(root, file), at]));
  const rankOf = (file: File) => rank.get(path.resolve(pathOf(file))) ?? slowFiles.length;
  const slow = files.filter((file) => rankOf(file) < slowFiles.length).toSorted((a, b) => rankOf(a) - rankOf(b));
  if (slow.length === 0) return [...files];
  const others = files.filter((file) => rankOf(file) === slowFiles.length);
  const between = Math.floor(others.length / slow.length / 2);
  const mixed = slow.flatMap((file, at) => [file, ...others.slice(at * between, (at + 1) * between)]);
  return [...mixed, ...others.slice(slow.length * between)];
}
