// What versions are called in sentences: by their name, with the beginning of the id behind it where several have that name.
import type { VersionSummary } from '../service/versions.ts';

const ID_SHOWN = 8;

/** By id. Names are a person's own and need not be unique. */
export function versionNames(
  versions: readonly Pick<VersionSummary, 'version_id' | 'display_name'>[],
): ReadonlyMap<string, string> {
  const counts = new Map<string, number>();
  for (const { display_name: name } of versions) counts.set(name, (counts.get(name) ?? 0) + 1);
  return new Map(
    versions.map(({ version_id: id, display_name: name }) => [
      id,
      counts.get(name) === 1 ? name : `${name} (${id.slice(0, ID_SHOWN)})`,
    ]),
  );
}
