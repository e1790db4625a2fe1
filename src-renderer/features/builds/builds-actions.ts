// Follows the builds of a game, looks into one, and asks for what a person can do with it.
import type { BuildTarget } from '../../../src-shared/builds/bridge.ts';
import { type AppError, asAppError } from '../../../src-shared/errors/app-error.ts';
import { client } from '../../bridge/client.ts';
import { goTo } from '../../routes/route-store.ts';
import { phrase } from '../../text/t.ts';
import { say } from '../../ui/notices/notices-actions.ts';
import { type BuildFilter, nextBuildSort, type SortKey } from './builds-selectors.ts';
import { type BuildPane, type FilePages, type Read, useBuilds } from './builds-store.ts';

/** Files are read in blocks of this many. */
const BLOCK = 500;

/** Mirrors the builds of these namespaces until the answer is called. */
export function followBuilds(instance_id: string, game_id: string, namespaceIds: readonly string[]): () => void {
  useBuilds.setState({ lists: {}, progress: new Map() });
  const stops = namespaceIds.flatMap((namespace_id) => {
    const place = { instance_id, game_id, namespace_id };
    return [
      client.subscribe('builds', place, {
        next: (list) => useBuilds.setState(({ lists }) => ({ lists: { ...lists, [namespace_id]: list } })),
      }),
      client.subscribe('builds.progress', place, {
        next: (changed) =>
          useBuilds.setState(({ progress }) => ({
            progress: new Map([...progress, ...changed.map((one) => [one.build_id, one] as const)]),
          })),
      }),
    ];
  });
  return () => {
    for (const stop of stops) stop();
  };
}

/** Shows some of the builds. */
export function filterBuilds(change: Partial<BuildFilter>): void {
  useBuilds.setState(({ filter }) => ({ filter: { ...filter, ...change } }));
}

/** Sorts by a column, the other way round, or as it was. */
export function sortBuilds(key: SortKey): void {
  useBuilds.setState(({ sort }) => ({ sort: nextBuildSort(sort, key) }));
}

/** Shows the report, the files or the comparison of the open build. */
export function showPane(pane: BuildPane): void {
  useBuilds.setState({ pane });
}

/** Opens a build, with how it differs from another one. */
export function openBuildComparison(
  { instance_id, game_id }: Pick<BuildTarget, 'instance_id' | 'game_id'>,
  build_id: string,
  otherId: string,
): void {
  useBuilds.setState({ pane: 'compare', compareWith: otherId });
  goTo({ page: 'game', instance_id, game_id, tab: 'builds', build_id });
}

/** Opens a dialog about the open build, or closes it. */
export function setBuildDialog(dialog: 'delete' | 'version' | undefined): void {
  useBuilds.setState({ dialog });
}

/** Forgets what was read of the build that was looked at before. */
export function forgetBuild(): void {
  useBuilds.setState({ report: undefined, uses: undefined, files: undefined, difference: undefined });
}

/** Reads what uses a build, until the answer is called. What was known of it stays until then. */
export function readUses(target: BuildTarget): () => void {
  return reading(
    () => client.call('builds.uses', target),
    (uses) => useBuilds.setState({ uses }),
  );
}

/** Has a build examined. */
export function readReport(target: BuildTarget): () => void {
  useBuilds.setState({ report: undefined });
  return reading(
    async () => (await client.call('builds.examine', target)).report,
    (report) => useBuilds.setState({ report }),
  );
}

/** Compares a build with an earlier one. */
export function readDifference(target: BuildTarget, before: BuildTarget): () => void {
  useBuilds.setState({ difference: undefined });
  return reading(
    () => client.call('builds.compare', { target, before }),
    (difference) => useBuilds.setState({ difference }),
  );
}

/** Reads the first files whose path holds a text; the others come as they are scrolled to. */
export function readFiles(target: BuildTarget, text: string): () => void {
  return reading(
    async (): Promise<FilePages> => {
      const { files, found, total, total_bytes: totalBytes } = await askFiles(target, text, 0);
      return {
        build_id: target.build_id,
        text,
        found,
        total,
        totalBytes,
        files: new Map(files.map((file, at) => [at, file])),
      };
    },
    (files) => useBuilds.setState({ files }),
  );
}

const requestedIds = new Set<string>();

/** Reads those of these lines that were not read yet. */
export function readMoreFiles(target: BuildTarget, lines: readonly number[]): void {
  const { files } = useBuilds.getState();
  if (files === undefined || 'error' in files) return;
  const { text, files: known } = files.value;
  const blocks = new Set(lines.filter((line) => !known.has(line)).map((line) => Math.floor(line / BLOCK)));
  for (const block of blocks) void readBlock(target, text, block);
}

async function readBlock(target: BuildTarget, text: string, block: number): Promise<void> {
  const key = `${target.build_id} ${text} ${block}`;
  if (requestedIds.has(key)) return;
  requestedIds.add(key);
  // Another build may be open by the time of the answer, or another text.
  const keep = (change: (known: FilePages) => Read<FilePages>) =>
    useBuilds.setState((state) => {
      if (state.files === undefined || 'error' in state.files) return state;
      const { value } = state.files;
      return value.build_id === target.build_id && value.text === text ? { files: change(value) } : state;
    });
  try {
    const { files } = await askFiles(target, text, block * BLOCK);
    const more = files.map((file, at) => [block * BLOCK + at, file] as const);
    keep((known) => ({ value: { ...known, files: new Map([...known.files, ...more]) } }));
  } catch (thrown) {
    keep(() => ({ error: asAppError(thrown) }));
  } finally {
    requestedIds.delete(key);
  }
}

function askFiles(target: BuildTarget, text: string, from: number) {
  return client.call('builds.files', { ...target, text, from, limit: BLOCK });
}

/** Deletes a build. Answers what is wrong, if it was not. */
export async function removeBuild(target: BuildTarget, name: string, confirm?: string): Promise<string | undefined> {
  try {
    await client.call('builds.remove', { ...target, ...(confirm === undefined ? {} : { confirm }) });
    say({
      state: 'done',
      title: phrase('{name} was deleted', { name }),
      detail: phrase('Its bytes are gone, unless another build has the same.'),
    });
    return undefined;
  } catch (thrown) {
    return asAppError(thrown).message;
  }
}

/** Makes a version that runs a build. Answers what is wrong, if it was not made. */
export async function createVersion(target: BuildTarget, name: string): Promise<AppError | undefined> {
  try {
    await client.call('builds.createVersion', { ...target, display_name: name });
    say({
      state: 'done',
      title: phrase('{name} was created', { name }),
      detail: phrase('Switch a namespace to it on the Deploy page.'),
    });
    return undefined;
  } catch (thrown) {
    return asAppError(thrown);
  }
}

/** An answer that arrives when nobody needs it any more is dropped. */
function reading<T>(ask: () => Promise<T>, keep: (read: { value: T } | { error: AppError }) => void): () => void {
  let isOver = false;
  const run = async () => {
    try {
      const value = await ask();
      if (!isOver) keep({ value });
    } catch (thrown) {
      if (!isOver) keep({ error: asAppError(thrown) });
    }
  };
  void run();
  return () => {
    isOver = true;
  };
}
