// The clock of the machine is set back by an hour while servers are hosted: what ended last is not taken for what ended first.
import { randomUUID } from 'node:crypto';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, onTestFinished, test } from 'vitest';
import { nodeBuild, startHosting } from '../../../support/hosting.ts';
import { until } from '../../../support/until.ts';

const HOUR_MS = 3_600_000;
/** More than any test takes. */
const GRACE_MS = 600_000;
const stubborn = `
  process.on('SIGTERM', () => {});
  require('node:net').createServer(() => {}).listen(+process.env.PORT, '127.0.0.1');
`;
/** As many as are kept of a namespace. */
const KEPT = 200;

/** Makes as many ended servers like this one as are kept. */
function fillWith(database: DatabaseSync, server_id: string): void {
  const row = database.prepare('SELECT * FROM servers WHERE server_id = ?').get(server_id) ?? {};
  const names = Object.keys(row);
  const insert = database.prepare(`INSERT INTO servers (${names.join()}) VALUES (${names.map(() => '?').join()})`);
  for (let count = 0; count < KEPT; count += 1) insert.run(...Object.values({ ...row, server_id: randomUUID() }));
}

test('a server that is to end has as long as before, and who watches it is told', async () => {
  let back = 0;
  const now = () => Date.now() - back;
  const { deploy, create, untilState, client, params } = await startHosting({ now });
  const { build } = await deploy(nodeBuild(stubborn));
  const { id } = await create(build);
  await untilState(id, 'running');
  const at = { ...params, server_id: id };
  await client.destroyServer({ params: at, query: { override_kill_timeout: GRACE_MS } });
  onTestFinished(async () => {
    await client.destroyServer({ params: at, query: { override_kill_timeout: 0 } });
    await untilState(id, 'stopped');
  });
  await untilState(id, 'stopping');
  const listed = await client.listServers({ params, query: {} });
  const before = listed.servers[0]?.ends_by ?? 0;
  back = HOUR_MS;
  const { servers } = await client.listServers({ params, query: { watch_index: listed.watch.index } });
  expect(servers[0]?.ends_by).toBeLessThan(before);
  expect((servers[0]?.ends_by ?? 0) - now()).toBeGreaterThan(0);
  expect((servers[0]?.ends_by ?? 0) - now()).toBeLessThanOrEqual(GRACE_MS);
});

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
