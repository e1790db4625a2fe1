// Ids of things that are another game's, another namespace's or nobody's: every row says that there is no such thing here,
// in the words of that thing, and changes nothing.
import { randomUUID } from 'node:crypto';
import { expect, it } from 'vitest';
import { nodeBuild, startHosting } from '../../../support/hosting.ts';
import { readRecords } from '../../../support/records.ts';
import { fillPath, goodBody, servedRows } from '../../../support/rows.ts';
import { clientOf, createGame } from '../../../support/service.ts';

const codes: Record<string, string> = {
  namespace_id: 'NAMESPACE_NOT_FOUND',
  environment_id: 'GAME_ENVIRONMENT_NOT_FOUND',
  version_id: 'VERSION_NOT_FOUND',
  build_id: 'BUILDS_BUILD_NOT_FOUND',
  server_id: 'SERVERS_SERVER_NOT_FOUND',
  upload_id: 'UPLOAD_NOT_FOUND',
};

type Ids = Record<string, string>;

/** A game with one of everything, all of it at rest, and another game with the least. */
async function startTwoGames() {
  const hosting = await startHosting();
  const { call, client, game, deploy, create, untilState, params, namespace } = hosting;
  const { build, version } = await deploy(nodeBuild('process.exit(0)'));
  const { id: server } = await create(build);
  await untilState(server, 'exited');
  const logo = await client.prepareGameLogo({ params: namespace, body: { path: 'a.png', content_length: 10 } });
  const token = await client.createCloudToken({ params: namespace, body: {} });
  const { game: other } = await clientOf(call).getGame({ params: { game_id: await createGame(call, 'Other') } });
  const idsOf = ({ game_id, namespaces, versions }: typeof other, at: number): Ids => ({
    game_id,
    namespace_id: namespaces[at]?.namespace_id ?? '',
    environment_id: namespaces[at]?.namespace_id ?? '',
    version_id: versions[0]?.version_id ?? '',
  });
  const theirs: Ids = {
    ...params,
    ...namespace,
    version_id: version,
    build_id: build,
    server_id: server,
    upload_id: logo.upload_id,
    token_id: token.token_id,
  };
  return { ...hosting, theirs, other: idsOf(other, 0), sibling: idsOf(game, 1) };
}

const laterParams = servedRows.flatMap((row) =>
  Object.keys(row.params.shape)
    .slice(1)
    .map((name) => ({ row, name })),
);

it('answers with the code of what is not there, on every row and for every id in it', async () => {
  const { call, theirs, other, sibling, server } = await startTwoGames();
  const before = readRecords(server.dataFolder);
  const wrong: unknown[] = [];
  const look = async (row: (typeof laterParams)[number]['row'], ids: Ids, what: string, code: string) => {
    const body = goodBody(row);
    const answer = await call(row.method, fillPath(row, ids), body === undefined ? {} : { body });
    const reported = (answer.body as { code?: string }).code;
    if (answer.status !== 404 || reported !== code) wrong.push([row.name, what, answer.status, reported]);
  };
  expect(laterParams.length).toBeGreaterThan(40);
  for (const { row, name } of laterParams) {
    const code = codes[name];
    if (code === undefined) continue; // a token: revoking what is not there is fine, see tokens.test.ts
    await look(row, { ...theirs, [name]: randomUUID() }, `nobody's ${name}`, code);
    await look(row, { ...theirs, ...other, [name]: theirs[name] ?? '' }, `another game's ${name}`, code);
    const isInNamespace = 'environment_id' in row.params.shape && name !== 'environment_id';
    if (isInNamespace) await look(row, { ...theirs, ...sibling }, `another namespace's ${name}`, code);
  }
  expect(wrong).toEqual([]);
  expect(readRecords(server.dataFolder)).toBe(before);
});
