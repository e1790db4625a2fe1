// Logs of servers in the hosting thread: what comes too late must not end the thread, which holds all servers.
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { createLogStore } from '../../../../embedded-server/files/logs/log-store.ts';
import { createHostedLogs } from '../../../../embedded-server/runtime/hosting-thread/hosted-logs.ts';
import { makeTempFolder } from '../../../support/temp-folder.ts';

it('drops what is written to a log that has ended, says so, and goes on with the others', async () => {
  const problems: unknown[] = [];
  const store = createLogStore({ folder: await makeTempFolder('logs') });
  const logs = createHostedLogs(store, Promise.resolve(), (thrown) => problems.push(thrown));
  const [ended, other] = [logs.open('ended'), logs.open('other')];
  ended.note('Starting.');
  await logs.close('ended');
  ended.note('Its stop command did not end it so far.');
  expect(ended.write('std_out', Buffer.from('late\n'))).toBeUndefined();
  other.note('Starting.');
  expect(await other.tail(9)).toEqual(['Starting.']);
  await logs.closeAll();
  expect(store.reader('ended').tail(9).lines).toHaveLength(1);
  expect(problems.map(String)).toEqual(Array(2).fill('Error: Something was written to a log that has ended'));
});

it('has no last lines of a log that cannot be read, and says why', async () => {
  const problems: unknown[] = [];
  const folder = await makeTempFolder('logs');
  const store = createLogStore({ folder });
  onTestFinished(() => store.close());
  const logs = createHostedLogs(store, Promise.resolve(), (thrown) => problems.push(thrown));
  const log = logs.open('one');
  await writeFile(path.join(folder, 'one'), 'no folder');
  expect(await log.tail(9)).toEqual([]);
  expect(problems).toMatchObject([{ code: 'ENOTDIR' }]);
});

it('lets notes and the end of a log wait until all logs are mended, and keep their order', async () => {
  const store = createLogStore({ folder: await makeTempFolder('logs') });
  onTestFinished(() => store.close());
  const mended = Promise.withResolvers<void>();
  const opened: string[] = [];
  const openLog = (server_id: string) => {
    opened.push(server_id);
    return store.openLog(server_id);
  };
  const { calls } = createHostedLogs({ ...store, openLog }, mended.promise, (thrown) => {
    throw thrown;
  });
  const { signal } = new AbortController();
  const id = '9f183669-b806-46a4-b757-7faf53ff2c85';
  const asked = Promise.all([
    calls.note({ server_id: id, text: 'the service was killed' }, signal),
    calls.note({ server_id: id, text: 'the server has ended' }, signal),
    calls.closeLog(id, signal),
  ]);
  await new Promise(setImmediate);
  expect(opened).toEqual([]);
  mended.resolve();
  await asked;
  const { lines } = store.reader(id).tail(10);
  expect(lines.map(({ bytes }) => Buffer.from(bytes).toString())).toEqual([
    'the service was killed',
    'the server has ended',
  ]);
});
