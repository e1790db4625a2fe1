// npm run dev: the desktop app in Electron, rebuilt and reloaded as its sources change.
import { runShown } from './run-shown.ts';
import { tryFetchElectron } from './setup/electron.mjs';
import { commandFile, SetupError } from './setup/project.mjs';

export async function main(args: string[]): Promise<void> {
  const electron = await tryFetchElectron();
  if (!electron) {
    throw new SetupError(
      'Electron\'s binary is not installed, so there is nothing to develop in. Run "npx install-electron" where the internet can be reached, or use "npm run dev:browser", which needs only a browser.',
    );
  }
  const asRoot = process.platform === 'linux' && process.getuid?.() === 0;
  const devArgs = ['dev', '--watch', ...(asRoot ? ['--noSandbox'] : []), ...args];
  await runShown(commandFile('electron-vite', 'electron-vite'), devArgs, { ELECTRON_EXEC_PATH: electron });
}
