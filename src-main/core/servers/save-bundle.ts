// Has a crash bundle made and saves it: where the shell has a picker, into a folder that the person picks; elsewhere the window
// downloads it from the address that the instance gave.
import path from 'node:path';
import type { SavedBundle } from '../../../src-shared/servers/clients-bridge.ts';
import type { Host } from '../host/host.ts';
import type { Instance } from '../instances/instance.ts';
import { saveDownload } from './save-download.ts';

type Order = {
  instance: Instance;
  host: Host;
  params: { game_id: string; environment_id: string; server_id: string };
  leaveOut: string[];
  signal: AbortSignal;
};

export async function saveBundle({ instance, host, params, leaveOut, signal }: Order): Promise<SavedBundle> {
  const canPick = host.view.abilities.pick_folder;
  const folder = canPick ? await host.pickFolder('Save the crash bundle in') : null;
  if (canPick && folder === null) return { outcome: 'closed' };
  const { url, bytes } = await instance.client().makeCrashBundle({ params, body: { leave_out: leaveOut } });
  if (folder === null) return { outcome: 'download', url, bytes };
  const file = path.join(folder, `crash-${params.server_id}.zip`);
  await saveDownload({ network: instance.network(), url, file, signal, replaces: true });
  return { outcome: 'saved', file };
}
