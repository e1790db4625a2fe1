// The files of a build in which places like {port} are filled in at each start, as a slipway.json names them. Pure.
import { BUILD_PATHS, isBelowRoot, plainBuildPath } from './build-paths.ts';
import { limitedTexts } from './text-limits.ts';

/** Why a file cannot be filled in: the last part of an error path. */
export type TemplateFault = 'no-file-below';

/** Files of a build, by their paths below its root. */
export const templatePaths = limitedTexts(BUILD_PATHS).check(({ value: texts, issues }) => {
  for (const [at, text] of texts.entries()) {
    if (!text.endsWith('/') && isBelowRoot(plainBuildPath(text))) continue;
    const params = { limit: 'no-file-below' satisfies TemplateFault };
    issues.push({ code: 'custom', input: text, path: [at], message: 'Does not fit.', params });
  }
});
