// The window's built files, read once at the start. Only what was found then is ever served, so no path can escape.
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { AppError } from '../../src-shared/errors/app-error.ts';
import { windowFileTypes } from '../core/window-policy.ts';

export type ServedFile = { type: string; body: Buffer; lasting: boolean };

/** URL path -> file. */
export async function readWindowFiles(folder: string): Promise<Map<string, ServedFile>> {
  const files = new Map<string, ServedFile>();
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch((cause: unknown) => {
    throw new AppError(
      'ERROR',
      'app.window-not-built',
      {},
      {
        cause,
      },
    );
  });
  for (const entry of entries) {
    const type = windowFileTypes[path.extname(entry.name)];
    if (!entry.isFile() || type === undefined) continue;
    const file = path.join(entry.parentPath, entry.name);
    const url = `/${path.relative(folder, file).split(path.sep).join('/')}`;
    // The names under assets/ carry a hash of their content, so they never change.
    files.set(url, { type, body: await readFile(file), lasting: url.startsWith('/assets/') });
  }
  const index = files.get('/index.html');
  if (index !== undefined) files.set('/', index);
  return files;
}
