// Logs of servers in the hosting thread: what comes too late must not end the thread, which holds all servers.
import { expect, it } from 'vitest';
import { createLogStore } from '../../../../embedded-server/files/logs/log-store.ts';
import { createHostedLogs } from '../../../../embedded-server/runtime/hosting-thread/hosted-logs.ts';
import { makeTempFolder } from '../../../support/temp-folder.ts';

it('drops what is written to a log that has ended, says so, and goes on with the others', async () => {
  const problems: unknown[] = [];
  const store = createLogStore({ folder: await makeTempFolder('logs') });
  const logs = createHostedLogs(store, (thrown) => problems.push(thrown));
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
