// Runs on a disk of 8 MiB of its own. Fills it with a log and prints what became of the log as one line of JSON.
import { mkdir, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { createLogStore } from '../../../../embedded-server/files/logs/log-store.ts';
import { until } from '../../../support/until.ts';

const [disk = ''] = process.argv.slice(2);
const filler = path.join(disk, 'filler');
await writeFile(filler, Buffer.alloc(4 * 1_048_576));
await mkdir(path.join(disk, 'logs'));
const problems: string[] = [];
const store = createLogStore({ folder: path.join(disk, 'logs'), onProblem: (_, sentence) => problems.push(sentence) });
const writer = store.openLog('server');
let given = 0;
/** 8 KiB of lines. */
const block = () => {
  given += 128;
  return Buffer.from(`${'x'.repeat(63)}\n`.repeat(128));
};
while (problems.length === 0) await writer.write('std_out', block());
await writer.flush();
const keptBefore = store.reader('server').extent().last;
const heapBefore = process.memoryUsage().rss;
for (let n = 0; n < 40_000; n += 1) {
  await writer.write('std_out', block()); // 320 MB that have no place
  if (n % 64 === 0) await new Promise((resolve) => setImmediate(resolve));
}
// The disk is tried again each second; what is said of it must not depend on how often that was.
await new Promise((resolve) => setTimeout(resolve, 2_500));
for (let n = 0; n < 64; n += 1) await writer.write('std_out', block());
const heapGrowth = process.memoryUsage().rss - heapBefore;
await rm(filler);
const reader = store.reader('server');
await until(() => reader.tail(1).lines[0]?.bytes.toString().includes('missing here') ?? false, 'the note');
given += 1;
await writer.write('std_out', Buffer.from('there is room again\n'));
await writer.end();
const { last } = reader.extent();
const { lines } = reader.read({ from: keptBefore - 2, limit: 10_000 });
let whole = true;
for (let from = 1; from < keptBefore - 2; ) {
  const page = reader.read({ from, limit: 10_000 });
  whole &&= page.lines.every(
    (line) => line.stream === 'slipway' || line.bytes.length === 63 || line.number >= keptBefore - 2,
  );
  from = page.next;
}
const texts = lines.filter((line) => !line.bytes.toString().startsWith('xxx')).map((line) => line.bytes.toString());
console.log(JSON.stringify({ problems, given, keptBefore, texts, numbers: [last], heapGrowth, whole }));
