// The first and the last lines of a log as text for a bundle: plain, with their numbers, times and streams.
import { droppedNote } from '../../../src-shared/servers/log.ts';
import type { LogLine } from '../../files/logs/blocks.ts';
import { plainText } from '../../files/logs/line-text.ts';
import type { LogReader } from '../../files/logs/log-reader.ts';
import { redactText } from '../../platform/logging/redact.ts';

export type LogTexts = { tail: string; head: string | undefined };

export const TAIL_LINES = 2_000;
export const HEAD_LINES = 200;
/** Very long lines end it earlier. */
const MOST_BYTES = 8_388_608;

/** `mask` sees each line as one text, also when it was split. `head` is left out when the tail has it. */
export function logTexts(reader: LogReader, mask: (text: string) => string): LogTexts {
  const { first, dropped } = reader.extent();
  const tail = readBack(reader);
  const top = tail[0]?.number ?? first;
  const head = reader.read({ from: first, limit: HEAD_LINES }).lines.filter((line) => line.number < top);
  const note = droppedNote(dropped);
  const lead = note === undefined ? '' : `(${note})\n`;
  const show = (lines: readonly LogLine[]) =>
    joined(lines)
      .map((line) => showLine(line, mask))
      .join('');
  if (head.length === 0) return { tail: lead + show(tail), head: undefined };
  return { tail: show(tail), head: lead + show(head) };
}

function readBack(reader: LogReader): LogLine[] {
  const pages: LogLine[][] = [];
  let before = Number.MAX_SAFE_INTEGER;
  let count = 0;
  let bytes = 0;
  while (count < TAIL_LINES && bytes < MOST_BYTES) {
    const { lines } = reader.read({ before, limit: TAIL_LINES - count });
    const oldest = lines[0];
    if (oldest === undefined) break;
    pages.unshift(lines);
    count += lines.length;
    bytes += lines.reduce((all, line) => all + line.bytes.length, 0);
    before = oldest.number;
  }
  return pages.flat();
}

/** What was split in the middle is put together again, so that a secret is not missed where it was cut. */
function joined(lines: readonly LogLine[]): LogLine[] {
  const whole: LogLine[] = [];
  const open = new Map<string, LogLine>();
  for (const line of lines) {
    const begun = open.get(line.stream);
    open.delete(line.stream);
    if (begun === undefined) whole.push({ ...line });
    else begun.bytes = Buffer.concat([begun.bytes, line.bytes]);
    if (line.cut) open.set(line.stream, begun ?? whole.at(-1) ?? line);
  }
  return whole;
}

function showLine({ number, at, stream, bytes }: LogLine, mask: (text: string) => string): string {
  return `${number} ${new Date(at).toISOString()} ${stream} ${redactText(mask(plainText(bytes)))}\n`;
}
