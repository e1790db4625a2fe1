// Which bytes a version is, where its instance does not tell: what the journals of this machine remember of having sent it.
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, it } from 'vitest';
import { nothingDone, type TransferRecord } from '../../../../src-main/core/transfers/journal/transfer-record.ts';
import { bytesOfVersion } from '../../../../src-main/core/versions/version-bytes.ts';
import { AppError } from '../../../../src-shared/errors/app-error.ts';
import type { ServiceClient } from '../../../../src-shared/service/client.ts';
import type { GameFull } from '../../../../src-shared/service/games.ts';
import { makeTempFolder } from '../../../support/temp-folder.ts';

const sent: TransferRecord = {
  ...nothingDone,
  id: 'one',
  created_at: 1,
  target: 'here',
  game_id: 'game',
  namespace_id: 'namespace',
  name: '1.0.0',
  source: '/build',
  options: { keep: [], allowSecrets: [], fixLineEnds: false },
  switches: false,
  step: 'switch',
  packed: {
    source: '/build',
    kind: 'folder',
    file: '/packs/a.tar.zst',
    name: 'build.tar.zst',
    sha256: 'a',
    bytes: 7,
    compression: 'zstd',
  },
  key: 'key',
  version_id: 'v1',
  status: 'done',
  ended_at: 2,
  cells: { kinds: [], lengths: [] },
};

async function writeJournal(folder: string, name: string, record: object): Promise<void> {
  const sql = new DatabaseSync(path.join(folder, name));
  sql.exec('CREATE TABLE transfers (record TEXT)');
  sql.prepare('INSERT INTO transfers VALUES (?)').run(JSON.stringify(record));
  sql.close();
}

/** An instance that tells nothing of builds. */
const client = {
  getVersion: () => Promise.reject(new AppError('API_NOT_FOUND')),
} as Partial<ServiceClient> as ServiceClient;
const game = { game_id: 'game' } as GameFull;

it('is what a journal remembers, also beside one that cannot be read', async () => {
  const folder = await makeTempFolder();
  const find = () => bytesOfVersion(client, game, 'v1', folder);
  expect(await find(), 'no journal').toBeUndefined();
  await writeJournal(folder, 'transfers.db', { ...sent, status: 'of a newer Slipway' });
  expect(await find(), 'a record of a newer Slipway').toBeUndefined();
  await writeJournal(folder, 'pushes.db', sent);
  expect(await find()).toEqual({ sha256: 'a', bytes: 7, name: 'build.tar.zst', compression: 'zstd' });
  await writeFile(path.join(folder, 'transfers.db'), 'no journal at all');
  expect(await find()).toMatchObject({ sha256: 'a' });
});
