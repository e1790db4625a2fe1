// A failure of ours: the caller gets a sentence and the ray id and nothing of what is inside; the log has the rest.
import { once } from 'node:events';
import { connect } from 'node:net';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, it } from 'vitest';
import { startWithGame } from '../../../support/service.ts';

it.each([
  ['that comes past node:http', {}],
  ['that node:http reads', { te: 'trailers' }],
])('tells nothing of itself in a call %s, and all in the log under its ray id', async (_what, headers) => {
  const { call, server, log, gamePath } = await startWithGame();
  const records = new DatabaseSync(path.join(server.dataFolder, 'slipway.db'));
  records.exec('ALTER TABLE version_history RENAME TO taken_away');
  const failed = await call('GET', `${gamePath}/namespaces/${await firstNamespace(call, gamePath)}/version-history`, {
    headers,
  });
  expect(failed).toMatchObject({ status: 500, body: { code: 'ERROR' } });
  expect(Object.keys(failed.body as object).toSorted()).toEqual(['code', 'message', 'ray_id']);
  const body = JSON.stringify(failed.body);
  for (const inner of ['SQL', 'version_history', server.dataFolder, '.ts', 'at ']) expect(body).not.toContain(inner);
  const logged = log.find(({ level, ray_id }) => level === 'error' && ray_id === failed.headers.get('rvt-ray-id'));
  expect(JSON.stringify(logged)).toContain('no such table: version_history');
  records.exec('ALTER TABLE taken_away RENAME TO version_history');
  records.close();
  expect((await call('GET', gamePath)).status).toBe(200);
});

it('takes a caller who hangs up within its body for no failure of the service', async () => {
  const { server, log, gamePath } = await startWithGame();
  const { hostname, port } = new URL(server.url);
  const socket = connect(Number(port), hostname);
  await once(socket, 'connect');
  const head = [
    `POST ${gamePath}/namespaces HTTP/1.1`,
    `host: ${hostname}:${port}`,
    `authorization: Bearer ${server.token}`,
  ];
  socket.write(
    [...head, 'content-type: application/json', 'content-length: 500', '', '{"name_id": "half'].join('\r\n'),
  );
  socket.resume().end();
  await once(socket, 'close');
  expect(log.filter(({ level }) => level === 'error')).toEqual([]);
});

async function firstNamespace(call: Awaited<ReturnType<typeof startWithGame>>['call'], gamePath: string) {
  const { body } = await call('GET', gamePath);
  return (body as { game: { namespaces: { namespace_id: string }[] } }).game.namespaces[0]?.namespace_id ?? '';
}
