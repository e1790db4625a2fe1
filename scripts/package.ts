// npm run package [-- electron-builder's options]: builds the app and packs it into installers in dist/.
import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { writeReleaseNotes } from './changelog.ts';
import { licenceText } from './licences.ts';
import { runShown } from './run-shown.ts';
import { ensureBuilt } from './setup/build.mjs';
import { tryFetchElectron } from './setup/electron.mjs';
import { commandFile, projectRoot, SetupError } from './setup/project.mjs';
import { readUpdatePlace } from './update-place.ts';

const packed = path.join(projectRoot, 'dist');
/** Names no host: it only lets electron-builder write the list of versions for a pack that nobody publishes. */
const NOWHERE = 'https://updates.invalid';
/** A quarter of what packing computes was V8's helpers collecting short-lived objects beside it, and waiting for each other. */
const collecting = ['--single-threaded-gc', '--min-semi-space-size=16', '--max-semi-space-size=32'];

export async function main(args: string[]): Promise<void> {
  const dist = await electronFor(args);
  const place = await readUpdatePlace(process.env);
  await ensureBuilt();
  await writeLicences();
  await writeFile(path.join(packed, 'updates.json'), JSON.stringify(place ?? {}));
  const notes = await writeReleaseNotes(projectRoot, packed);
  const options = ['--publish', 'never', `-c.releaseInfo.releaseNotesFile=${notes}`];
  const env = { SLIPWAY_UPDATE_URL: place?.url ?? NOWHERE };
  await runShown(commandFile('electron-builder', 'electron-builder'), [...options, ...dist, ...args], env, collecting);
}

export async function writeLicences(): Promise<void> {
  await mkdir(packed, { recursive: true });
  await writeFile(path.join(packed, 'licences.txt'), await licenceText());
}

/** The Electron that is packed: one that was named, or the one that is installed. For another system electron-builder fetches it. */
async function electronFor(args: readonly string[]): Promise<string[]> {
  const isNamed = args.some((arg) => arg.startsWith('-c.electronDist=') || arg.startsWith('--config.electronDist='));
  if (isNamed) return [];
  const binary = await tryFetchElectron();
  if (binary === undefined) {
    throw new SetupError(
      'Packing needs Electron\'s binary, and it cannot be fetched here. Run "npx install-electron" where the internet can be reached, or name an unpacked Electron of the same version:\n  npm run package -- -c.electronDist=FOLDER',
    );
  }
  const isForOther = args.some((arg) => ['--win', '-w', '--mac', '-m', '--linux', '-l'].includes(arg));
  return isForOther || process.platform === 'darwin' ? [] : [`-c.electronDist=${path.dirname(binary)}`];
}
