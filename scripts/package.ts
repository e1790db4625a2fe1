// npm run package [-- electron-builder's options]: builds the app and packs it into installers in dist/.
import { runShown } from './run-shown.ts';
import { ensureBuilt } from './setup/build.mjs';
import { commandFile } from './setup/project.mjs';

export async function main(args: string[]): Promise<void> {
  await ensureBuilt();
  await runShown(commandFile('electron-builder', 'electron-builder'), ['--publish', 'never', ...args]);
}
