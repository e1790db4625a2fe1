// A log has checksums when nobody writes it any more, and they are gone before anybody writes on.
import path from 'node:path';
import { expect, it } from 'vitest';
import { createLogStore } from '../../../../embedded-server/files/logs/log-store.ts';
import { logProblem } from '../../../../embedded-server/service/data/check-logs.ts';
import { makeTempFolder } from '../../../support/temp-folder.ts';

it('holds for what was written, is broken by the next who writes, and holds again for all of it', async () => {
  const folder = await makeTempFolder('logs');
  const store = createLogStore({ folder, segmentBytes: 1_000 });
  const problem = () => logProblem(path.join(folder, 'server'));
  const write = async (text: string) => {
    const writer = store.openLog('server');
    for (let n = 0; n < 100; n += 1) {
      void writer.write('std_out', Buffer.from(`${text} ${n}\n`));
      await writer.flush();
    }
    return writer;
  };
  await (await write('first')).end();
  expect(await problem()).toBe('unsealed');
  await store.writeChecksums('server');
  expect(await problem()).toBeUndefined();
  const second = await write('second');
  expect(await problem()).toBe('unsealed');
  await store.writeChecksums('server');
  expect(await problem(), 'one that is written gets none').toBe('unsealed');
  await second.end();
  await store.writeChecksums('server');
  expect(await problem()).toBeUndefined();
  expect(store.reader('server').extent()).toMatchObject({ first: 1, last: 200 });
});

it('is not made where there is no log', async () => {
  const folder = await makeTempFolder('logs');
  const store = createLogStore({ folder });
  await store.writeChecksums('nobody');
  expect(await logProblem(path.join(folder, 'nobody'))).toBe('unsealed');
});
