// The files of a build come in blocks: one that comes late belongs to its own build alone.
import { beforeEach, expect, test, vi } from 'vitest';
import { forgetBuild, readFiles, readMoreFiles } from '../../../../src-renderer/features/builds/builds-actions.ts';
import { useBuilds } from '../../../../src-renderer/features/builds/builds-store.ts';
import { AppError } from '../../../../src-shared/errors/app-error.ts';
import type { BuildFile } from '../../../../src-shared/service/builds.ts';
import { createFakeCore } from '../../support/fake-core.ts';
import { someFile } from '../../support/some-builds.ts';

const place = { instance_id: 'production', game_id: 'tidebreak', namespace_id: 'prod' };
const first = { ...place, build_id: 'first' };
const second = { ...place, build_id: 'second' };

beforeEach(() => useBuilds.setState(useBuilds.getInitialState(), true));

/** Two builds of a thousand files. The second block of the first one is answered by the test. */
function manyFiles() {
  const core = createFakeCore();
  const block = Promise.withResolvers<BuildFile[]>();
  core.handlers['builds.files'] = async ({ build_id, from }) => {
    const files = build_id === 'first' && from > 0 ? await block.promise : [someFile(`${build_id} ${from}`, 1)];
    return { files, found: 1_000, total: 1_000, total_bytes: 1_000 };
  };
  core.attach();
  return block;
}

async function open(target: typeof first) {
  forgetBuild();
  const stop = readFiles(target, '');
  await vi.waitFor(() => expect(useBuilds.getState().files).toBeDefined());
  stop();
}

/** The paths by their lines; undefined where a problem stands in their place. */
function shownPaths() {
  const { files } = useBuilds.getState();
  return files !== undefined && 'value' in files
    ? [...files.value.files].map(([at, { path }]) => [at, path])
    : undefined;
}

test('a block of files that comes after another build was opened is not put into its list', async () => {
  const block = manyFiles();
  await open(first);
  readMoreFiles(first, [500]);
  await open(second);
  block.resolve([someFile('first 500', 1), someFile('first 501', 1)]);
  readMoreFiles(second, [500]);
  await vi.waitFor(() => expect(shownPaths()).toHaveLength(2));
  expect(shownPaths()).toEqual([
    [0, 'second 0'],
    [500, 'second 500'],
  ]);
});

test('a block that cannot be read is told where its own build is open, not in the place of another list', async () => {
  for (const isElsewhere of [false, true]) {
    const block = manyFiles();
    await open(first);
    readMoreFiles(first, [500]);
    if (isElsewhere) await open(second);
    block.reject(new AppError('INSTANCE_UNREACHABLE'));
    if (isElsewhere) readMoreFiles(second, [500]);
    await vi.waitFor(() => expect(shownPaths()?.length).toBe(isElsewhere ? 2 : undefined));
  }
});
