// A process of an app that drops a folder on Local, for tests that kill it: `node adopt-file-child.ts APP_FOLDER BUILD`.
import path from 'node:path';
import { createCore } from '../../../../../src-main/core/core.ts';
import { createFileSecrets, describeFile } from '../../../../../src-main/core/host/secrets.ts';
import { openSettingsFile } from '../../../../../src-main/core/settings/settings-file.ts';

const [folder = '', build = ''] = process.argv.slice(2);
const file = path.join(folder, 'secrets.json');
const source = (name: string) => new URL(`../../../../../src-main/core/${name}`, import.meta.url);

const core = createCore({
  host: {
    view: {
      shell: 'browser',
      version: '0',
      platform: 'linux',
      abilities: { keep_hosting: false, pick_folder: false, show_in_folder: false, window_controls: false },
    },
    secrets: createFileSecrets({ file, describe: () => describeFile(file) }),
    openLink: async () => undefined,
    pickFolder: async () => null,
    showInFolder: async () => undefined,
  },
  settingsFile: await openSettingsFile(folder),
  appFolder: folder,
  defaultDataFolder: path.join(folder, 'local'),
  forThisRun: { dataFolder: undefined, port: 0 },
  workerFile: source('local-service/service-worker.ts'),
  shipped: {
    samples: '',
    packThread: source('pack/pack-thread.ts'),
    partHashThread: source('transfers/engine/part-hash-thread.ts'),
    doctorThread: source('../../embedded-server/files/doctor/doctor-thread.ts'),
  },
  packs: path.join(folder, 'packs'),
  onUnexpected: (error) => {
    throw error;
  },
});
await core.start();
const client = core.instances.find('local').client();
const { groups } = await client.listGames({});
const { game_id } = await client.createGame({
  body: { developer_group_id: groups[0]?.group_id ?? '', display_name: 'Tidebreak' },
});
const { game } = await client.getGame({ params: { game_id } });
const { source_id } = core.offerSource(build);
const namespace_id = game.namespaces[0]?.namespace_id ?? '';
const request = { source_id, instance_id: 'local', game_id, namespace_id, name: '1.4.2' };
await core.offer.handlers['transfers.start'](request, { signal: new AbortController().signal });
process.send?.({ game_id });
