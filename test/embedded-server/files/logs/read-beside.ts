// A thread that reads a log while another writes it, from its own view of the files. Says what it saw.
import { parentPort, workerData } from 'node:worker_threads';
import { createLogStore } from '../../../../embedded-server/files/logs/log-store.ts';

const { folder, last } = workerData as { folder: string; last: number };
const reader = createLogStore({ folder }).reader('server');
const wrong: string[] = [];
let reads = 0;
let from = 1;
while (from <= last) {
  const page = reads % 2 === 0 ? reader.read({ from, limit: 500 }) : reader.tail(100);
  for (const { number, bytes } of page.lines) {
    if (bytes.toString() !== `line ${number} ${'x'.repeat(number % 90)}`) wrong.push(`${number}: ${bytes.toString()}`);
  }
  if (reads % 2 === 0) from = page.next;
  reads += 1;
}
parentPort?.postMessage({ wrong: wrong.slice(0, 5), reads });
