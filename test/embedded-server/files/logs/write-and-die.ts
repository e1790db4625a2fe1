// A process that writes a log until it is killed. On its output it says how many lines are flushed.
import { createLogStore } from '../../../../embedded-server/files/logs/log-store.ts';

const [folder = ''] = process.argv.slice(2);
const store = createLogStore({ folder, segmentBytes: 16_384, capBytes: 1_000_000_000 });
const writer = store.openLog('server');
let number = store.reader('server').extent().last;
for (;;) {
  const lines: string[] = [];
  for (let n = 0; n < 25; n += 1) lines.push(`line ${(number += 1)}\n`);
  await writer.write(number % 2 === 0 ? 'std_out' : 'std_err', Buffer.from(lines.join('')));
  if (number % 100 === 0) {
    await writer.flush();
    process.stdout.write(`${number}\n`);
  }
}
