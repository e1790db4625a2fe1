// Bodies with everything in them that there is: each field, however deep within others, refuses what it cannot take.
import { randomUUID } from 'node:crypto';
import { expect, it } from 'vitest';
import { readRecords } from '../../../support/records.ts';
import { fillPath, servedRows } from '../../../support/rows.ts';
import { startWithGame } from '../../../support/service.ts';
import { wholeBody } from '../../../support/whole-body.ts';

const bodyRows = servedRows.filter((row) => row.body !== null);

/** The same with another value at this place; undefined takes the field out. */
function withValue(body: unknown, [key = '', ...rest]: readonly string[], value: unknown): unknown {
  if (Array.isArray(body)) return body.map((each, at) => (String(at) === key ? withAt(each, rest, value) : each));
  const fields = Object.entries(body as object);
  return Object.fromEntries(fields.map(([name, each]) => [name, name === key ? withAt(each, rest, value) : each]));
}

function withAt(inner: unknown, rest: readonly string[], value: unknown): unknown {
  return rest.length === 0 ? value : withValue(inner, rest, value);
}

it('has fields within fields to try, as servers, versions, builds and regions have them', () => {
  const deep = bodyRows.flatMap((row) => wholeBody(row).fields.map(({ path }) => `${row.name}.${path.join('.')}`));
  expect(deep).toEqual(
    expect.arrayContaining([
      'prepareBuild.image_file.content_length',
      'prepareBuild.reuse.ranges.0.sha256',
      'createServer.runtime.arguments.0',
      'createServer.runtime.environment.key',
      'createServer.network.ports.key.routing.host',
      'createServer.lifecycle.kill_timeout',
      'createVersion.config.resources.memory',
      'createRegion.conditions.loss_percent',
    ]),
  );
});

it.each(bodyRows.map((row) => [row.name, row] as const))('%s refuses each of its fields', async (_name, row) => {
  const { call, game, place, server } = await startWithGame();
  const ids = { ...place, environment_id: place.namespace_id, group_id: game.developer_group_id };
  const path = fillPath(row, { ...ids, server_id: randomUUID() });
  const before = readRecords(server.dataFolder);
  const { body, fields } = wholeBody(row);
  expect(row.body?.safeParse(body).error).toBeUndefined();
  for (const { path: at, wrong } of fields) {
    for (const value of wrong) {
      const answer = await call(row.method, path, { body: withValue(body, at, value) });
      const what = [at.join('.'), value];
      expect([...what, answer.status, answer.body]).toMatchObject([...what, 400, { code: 'API_BAD_BODY' }]);
      const { metadata } = answer.body as { metadata: { path: string[] }[] };
      expect([...what, metadata.map(({ path: given }) => given.slice(0, at.length))]).toEqual([
        ...what,
        expect.arrayContaining([at]),
      ]);
    }
  }
  expect(readRecords(server.dataFolder)).toBe(before);
});
