// A file that the app hands out, as a person gets it in each shell: a browser downloads it, the desktop app asks where to.
import { mkdir, readdir } from 'node:fs/promises';
import path from 'node:path';
import { expect } from './app-test.ts';
import type { RunningApp } from './shells.ts';

/** Has the button that saves pressed, into a folder that is made for it; answers where the file is once all of it is there. */
export async function savedFile(app: RunningApp, folder: string, press: () => Promise<unknown>): Promise<string> {
  await mkdir(folder);
  if (app.shell === 'browser-shell') {
    const downloading = app.page.waitForEvent('download');
    await press();
    const download = await downloading;
    const file = path.join(folder, download.suggestedFilename());
    await download.saveAs(file);
    return file;
  }
  await app.willPick(folder);
  await press();
  // Under another name until then.
  await expect.poll(() => readdir(folder)).toEqual([expect.stringMatching(/\.zip$/)]);
  return path.join(folder, (await readdir(folder))[0] ?? '');
}
