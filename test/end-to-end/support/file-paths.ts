// Electron's webUtils.getPathForFile for the stand-in: the page gets a mark in place of a path, and when a frame with one reaches
// the app's side, Chromium itself says which path that file has. What is no file throws, as in Electron.
import type { CDPSession, Page } from 'playwright';

const MARK = 'stand-in-file:';

/** Source text for the preload's world. */
export const webUtilsScript = `{
  getPathForFile: (file) => {
    if (!(file instanceof File)) throw new TypeError('Argument must be a file object');
    window.__standInFiles = [...(window.__standInFiles ?? []), file];
    return '${MARK}' + (window.__standInFiles.length - 1);
  },
}`;

export type PathFinder = (frame: unknown) => Promise<unknown>;

/** Puts paths in place of marks, wherever they are in a frame; a file that has none, made by the page, gets an empty one. */
export async function createPathFinder(page: Page): Promise<PathFinder> {
  const devtools = await page.context().newCDPSession(page);
  const find: PathFinder = async (value) => {
    if (typeof value === 'string') return value.startsWith(MARK) ? await pathOf(devtools, value) : value;
    if (Array.isArray(value)) return await Promise.all(value.map(find));
    if (typeof value !== 'object' || value === null) return value;
    const entries = Object.entries(value).map(async ([key, each]) => [key, await find(each)] as const);
    return Object.fromEntries(await Promise.all(entries));
  };
  return async (frame) => (JSON.stringify([frame]).includes(MARK) ? await find(frame) : frame);
}

async function pathOf(devtools: CDPSession, mark: string): Promise<string> {
  const expression = `window.__standInFiles[${Number(mark.slice(MARK.length))}]`;
  const { result } = await devtools.send('Runtime.evaluate', { expression });
  const { path } = await devtools.send('DOM.getFileInfo', { objectId: result.objectId ?? '' });
  return path;
}
