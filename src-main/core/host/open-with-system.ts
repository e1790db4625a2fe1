// Opens an address or a folder with the system's own opener, and notices where that comes to nothing.
import { type ChildProcess, spawn } from 'node:child_process';
import { AppError } from '../../../src-shared/errors/app-error.ts';

const openers: Partial<Record<NodeJS.Platform, string>> = { darwin: 'open', win32: 'explorer.exe' };
/** What fails does so within this. Some openers stay for as long as the browser that they started. */
const SETTLE_MS = 1_500;

/** Browsers refuse root, and the system says nothing of it. */
export function runsAsRoot(): boolean {
  return process.getuid?.() === 0;
}

/** The target is an argument of its own and never meets a shell. */
export async function openWithSystem(target: string, asRoot = runsAsRoot()): Promise<void> {
  const opener = openers[process.platform] ?? 'xdg-open';
  const child = spawn(opener, [target], { stdio: 'ignore', detached: true });
  child.unref();
  const code = await firstCode(child).catch((cause: unknown) => {
    throw new AppError('ERROR', 'app.no-opener', { opener, target }, { cause });
  });
  // The one of Windows ends with 1 also where all is well.
  if (code === 0 || process.platform === 'win32') return;
  throw new AppError('ERROR', asRoot ? 'app.opener-failed-as-root' : 'app.opener-failed', { opener, target });
}

/** The code that it ended with, which is 0 also where it stays. */
function firstCode(child: ChildProcess): Promise<number | null> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => resolve(0), SETTLE_MS);
    child.once('error', (cause) => {
      clearTimeout(timer);
      reject(cause);
    });
    child.once('exit', (code) => {
      clearTimeout(timer);
      resolve(code);
    });
  });
}
