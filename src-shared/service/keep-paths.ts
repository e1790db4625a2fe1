// The folders that a slipway.json names to be kept. Pure: what is wrong with them, found wherever they are written.
import { BUILD_PATHS, isBelowRoot, plainBuildPath } from './build-paths.ts';
import { limitedTexts } from './text-limits.ts';

/** Why a folder cannot be kept: the last part of an error path. */
export type KeepFault = 'no-folder-below' | 'within-another';

/** The folders of a build whose content is kept, by their paths below its root. */
export const keepPaths = limitedTexts(BUILD_PATHS).check(({ value: texts, issues }) => {
  const paths = texts.map(plainBuildPath);
  for (const [at, path] of paths.entries()) {
    const fault = faultOf(path, paths, at);
    if (fault === undefined) continue;
    const params = { limit: fault, other: texts[at] };
    issues.push({ code: 'custom', input: texts[at], path: [at], message: 'Does not fit.', params });
  }
});

function faultOf(path: string, paths: readonly string[], at: number): KeepFault | undefined {
  if (!isBelowRoot(path)) return 'no-folder-below';
  const isWithin = paths.some(
    (other, nth) => nth !== at && (nth < at || other !== path) && `${path}/`.startsWith(`${other}/`),
  );
  return isWithin ? 'within-another' : undefined;
}
