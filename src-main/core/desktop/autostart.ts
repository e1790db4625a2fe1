// Starting with the session on Linux, where Electron has no call for it: a file in the folder that desktops look into.
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { homedir } from 'node:os';
import path from 'node:path';

/** The word that says the app was started with the session and shows no window. */
export const HIDDEN = '--hidden';

export function autostartFile(env: NodeJS.ProcessEnv = process.env): string {
  const config = env['XDG_CONFIG_HOME'];
  return path.join(
    config === undefined || config === '' ? path.join(homedir(), '.config') : config,
    'autostart',
    'slipway.desktop',
  );
}

export async function setAutostart(isOn: boolean, program: string, file = autostartFile()): Promise<void> {
  if (!isOn) {
    await rm(file, { force: true });
    return;
  }
  await mkdir(path.dirname(file), { recursive: true });
  await writeFile(file, autostartEntry(program));
}

function autostartEntry(program: string): string {
  return `[Desktop Entry]\nType=Application\nName=Slipway\nExec=${quote(program)} ${HIDDEN}\nX-GNOME-Autostart-enabled=true\n`;
}

/** As the specification of desktop entries wants it; a percent sign would be a field of theirs. */
function quote(program: string): string {
  return `"${program
    .replaceAll(/["`$\\]/g, (mark) => `\\${mark}`)
    .replaceAll('\\', '\\\\')
    .replaceAll('%', '%%')}"`;
}
