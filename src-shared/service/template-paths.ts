// The files of a build in which places like {port} are filled in at each start, as a slipway.json names them. Pure.
import { isBelowRoot, plainKeepPath } from './keep-paths.ts';
import { limitedTexts } from './limits.ts';

/** Why a file cannot be filled in: the last part of an error path. */
export type TemplateFault = 'no-file-below';

const MOST = 16;
const MOST_BYTES = 200;

/** How large a file may be in which places are filled in: configuration is small. */
export const MOST_TEMPLATE_BYTES = 1_048_576;

/** As it is compared and used: without `./` in front. */
export const plainTemplatePath = plainKeepPath;

/** Files of a build, by their paths below its root. */
export const templatePaths = limitedTexts({ entries: MOST, text: [1, MOST_BYTES] }).check(
  ({ value: texts, issues }) => {
    for (const [at, text] of texts.entries()) {
      if (!text.endsWith('/') && isBelowRoot(plainTemplatePath(text))) continue;
      const params = { limit: 'no-file-below' satisfies TemplateFault };
      issues.push({ code: 'custom', input: text, path: [at], message: 'Does not fit.', params });
    }
  },
);
