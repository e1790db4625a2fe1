// What the records keep of how deployments went, where an older Slipway began them.
import { expect, it } from 'vitest';
import { dataPaths } from '../../../../embedded-server/platform/storage/data-paths.ts';
import { openDatabase } from '../../../../embedded-server/platform/storage/database.ts';
import { migrations } from '../../../../embedded-server/platform/storage/migrations.ts';
import { createOutcomeStore } from '../../../../embedded-server/runtime/replicas/outcome-store.ts';
import { makeTempFolder } from '../../../support/temp-folder.ts';

it('counts no failed starts of a deployment from before they were counted, as nobody knows how many there were', async () => {
  const paths = dataPaths(await makeTempFolder());
  const counting = migrations.findIndex((step) => step.includes('ADD COLUMN failed_starts'));
  const old = await openDatabase(paths, { endedCleanly: true, steps: migrations.slice(0, counting) });
  old.sql.exec(`
    INSERT INTO groups (group_id, display_name, create_ts) VALUES ('g', 'Group', 1);
    INSERT INTO games (game_id, name_id, display_name, developer_group_id, create_ts, revision) VALUES ('a', 'a', 'Game', 'g', 1, 2);
    INSERT INTO versions (version_id, game_id, display_name, create_ts) VALUES ('v', 'a', '0.0.1', 1);
    INSERT INTO namespaces (namespace_id, game_id, name_id, display_name, create_ts, version_id) VALUES ('n', 'a', 'prod', 'Production', 1, 'v');
    INSERT INTO version_history (namespace_id, number, version_id, deploy_ts) VALUES ('n', 1, 'v', 1);
    INSERT INTO version_outcomes (namespace_id, version_id, deployed) VALUES ('n', 'v', 1);
  `);
  old.close();
  const database = await openDatabase(paths, { endedCleanly: true });
  const counted = () =>
    database.sql
      .prepare('SELECT number, failed_starts FROM version_history')
      .all()
      .map((row) => ({ ...row }));
  const store = createOutcomeStore(database);
  const deployed = { namespace_id: 'n', version_id: 'v' };
  store.failedStart(deployed);
  expect(counted()).toEqual([{ number: 1, failed_starts: null }]);
  database.sql.exec(
    "INSERT INTO version_history (namespace_id, number, version_id, deploy_ts, failed_starts) VALUES ('n', 2, 'v', 2, 0)",
  );
  store.deploy(deployed, 2);
  store.failedStart(deployed);
  expect(counted()).toEqual([
    { number: 1, failed_starts: null },
    { number: 2, failed_starts: 1 },
  ]);
  database.close();
});
