// A push whose process ends at the worst moment: after all was done, and before anybody was told.
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { openTarget } from '../../../../../src-main/core/instances/open-target.ts';
import { openJournal } from '../../../../../src-main/core/transfers/journal/journal.ts';
import { inState } from '../../../../../src-main/core/transfers/journal/transfer-record.ts';
import { type Pushed, push } from '../../../../../src-main/core/transfers/push/push.ts';
import type { AppError } from '../../../../../src-shared/errors/app-error.ts';
import { startFaultProxy } from '../../../../support/fault-proxy.ts';
import { startWithGame } from '../../../../support/service.ts';
import { makeTempFolder } from '../../../../support/temp-folder.ts';
import { randomFile } from '../../../../support/upload.ts';

const pausedNow = { status: 'paused', paused: { by: 'end', at: 1 } } as const;

async function start() {
  const { server, game, client, game_id } = await startWithGame();
  const line = await startFaultProxy(server.url);
  const [namespace] = game.namespaces;
  if (namespace === undefined) throw new Error('A new game has namespaces');
  const appFolder = await makeTempFolder('app');
  const source = path.join(await makeTempFolder('build'), 'server.tar');
  await writeFile(source, randomFile(300_000));
  const target = await openTarget({ url: line.url, token: server.token, dataFolder: server.dataFolder, appFolder });
  onTestFinished(() => target.close());
  const problems: AppError[] = [];
  const pushOnce = (onEnd: (pushed: Pushed) => void = () => undefined) =>
    push({
      source,
      kind: undefined,
      target,
      game,
      namespace,
      switches: true,
      name: '1.4.2',
      options: {},
      appFolder,
      cache: path.join(appFolder, 'packs'),
      signal: new AbortController().signal,
      patienceMs: 10_000,
      bytesPerSecond: undefined,
      onPacking: () => undefined,
      onProgress: () => undefined,
      onProblem: (problem) => problems.push(problem),
      onEnd,
    });
  return { appFolder, client, game_id, line, namespace, problems, pushOnce };
}

it('begun again, it answers with the build that it made, and makes a second one only when it had told about the first', async () => {
  const { client, game_id, namespace, ...started } = await start();
  const seen: string[] = [];
  const pushOnce = (after: () => void) =>
    started.pushOnce(({ record }) => {
      seen.push(record.build_id ?? '');
      after();
    });
  const named = async () => {
    const { versions, namespaces } = (await client.getGame({ params: { game_id } })).game;
    const runs = namespaces.find(({ namespace_id: id }) => id === namespace.namespace_id)?.version_id;
    return { runs, versions: versions.filter(({ display_name: name }) => name === '1.4.2') };
  };
  const gone = pushOnce(() => {
    throw new Error('nobody listens any more');
  });
  await expect(gone).rejects.toThrow('nobody listens');
  const { versions } = await named();
  expect(versions).toHaveLength(1);

  const again = await pushOnce(() => undefined);
  expect(again).toMatchObject({ bytesSent: 0, isResumed: true, record: { status: 'done' } });
  expect(seen[1]).toBe(seen[0]);
  expect(await named()).toEqual({ runs: again.record.version_id, versions });

  const second = await pushOnce(() => undefined);
  expect(second).toMatchObject({ isResumed: false, record: { status: 'done' } });
  expect(second.record.build_id).not.toBe(seen[0]);
  expect((await named()).versions).toHaveLength(2);
});

it('is done though old packs cannot be removed, and says so', async () => {
  const { appFolder, problems, pushOnce } = await start();
  await writeFile(path.join(appFolder, 'transfers.db'), 'no database '.repeat(100));
  expect(await pushOnce()).toMatchObject({ record: { status: 'done' } });
  expect(problems.map(({ message }) => message)).toEqual([expect.stringMatching(/^Old packs could not be removed: /)]);
});

it('forgets pushes that nobody took up again for a month', async () => {
  const { appFolder, pushOnce } = await start();
  const { record } = await pushOnce();
  const journal = await openJournal(path.join(appFolder, 'pushes.db'));
  const day = 24 * 3_600_000;
  const left = (id: string, days: number) =>
    journal.add(inState({ ...record, id, created_at: Date.now() - days * day, name: id }, pausedNow));
  left('last week', 7);
  left('last season', 90);
  await pushOnce();
  expect(journal.live().map(({ id }) => id)).toEqual(['last week']);
  journal.close();
});

it('asks again where a connection is cut before anything was packed', async () => {
  const { line, pushOnce } = await start();
  line.fail({ method: 'GET', match: /\/builds$/, times: 1, fault: { kind: 'drop' } });
  expect(await pushOnce()).toMatchObject({ record: { status: 'done' } });
});
