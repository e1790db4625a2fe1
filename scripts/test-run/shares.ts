// Deals test files to processes that run side by side: each gets about the same share of the time, not of the files.
import path from 'node:path';
import { projectRoot } from '../setup/project.mjs';

/** Files of the window that take many times as long as the others, and how many times. */
export const heavyFiles: Readonly<Record<string, number>> = {
  'test/src-renderer/app/adapted.browser.test.tsx': 35,
  'test/src-renderer/app/typed.browser.test.tsx': 9,
  'test/src-renderer/features/game-settings/game-settings.browser.test.tsx': 7,
  'test/src-renderer/app/typed-live.browser.test.tsx': 5,
  'test/src-renderer/ui/drafts.browser.test.tsx': 4,
  'test/src-renderer/features/board/long-board.browser.test.tsx': 4,
  'test/src-renderer/features/promote/promote.browser.test.tsx': 4,
  'test/src-renderer/features/transfers/transfer-news.browser.test.tsx': 4,
};

/** Deals the files, the heaviest first, each to the share that weighs least so far. Paths are absolute or begin at the project's root. */
export function sharesOf<File>(files: readonly File[], count: number, pathOf: (file: File) => string): File[][] {
  const nameOf = (file: File) =>
    path.relative(projectRoot, path.resolve(projectRoot, pathOf(file))).replaceAll(path.sep, '/');
  const weightOf = (file: File) => heavyFiles[nameOf(file)] ?? 1;
  const shares = Array.from({ length: count }, () => ({ weight: 0, files: [] as File[] }));
  // Each process deals on its own, so the order is the same in all.
  const inOrder = files.toSorted((a, b) => weightOf(b) - weightOf(a) || (nameOf(a) < nameOf(b) ? -1 : 1));
  for (const file of inOrder) {
    const lightest = shares.reduce((least, share) => (share.weight < least.weight ? share : least));
    lightest.weight += weightOf(file);
    lightest.files.push(file);
  }
  return shares.map((share) => share.files);
}
