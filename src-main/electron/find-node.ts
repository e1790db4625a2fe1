// The Node that runs servers which are JavaScript. Electron's own binary cannot: its fuse for that is off, so that it is of
// no use for anything but Slipway.
import { access } from 'node:fs/promises';
import path from 'node:path';
import { app } from 'electron';

const name = process.platform === 'win32' ? 'node.exe' : 'node';

/** The one that ships beside the app, else the one of development, else what the system has under that name. */
export async function findNode(): Promise<string> {
  const place = app.isPackaged
    ? path.join(process.resourcesPath, 'node', name)
    : path.join(import.meta.dirname, '../../node_modules/.bin', name);
  return await access(place).then(
    () => place,
    () => name,
  );
}
