// What the app opens outside of it: Electron is asked for that, or the system's own program where the app runs as root and in the browser
// shell.
import { chmod, mkdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { RunningApp } from './shells.ts';
import { eventsOf } from './stand-in-reports.ts';

const names: Partial<Record<NodeJS.Platform, string>> = { darwin: 'open', win32: 'explorer.exe' };

/** Places a program of the system that opens addresses, which writes down what it is given. The app is started with this PATH. */
export async function placeOpener(home: string) {
  const folder = path.join(home, 'opener');
  await mkdir(folder);
  const program = path.join(folder, names[process.platform] ?? 'xdg-open');
  await writeFile(program, '#!/bin/sh\necho "$1" >> "$(dirname "$0")/opened"\n');
  await chmod(program, 0o755);
  const given = () => readFile(path.join(folder, 'opened'), 'utf8').catch(() => '');
  return {
    PATH: `${folder}${path.delimiter}${process.env['PATH']}`,
    opened: async (app: Pick<RunningApp, 'reports'>): Promise<string[]> => {
      const ofElectron = eventsOf(app, 'open-external').map((event) => (event as { url: string }).url);
      return [...ofElectron, ...(await given()).split('\n').filter((line) => line !== '')];
    },
  };
}
