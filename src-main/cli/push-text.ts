// What `slipway push` says while it runs: a bar on a terminal, plain lines elsewhere, lines of JSON for programs.

import { AppError } from '../../src-shared/errors/app-error.ts';
import { reviveError } from '../../src-shared/errors/error-body.ts';
import { size } from '../../src-shared/size-text.ts';
import type { TransferView } from '../../src-shared/transfers/bridge.ts';
import { bytesOf } from '../../src-shared/transfers/bytes-of.ts';
import type { Pushed } from '../core/transfers/push.ts';

type Output = {
  packing(bytes: number, total: number): void;
  progress(view: TransferView): void;
  /** Takes the bar away. */
  clear(): void;
  end(pushed: Pushed): void;
};

const BAR = 24;
/** Programs and logs are told no more often than this, unless something happens. */
const LINE_EVERY_MS = 2_000;

export const STOPPED = 'Stopped. What was sent is kept: the same command goes on where it was.';

/** A push that did not end well ends its command with why. */
export function requireDone({ record: { status, problem } }: Pushed): void {
  if (status === 'done') return;
  if (problem !== undefined) throw reviveError(problem);
  throw new AppError('CANCELLED', STOPPED);
}

/** `extra` goes into the last line of JSON. */
type Told = { json: boolean; terminal: boolean; extra?: object };

export function createPushOutput({ json, terminal, extra }: Told): Output {
  const say = (line: string) => void process.stderr.write(`${line}\n`);
  const draw = (line: string) => void process.stderr.write(`\r\u001b[K${line}`);
  const often = terminal && !json;
  const isDue = createDue();
  const told = (kind: string, line: string, fields: object) => {
    if (often) draw(line);
    else if (isDue(kind)) {
      if (json) process.stdout.write(`${JSON.stringify({ event: 'progress', ...fields })}\n`);
      else say(line);
    }
  };
  const clear = () => {
    if (often) draw('');
  };
  return {
    clear,
    packing: (bytes, total) =>
      told('pack', `Packing  ${share(bytes, total)}`, { step: 'pack', bytes, bytes_total: total }),
    progress: (view) =>
      told(`${view.step} ${view.status} ${view.trouble?.tries ?? 0}`, progressLine(view), fieldsOf(view)),
    end: (pushed) => {
      clear();
      if (json) process.stdout.write(`${JSON.stringify({ ...resultOf(pushed), ...extra })}\n`);
      else if (pushed.record.status === 'done') process.stdout.write(resultText(pushed));
    },
  };
}

/** Something of another kind is told at once, more of the same now and then. */
function createDue(): (kind: string) => boolean {
  let last = '';
  let at = 0;
  return (kind) => {
    if (kind === last && performance.now() - at < LINE_EVERY_MS) return false;
    last = kind;
    at = performance.now();
    return true;
  };
}

function progressLine(view: TransferView): string {
  const { step, trouble } = view;
  if (trouble !== undefined) {
    const seconds = Math.max(0, Math.ceil((trouble.next_try_at - Date.now()) / 1000));
    return `Waiting  ${trouble.problem.message} Try ${trouble.tries + 1} in ${seconds} s.`;
  }
  switch (step) {
    case 'pack':
    case 'prepare':
      return 'Asking the instance for a build';
    case 'parts':
      return sendingLine(view);
    case 'confirm':
      return 'Sent. Waiting until the instance shows the version';
    case 'switch':
      return 'The version is there';
  }
}

function sendingLine(view: TransferView): string {
  const { parts, bytes_per_second: rate = 0 } = view;
  const { there, total } = bytesOf(view) ?? { there: 0, total: 0 };
  const filled = total === 0 ? BAR : Math.round((BAR * there) / total);
  const count = parts.pending + parts.sending + parts.sent + parts.verified;
  const bar = `[${'#'.repeat(filled)}${'-'.repeat(BAR - filled)}]`;
  return `Sending  ${bar} ${share(there, total)}  ${size(rate)}/s  ${parts.verified} of ${count} parts verified`;
}

function fieldsOf(view: TransferView): object {
  const {
    step,
    status,
    bytes_total: total,
    bytes_verified: verified,
    bytes_sent: sent,
    bytes_live: live,
    trouble,
  } = view;
  return { step, status, bytes_total: total, bytes_verified: verified, bytes_sent: sent, bytes_live: live, trouble };
}

/** The last line, which is documented. */
function resultOf({ record, bytesSent, isResumed }: Pushed): object {
  const { build_id: build = null, version_id: version = null, packed, status, problem, outcome } = record;
  return {
    event: 'result',
    ...{ build_id: build, version_id: version, sha256: packed?.sha256 ?? null, bytes_sent: bytesSent, state: status },
    ...{ name: record.name, game_id: record.game_id, bytes_total: packed?.bytes ?? null, is_resumed: isResumed },
    ...(record.switches ? { namespace_id: record.namespace_id, outcome } : {}),
    ...(problem === undefined ? {} : { problem }),
  };
}

function resultText({ record, bytesSent, isResumed }: Pushed): string {
  const resumed = isResumed ? ' (went on with an earlier push)' : '';
  return [
    `Version  ${record.name} (${record.version_id})`,
    `Sent     ${size(bytesSent)}${resumed}`,
    `SHA-256  ${record.packed?.sha256}`,
    ...(record.outcome === undefined ? [] : [record.outcome]),
  ]
    .map((line) => `${line}\n`)
    .join('');
}

function share(done: number, total: number): string {
  return `${total === 0 ? 100 : Math.min(100, Math.floor((100 * done) / total))} %`;
}
