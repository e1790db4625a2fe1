// One sync serves all who wait, and never one who wrote after it began.
import type { FileHandle } from 'node:fs/promises';
import { expect, it } from 'vitest';
import { createSharedSyncs } from '../../../../embedded-server/platform/storage/shared-sync.ts';

/** A handle whose syncs end when they are told to. */
function slowHandle() {
  const syncs: PromiseWithResolvers<void>[] = [];
  const datasync = () => {
    const sync = Promise.withResolvers<void>();
    syncs.push(sync);
    return sync.promise;
  };
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- nothing else of it is used
  return { handle: { datasync } as FileHandle, syncs };
}

const settle = () => new Promise((resolve) => setImmediate(resolve));

it('runs one at a time for a file, and one more for all who asked meanwhile', async () => {
  const { handle, syncs } = slowHandle();
  const shared = createSharedSyncs();
  const first = shared.begin('a')(handle);
  await settle();
  const others = [1, 2, 3].map(() => shared.begin('a')(handle));
  await settle();
  expect(syncs).toHaveLength(1);
  syncs[0]?.resolve();
  await first;
  await settle();
  expect(syncs).toHaveLength(2);
  syncs[1]?.resolve();
  await Promise.all(others);
  expect(syncs).toHaveLength(2);
});

it('does not let files wait for each other', async () => {
  const { handle, syncs } = slowHandle();
  const shared = createSharedSyncs();
  const both = [shared.begin('a')(handle), shared.begin('b')(handle)];
  await settle();
  expect(syncs).toHaveLength(2);
  for (const sync of syncs) sync.resolve();
  await Promise.all(both);
});

it('fails every part that was under way when one sync of its file failed, and none after', async () => {
  const { handle, syncs } = slowHandle();
  const shared = createSharedSyncs();
  const underWay = shared.begin('a');
  const failing = shared.begin('a')(handle);
  await settle();
  syncs[0]?.reject(new Error('EIO'));
  await expect(failing).rejects.toThrow('EIO');
  const late = underWay(handle);
  await settle();
  syncs[1]?.resolve();
  await expect(late).rejects.toThrow('did not get to the disk');
  const after = shared.begin('a')(handle);
  await settle();
  syncs[2]?.resolve();
  await after;
});
