// The part of the stand-in core that is about builds: sources that a test moves by hand, one for each namespace.
import { valueSource } from '../../../src-shared/bridge/source.ts';
import type { BuildProgress, NamespaceBuilds } from '../../../src-shared/builds/bridge.ts';

/** No builds, read just now. */
export function createFakeBuilds() {
  const lists = new Map<string, ReturnType<typeof valueSource<NamespaceBuilds>>>();
  const progress = valueSource<BuildProgress>([]);
  const of = (namespace_id: string) => {
    const source = lists.get(namespace_id) ?? valueSource<NamespaceBuilds>({ builds: [], fresh_at: 1 });
    lists.set(namespace_id, source);
    return source;
  };
  return {
    of,
    progress,
    topics: {
      builds: ({ namespace_id: id }: { namespace_id: string }) => of(id),
      'builds.progress': () => progress,
    },
  };
}
