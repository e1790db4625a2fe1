// Fills the places in the files that a slipway.json names as templates: the server gets its own filled copy of each, and the
// unpacked build stays as it is. Written from the build's original at each start, since another start may have other ports.
import { constants } from 'node:fs';
import { lstat, mkdir, open, rm } from 'node:fs/promises';
import path from 'node:path';
import { AppError, asAppError } from '../../../src-shared/errors/app-error.ts';
import { folderAround, plainBuildPath } from '../../../src-shared/service/build-paths.ts';
import { MOST_TEMPLATE_BYTES } from '../../../src-shared/service/places.ts';
import { size } from '../../../src-shared/size-text.ts';
import { type Message, messageFor } from '../../../src-shared/text/message.ts';
import { errorCode } from '../../platform/storage/data-errors.ts';
import { ifThere } from '../../platform/storage/if-there.ts';
import { fillPlaces, type PlaceValues } from './fill-places.ts';

type Filling = {
  /** The unpacked build, which is only read. */
  build: string;
  /** The server's own folder: its copy of the build, or what is laid over that. */
  folder: string;
  templates: readonly string[];
  keep: readonly string[];
};

export async function fillTemplateFiles(
  { build, folder, templates, keep }: Filling,
  values: PlaceValues,
): Promise<void> {
  for (const file of templates.map(plainBuildPath)) {
    const kept = folderAround(keep, file);
    if (kept !== undefined) throw unfit(file, messageFor('template.in-kept-folder', { folder: kept }));
    const { text, mode } = await readTemplate(build, file);
    await writeFilled({ build, folder, file, mode }, filled(file, text, values));
  }
}

function filled(file: string, text: string, values: PlaceValues): string {
  try {
    return fillPlaces(text, values);
  } catch (thrown) {
    throw unfit(file, asAppError(thrown).toMessage());
  }
}

async function readTemplate(build: string, file: string): Promise<{ text: string; mode: number }> {
  await requireFolders(build, file);
  // Opened without following a link, and without waiting for somebody at the other end of a pipe.
  const opened = await open(path.join(build, file), constants.O_RDONLY | NO_FOLLOW | NO_WAIT).catch(
    (thrown: unknown) => {
      throw unfit(file, whyNotOpened(thrown));
    },
  );
  try {
    const { size: bytes, mode, isFile } = await describe(opened);
    if (!isFile) throw unfit(file, messageFor('template.no-file'));
    if (bytes > MOST_TEMPLATE_BYTES) {
      throw unfit(file, messageFor('template.too-large', { size: size(bytes), limit: size(MOST_TEMPLATE_BYTES) }));
    }
    return { text: textOf(file, await opened.readFile()), mode };
  } finally {
    await opened.close();
  }
}

/** Windows has neither of the two. */
const NO_FOLLOW = process.platform === 'win32' ? 0 : constants.O_NOFOLLOW;
const NO_WAIT = process.platform === 'win32' ? 0 : constants.O_NONBLOCK;

async function describe(opened: Awaited<ReturnType<typeof open>>) {
  const found = await opened.stat();
  return { size: found.size, mode: found.mode & 0o777, isFile: found.isFile() };
}

function whyNotOpened(thrown: unknown): Message {
  const code = errorCode(thrown);
  if (code === 'ENOENT') return messageFor('template.not-there');
  if (code === 'ELOOP' || code === 'EMLINK') return messageFor('template.link');
  throw thrown;
}

function textOf(file: string, bytes: Uint8Array): string {
  try {
    const text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
    if (!text.includes('\0')) return text;
  } catch {
    // Said below: what is no UTF-8 is no text to us.
  }
  throw unfit(file, messageFor('template.no-text'));
}

/** Each folder on the way is one, and no link that leads elsewhere. */
async function requireFolders(root: string, file: string): Promise<void> {
  let at = root;
  for (const name of file.split('/').slice(0, -1)) {
    at = path.join(at, name);
    const found = await ifThere(lstat(at));
    if (found === undefined) throw unfit(file, messageFor('template.not-there'));
    if (!found.isDirectory()) throw unfit(file, messageFor('template.link'));
  }
}

type Target = { build: string; folder: string; file: string; mode: number };

/** A server that was started before may have put a link in any place of its folder. */
async function writeFilled({ build, folder, file, mode }: Target, text: string): Promise<void> {
  await makeFolders({ build, folder, file });
  const target = path.join(folder, file);
  if ((await ifThere(lstat(target)))?.isDirectory() === true) await rm(target, { recursive: true });
  await rm(target, { force: true });
  const created = await open(target, 'wx', mode);
  try {
    await created.writeFile(text);
    // What the system takes from the mode of new files is given back.
    if (process.platform !== 'win32') await created.chmod(mode);
  } finally {
    await created.close();
  }
}

/** Folders that an overlay has only below are made above, with the mode that they have in the build. */
async function makeFolders({ build, folder, file }: Omit<Target, 'mode'>): Promise<void> {
  let at = '';
  for (const name of file.split('/').slice(0, -1)) {
    at = path.join(at, name);
    const place = path.join(folder, at);
    const found = await ifThere(lstat(place));
    if (found === undefined) await mkdir(place, { mode: (await lstat(path.join(build, at))).mode & 0o777 });
    else if (!found.isDirectory()) throw unfit(file, messageFor('template.link'));
  }
}

function unfit(file: string, why: Message): AppError {
  return new AppError('SERVERS_SERVER_FAILED_TO_CREATE', 'template.unfit', { file, why });
}
