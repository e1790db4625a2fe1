// A build that a host fetches: what it says while nothing comes, and that it still takes what comes then.
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { fetchBuild } from '../../../../embedded-server/runtime/fleet-host/fetch-build.ts';
import type { Message } from '../../../../src-shared/text/message.ts';
import { translate } from '../../../support/in-german.ts';
import { makeTempFolder } from '../../../support/temp-folder.ts';
import { until } from '../../../support/until.ts';

const bytes = Buffer.alloc(600, 7);
const sha256 = createHash('sha256').update(bytes).digest('hex');

async function startFetching(answer: (response: ServerResponse) => void) {
  const service = createServer((_, response) => answer(response)).listen(0, '127.0.0.1');
  onTestFinished(() => {
    service.closeAllConnections();
    service.close();
  });
  await once(service, 'listening');
  const serviceUrl = `http://127.0.0.1:${(service.address() as AddressInfo).port}`;
  const said: (Message | null)[] = [];
  const file = fetchBuild(
    { sha256, bytes: bytes.length },
    {
      cache: await makeTempFolder('cache'),
      serviceUrl,
      token: 't',
      bounds: { mostBytes: 1_000, minFreeBytes: 0, inUseMs: 60_000 },
      quietMs: 1_000,
      onWait: (why) => void said.push(why),
    },
  );
  return { file, said };
}

const waits = 'Its node cannot fetch the build at the moment (nothing has come for 1 s). It waits';

test('a store that takes the connection and says nothing is told long before it is given up', async () => {
  let answer: ServerResponse | undefined;
  const { file, said } = await startFetching((response) => {
    answer = response;
  });
  await until(() => said.length > 0, 'it to be told');
  expect(said).toEqual([expect.objectContaining({ text: expect.stringContaining(waits) })]);
  expect(translate(said[0] as Message)).toContain('(seit 1 s kam nichts). Er wartet');
  answer?.end(bytes);
  expect(await readFile(await file)).toEqual(bytes);
  expect(said.at(-1)).toBeNull();
});

test('so is one that falls silent in the midst, and no more once it goes on', async () => {
  let answer: ServerResponse | undefined;
  const { file, said } = await startFetching((response) => {
    response.write(bytes.subarray(0, 100));
    answer = response;
  });
  await until(() => said.length > 0, 'it to be told');
  answer?.write(bytes.subarray(100, 200));
  await until(() => said.length > 1, 'it to be taken back');
  expect(said).toEqual([expect.objectContaining({ text: expect.stringContaining(waits) }), null]);
  answer?.end(bytes.subarray(200));
  await file;
});
