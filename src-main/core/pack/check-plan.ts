// Refuses, in words, to pack what cannot be packed, or should not be without a person's say.
import { AppError } from '../../../src-shared/errors/app-error.ts';
import type { Plan, RefusedPath } from './model.ts';

/** How many paths a sentence names. The error holds all of them. */
const NAMED = 5;

export function checkPlan({ root, entries, refused, secrets }: Plan): void {
  if (refused.length > 0) {
    const sentence =
      refused.length === 1
        ? `One thing in this folder cannot be packed, so nothing was. ${listed(refused)}`
        : `${refused.length} things in this folder cannot be packed, so nothing was. ${listed(refused)}`;
    throw new AppError('PACK_REFUSED', sentence, { metadata: { paths: refused } });
  }
  if (secrets.length > 0) {
    const sentence = `This folder holds what looks like secrets, which everybody who gets the build could read. Nothing was packed. ${listed(secrets)} List them in .slipwayignore to leave them out, or allow each of them by its path.`;
    throw new AppError('PACK_SECRETS', sentence, { metadata: { paths: secrets } });
  }
  if (!entries.some(({ kind }) => kind === 'file')) {
    const sentence = `Nothing in ${root} would be packed: it is empty, or all of it is left out. Choose the folder with the server's program.`;
    throw new AppError('PACK_EMPTY', sentence);
  }
}

function listed(paths: readonly RefusedPath[]): string {
  const named = paths.slice(0, NAMED).map(({ path, reason }) => `${path}: ${reason.replace(/\.$/, '')}.`);
  return [...named, ...(paths.length > NAMED ? [`And ${paths.length - NAMED} more.`] : [])].join(' ');
}
