// A push whose process ends at the worst moment: after all was done, and before anybody was told.
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { openTarget } from '../../../../../src-main/core/instances/open-target.ts';
import { push } from '../../../../../src-main/core/transfers/push/push.ts';
import { startWithGame } from '../../../../support/service.ts';
import { makeTempFolder } from '../../../../support/temp-folder.ts';
import { randomFile } from '../../../../support/upload.ts';

it('begun again, it answers with the build that it made, and makes a second one only when it had told about the first', async () => {
  const { server, game, client, game_id } = await startWithGame();
  const [namespace] = game.namespaces;
  if (namespace === undefined) throw new Error('A new game has namespaces');
  const appFolder = await makeTempFolder('app');
  const source = path.join(await makeTempFolder('build'), 'server.tar');
  await writeFile(source, randomFile(300_000));
  const target = await openTarget({ url: server.url, token: server.token, dataFolder: server.dataFolder, appFolder });
  onTestFinished(() => target.close());
  const seen: string[] = [];
  const pushOnce = (onEnd: () => void) =>
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
      onEnd: ({ record }) => {
        seen.push(record.build_id ?? '');
        onEnd();
      },
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
