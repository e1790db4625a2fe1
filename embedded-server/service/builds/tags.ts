// What setting tags does to the builds of a namespace. Pure.
import { AppError } from '../../../src-shared/errors/app-error.ts';
import type { SetBuildTagsBody } from '../../../src-shared/service/builds.ts';
import type { WholeBuild } from './store.ts';

export type Tags = Record<string, string>;
const MOST_TAGS = 8;

/** The builds whose tags change, with their new ones. Null removes a tag; an exclusive one is taken from all others. */
export function tagsAfter(
  builds: readonly WholeBuild[],
  target: WholeBuild,
  request: SetBuildTagsBody,
): [string, Tags][] {
  const exclusive = request.exclusive_tags ?? [];
  const unknown = exclusive.find((tag) => !Object.hasOwn(request.tags, tag));
  if (unknown !== undefined) {
    throw new AppError('API_BAD_BODY', 'build.tag-exclusive-unknown', { tag: unknown.slice(0, 40) });
  }
  const own = merge(parseTags(target), request.tags);
  if (Object.keys(own).length > MOST_TAGS) {
    throw new AppError(
      'VALIDATION_ERROR',
      'build.too-many-tags',
      { limit: MOST_TAGS },
      {
        metadata: { errors: [{ path: ['tags', 'too-many'] }] },
      },
    );
  }
  const others = builds
    .filter((build) => build.build_id !== target.build_id)
    .filter((build) => exclusive.some((tag) => Object.hasOwn(parseTags(build), tag)))
    .map((build): [string, Tags] => [build.build_id, without(parseTags(build), exclusive)]);
  return [...others, [target.build_id, own]];
}

export function parseTags(build: { tags: string }): Tags {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- only setTags writes this column
  return JSON.parse(build.tags) as Tags;
}

/** Whether a build has all of these tags. */
export function hasTags(build: { tags: string }, wanted: Tags): boolean {
  const own = parseTags(build);
  return Object.entries(wanted).every(([key, value]) => Object.hasOwn(own, key) && own[key] === value);
}

function merge(own: Tags, change: Record<string, string | null>): Tags {
  const set = Object.entries(change).flatMap(([key, value]) => (value === null ? [] : [[key, value] as const]));
  return Object.fromEntries([...Object.entries(own).filter(([key]) => !Object.hasOwn(change, key)), ...set]);
}

function without(tags: Tags, keys: readonly string[]): Tags {
  return Object.fromEntries(Object.entries(tags).filter(([key]) => !keys.includes(key)));
}
