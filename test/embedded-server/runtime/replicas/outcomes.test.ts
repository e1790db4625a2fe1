// How deployments go, by what servers of a namespace tell one after the other, on a clock that is turned by hand.
import { expect, it, onTestFinished } from 'vitest';
import { dataPaths } from '../../../../embedded-server/platform/storage/data-paths.ts';
import { openDatabase } from '../../../../embedded-server/platform/storage/database.ts';
import { createOutcomeStore } from '../../../../embedded-server/runtime/replicas/outcome-store.ts';
import { createOutcomes, type OutcomeParts } from '../../../../embedded-server/runtime/replicas/outcomes.ts';
import type { ServerRecord } from '../../../../embedded-server/runtime/server-records/store.ts';
import { makeTempFolder } from '../../../support/temp-folder.ts';

const MINUTE = 60_000;

/** Versions `one` and `two`, each with a build of its name, on a namespace that runs the first and keeps so many servers. */
async function start(server_count: number) {
  const database = await openDatabase(dataPaths(await makeTempFolder()), { endedCleanly: true });
  database.sql.exec(`
    INSERT INTO groups (group_id, display_name, create_ts) VALUES ('g', 'Group', 1);
    INSERT INTO games (game_id, name_id, display_name, developer_group_id, create_ts, revision) VALUES ('a', 'a', 'Game', 'g', 1, 2);
    INSERT INTO versions (version_id, game_id, display_name, create_ts, config)
      VALUES ('one', 'a', '0.1', 1, '{"build":"one"}'), ('two', 'a', '0.2', 2, '{"build":"two"}');
    INSERT INTO uploads (upload_id, kind, game_id, path, content_length, part_size, create_ts)
      VALUES ('one', 'build', 'a', '', 1, 1, 1), ('two', 'build', 'a', '', 1, 1, 1);
    INSERT INTO builds (build_id, game_id, namespace_id, upload_id, name, image_tag, kind, compression, create_ts, revision, multipart)
      VALUES ('one', 'a', 'n', 'one', '', '', '', '', 1, 1, 0), ('two', 'a', 'n', 'two', '', '', '', '', 1, 1, 0);
    INSERT INTO namespaces (namespace_id, game_id, name_id, display_name, create_ts, version_id) VALUES ('n', 'a', 'prod', 'Production', 1, 'one');
    INSERT INTO version_history (namespace_id, number, version_id, deploy_ts, crashes, looped) VALUES ('n', 1, 'one', 1, 0, 0);
  `);
  const clock = { now: 1_000_000 };
  let version_id = 'one';
  const nothing = () => undefined;
  const outcomes = createOutcomes({
    store: createOutcomeStore(database),
    database,
    revision: { next: () => 1 },
    hub: { wake: nothing } as unknown as OutcomeParts['hub'],
    namespace: () => ({ version_id, server_count }),
    touchGame: nothing,
    onProblem: (thrown) => {
      throw thrown;
    },
    now: () => clock.now,
  });
  onTestFinished(() => {
    outcomes.close();
    database.close();
  });
  /** A kept server of the first version that can be joined. */
  const reached = (server_id: string): ServerRecord => {
    const place = { namespace_id: 'n', game_id: 'a', version_id: 'one', build_id: 'one' };
    const server = { ...place, server_id, kept: true, state: 'running', start_ts: clock.now, destroy_ts: null };
    outcomes.began(server as ServerRecord);
    outcomes.reached(server as ServerRecord);
    return server as ServerRecord;
  };
  const crash = (server: ServerRecord) => outcomes.ended({ ...server, state: 'crashed', destroy_ts: clock.now });
  const switchToTwo = () => {
    outcomes.write('n');
    database.sql.exec("UPDATE namespaces SET version_id = 'two'");
    version_id = 'two';
    outcomes.switched('n');
    return outcomes.lastGood('n');
  };
  const history = () => ({ ...database.sql.prepare('SELECT crashes, looped FROM version_history').get() });
  return { outcomes, clock, reached, crash, switchToTwo, history };
}

it('goes back to a version that has run well since it crashed in a loop', async () => {
  const { outcomes, clock, reached, crash, switchToTwo, history } = await start(1);
  for (const id of ['a', 'b', 'c']) {
    const server = reached(id);
    outcomes.served(server);
    clock.now += 1_000;
    crash(server);
  }
  expect(history()).toEqual({ crashes: 3, looped: 1 });
  outcomes.served(reached('d'));
  clock.now += 6 * MINUTE;
  expect(switchToTwo()).toEqual({ version_id: 'one', ran_ms: 6 * MINUTE, ran_well: true });
});

it('counts servers that crash together, as where they lose the same thing, as one crash of a loop', async () => {
  const { outcomes, clock, reached, crash, switchToTwo, history } = await start(3);
  const crashTogether = () => {
    const all = ['a', 'b', 'c'].map((id) => reached(`${id}${clock.now}`));
    for (const server of all) outcomes.served(server);
    clock.now += 10 * 1_000;
    for (const server of all) crash(server);
  };
  clock.now += 6 * MINUTE;
  crashTogether();
  crashTogether();
  expect(history()).toEqual({ crashes: 6, looped: 0 });
  outcomes.served(reached('d'));
  clock.now += 6 * MINUTE;
  expect(switchToTwo()).toMatchObject({ version_id: 'one', ran_well: true });
});

it('does not count the time in which a server waits to be started again', async () => {
  const { outcomes, clock, reached, switchToTwo } = await start(1);
  const server = reached('a');
  clock.now += MINUTE;
  outcomes.unreached(server);
  clock.now += 10 * MINUTE;
  reached('a');
  clock.now += 5 * MINUTE;
  expect(switchToTwo()).toMatchObject({ version_id: 'one', ran_ms: 6 * MINUTE });
});
