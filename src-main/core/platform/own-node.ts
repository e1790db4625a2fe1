// The Node that runs hosted servers which are JavaScript, where Slipway is one executable: that is a Node with an application inside
// and runs no other. The plain Node it was made from is written beside other things that can be made again, once for each Node.
import { randomUUID } from 'node:crypto';
import { constants } from 'node:fs';
import { chmod, copyFile, mkdir, open, rename, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import sea from 'node:sea';
import { writeAll } from '../../../embedded-server/platform/durable/write-all.ts';
import { AppError } from '../../../src-shared/errors/app-error.ts';
import { systemReason } from '../../../src-shared/errors/system-reason.ts';
import { packsFolder } from './app-folders.ts';

/** What scripts/package-cli/executable.ts has put inside. */
type WayBack = { sha256: string; bytes: number; pieces: { at: number; base64: string }[] };

/** Undefined where this program is a plain Node itself. */
export async function ownNode(env: NodeJS.ProcessEnv = process.env): Promise<string | undefined> {
  if (!sea.isSea()) return undefined;
  const wayBack: WayBack = JSON.parse(sea.getAsset('node.json', 'utf8'));
  const cache = path.dirname(packsFolder(env));
  const folder = path.join(cache, 'node', wayBack.sha256.slice(0, 16));
  const file = path.join(folder, process.platform === 'win32' ? 'node.exe' : 'node');
  const found = await stat(file).catch(() => undefined); // the first start
  if (found?.size !== wayBack.bytes) await writeNode(file, wayBack);
  return file;
}

/** Another start may write the same at this moment: each writes its own, and the last one stays. */
async function writeNode(file: string, wayBack: WayBack): Promise<void> {
  const half = `${file}.${randomUUID()}`;
  try {
    await mkdir(path.dirname(file), { recursive: true });
    // Behind the wall servers are users of their own.
    await chmod(path.dirname(file), 0o755);
    await copyFile(thisProgram(), half, constants.COPYFILE_FICLONE);
    await takeBack(half, wayBack);
    await rename(half, file);
  } catch (thrown) {
    await rm(half, { force: true }).catch(() => undefined); // where nothing can be written, nothing is
    const reason = systemReason(thrown).text;
    const params = { folder: path.dirname(file), reason };
    throw new AppError('SETTINGS_UNWRITABLE', 'cli.own-node-unwritable', params, { cause: thrown });
  }
}

async function takeBack(file: string, { bytes, pieces }: WayBack): Promise<void> {
  const handle = await open(file, 'r+');
  try {
    await handle.truncate(bytes);
    for (const { at, base64 } of pieces) {
      await writeAll(handle, Buffer.from(base64, 'base64'), at);
    }
    await handle.chmod(0o755);
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** As it was started: its file may have been moved, or replaced by a newer one, since. */
function thisProgram(): string {
  return process.platform === 'linux' ? '/proc/self/exe' : process.execPath;
}
