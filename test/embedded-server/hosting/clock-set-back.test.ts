// The clock of the machine is set back by an hour while servers are hosted: what ended last is not taken for what ended first.
import { randomUUID } from 'node:crypto';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, onTestFinished, test } from 'vitest';
import { nodeBuild, startHosting } from '../../support/hosting.ts';
import { until } from '../../support/until.ts';

const HOUR_MS = 3_600_000;
/** As many as are kept of a namespace. */
const KEPT = 200;

/** Makes as many ended servers like this one as are kept. */
function fillWith(database: DatabaseSync, serverId: string): void {
  const row = database.prepare('SELECT * FROM servers WHERE server_id = ?').get(serverId) ?? {};
  const names = Object.keys(row);
  const insert = database.prepare(`INSERT INTO servers (${names.join()}) VALUES (${names.map(() => '?').join()})`);
  for (let count = 0; count < KEPT; count += 1) insert.run(...Object.values({ ...row, server_id: randomUUID() }));
}

test('the server that ended last stays with its log, and older ones are forgotten', async () => {
  let back = 0;
  const { deploy, create, untilState, client, params, server, list } = await startHosting({
    now: () => Date.now() - back,
  });
  const { build } = await deploy(nodeBuild());
  const stop = async (id: string) => {
    await client.destroyServer({ params: { ...params, server_id: id }, query: {} });
    return await untilState(id, 'stopped');
  };
  const first = await create(build);
  await untilState(first.id, 'running');
  await stop(first.id);
  const database = new DatabaseSync(path.join(server.dataFolder, 'slipway.db'));
  onTestFinished(() => database.close());
  fillWith(database, first.id);

  const last = await create(build);
  await untilState(last.id, 'running');
  back = HOUR_MS;
  const ended = await stop(last.id);
  expect(ended.destroyed_at, 'by its clock it ended before it began').toBeLessThan(last.created_at);
  const kept = database.prepare('SELECT count(*) AS kept FROM servers');
  await until(() => kept.get()?.['kept'] === KEPT, 'the oldest to be forgotten');
  expect((await list(true)).map(({ id }) => id)).toContain(last.id);
  const { lines } = await client.readServerLog({ params: { ...params, server_id: last.id }, query: {} });
  expect(lines.map(({ text }) => text)).toContain('ready');
});
