// What `slipway push` says while it runs: a bar on a terminal, plain lines elsewhere, lines of JSON for programs.

import { AppError, asAppError } from '../../src-shared/errors/app-error.ts';
import { reviveError } from '../../src-shared/errors/revive-error.ts';
import { size } from '../../src-shared/size-text.ts';
import { type Sentence, textOf } from '../../src-shared/text/message.ts';
import type { TransferView } from '../../src-shared/transfers/bridge.ts';
import { bytesOf } from '../../src-shared/transfers/bytes-of.ts';
import { problemOf, troubleOf } from '../../src-shared/transfers/problem-of.ts';
import type { Pushed } from '../core/transfers/push/push.ts';
import type { CommandIo } from './command-io.ts';
import { exitCodeOf } from './exit-code.ts';
import { answer } from './output.ts';
import { type Summed, writeSummary } from './push-summary.ts';

type Output = {
  packing(bytes: number, total: number): void;
  progress(view: TransferView): void;
  /** What went wrong beside it. */
  warn(error: Pick<AppError, 'message'>): void;
  /** Takes the bar away. */
  clear(): void;
  /** `extra` goes into the last line of JSON, `text` after what is said of the version. */
  end(pushed: Pushed, extra?: object, text?: string, problem?: AppError): void;
  /** The last line for programs, and for people what is to be on stdout. */
  last(fields: Summed, text: string): void;
  /** Programs read the last line also where nothing was begun. After `end` there is one. */
  refused(error: AppError): void;
};

const BAR = 24;
/** Programs and logs get a line no more often than this, unless something happens. */
const LINE_EVERY_MS = 2_000;

/** A push that did not end well ends its command with why. */
export function requireDone({ record }: Pushed): void {
  if (record.status === 'done') return;
  const problem = problemOf(record);
  if (problem !== undefined) throw reviveError(problem);
  throw new AppError('CANCELLED', 'cli.push-stopped');
}

/** However it ends, programs see that in the last line. */
export async function toItsEnd(output: Pick<Output, 'refused'>, work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (thrown) {
    output.refused(asAppError(thrown));
    throw thrown;
  }
}

/** `summary` is the file for the page of a job. */
export function createPushOutput(io: CommandIo, json: boolean, summary?: string): Output {
  const say = (line: string) => void io.stderr.write(`${line}\n`);
  const often = io.stderr.isTTY === true && !json;
  const isDue = createDue();
  let isEnded = false;
  let said = '';
  const sayNew = (line: string) => {
    if (line !== said) say(line);
    said = line;
  };
  const report = (kind: string, line: string, fields: object) => {
    if (often) draw(io, line);
    else if (isDue(kind)) {
      if (json) io.stdout.write(`${JSON.stringify({ event: 'progress', ...fields })}\n`);
      else sayNew(line);
    }
  };
  const clear = () => {
    if (often) draw(io, '');
  };
  const warn = (message: string) => {
    clear();
    say(message);
  };
  const sayProblem = createProblems(warn);
  let isResumeSaid = false;
  const sayResumed = (view: TransferView) => {
    const line = isResumeSaid ? undefined : resumedLine(view, hostOf(view.instance_id));
    if (line === undefined) return;
    isResumeSaid = true;
    if (json) return; // every event has it
    clear();
    say(line);
  };
  const last = (fields: Summed, text: string, problem?: AppError) => {
    isEnded = true;
    writeSummary(io, summary, fields, problem?.message);
    answer(io, json, { event: 'result', ...fields }, () => text);
  };
  return {
    clear,
    last,
    warn: ({ message }) => warn(message),
    packing: (bytes, total) =>
      report('pack', `Packing  ${share(bytes, total)}`, { step: 'pack', bytes, bytes_total: total }),
    progress: (view) => {
      // A bar has one line, which a whole sentence does not fit into.
      if (often) sayProblem(view);
      sayResumed(view);
      report(`${view.step} ${view.status} ${troubleOf(view)?.tries ?? 0}`, progressLine(view, often), fieldsOf(view));
    },
    end: (pushed, extra, text = '', problem) => {
      clear();
      last(
        { ...resultOf(pushed), ...extra },
        pushed.record.status === 'done' ? resultText(pushed) + text : '',
        problem,
      );
    },
    refused: (error) => {
      clear();
      if (!isEnded) last(refusedAs(error), '');
    },
  };
}

/** On the one line that a terminal has for it: what is wider would wrap, and stay there. */
function draw({ stderr }: CommandIo, line: string): void {
  const columns = stderr.columns || 80; // one that does not know its width says 0
  stderr.write(`\r\u001b[K${line.slice(0, Math.max(1, columns - 1))}`);
}

/** Says each new problem once. */
function createProblems(say: (message: string) => void): (view: TransferView) => void {
  let printed: string | undefined;
  return (view) => {
    const message = troubleOf(view)?.problem.message;
    if (message !== undefined && message !== printed) say(message);
    printed = message ?? printed;
  };
}

/** Something of another kind is reported at once, more of the same now and then. */
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

/** On the command line an instance is its address. */
function hostOf(url: string): string {
  return URL.parse(url)?.host ?? url;
}

function progressLine(view: TransferView, isBar: boolean): string {
  const trouble = troubleOf(view);
  if (trouble !== undefined) {
    const seconds = Math.max(0, Math.ceil((trouble.next_try_at - Date.now()) / 1000));
    const next = `Try ${trouble.tries + 1} in ${seconds} s.`;
    return isBar ? `Waiting  ${next}` : `Waiting  ${trouble.problem.message} ${next}`;
  }
  switch (view.step) {
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
  const { parts } = view;
  const rate = view.status === 'running' ? view.bytes_per_second : 0;
  const { there, inFlight, total } = bytesOf(view) ?? { there: 0, inFlight: 0, total: 0 };
  const filled = total === 0 ? BAR : Math.round((BAR * there) / total);
  const count = parts.pending + parts.sending + parts.sent + parts.verified;
  const bar = `[${'#'.repeat(filled)}${'-'.repeat(BAR - filled)}]`;
  const flight = inFlight === 0 ? '' : `, ${size(inFlight)} in flight`;
  return `Sending  ${bar} ${share(there, total)}  ${size(rate)}/s  ${parts.sent + parts.verified} of ${count} parts there${flight}`;
}

/** After a break, once: what is there, and what goes out a second time. */
export function resumedLine(view: TransferView, where: string): string | undefined {
  if (view.status !== 'running' || view.resumed?.again === undefined) return undefined;
  const { kept, again } = view.resumed;
  const { pending, sending, sent, verified } = view.parts;
  const count = pending + sending + sent + verified;
  const parts = again.parts === 1 ? `part ${again.first}` : `${again.parts} parts`;
  const lost = again.bytes === 0 ? 'nothing is sent again' : `${size(again.bytes)} of ${parts} are sent again`;
  return `Resumed. ${kept} of ${count} parts are on ${where}; ${lost}.`;
}

function fieldsOf(view: TransferView): object {
  const { step, status, bytes_total, bytes_verified, bytes_sent, bytes_kept, bytes_live, again } = view;
  const trouble = troubleOf(view);
  const resumed = view.status === 'running' ? view.resumed : undefined;
  return { step, status, bytes_total, bytes_verified, bytes_sent, bytes_kept, bytes_live, again, resumed, trouble };
}

function outcomeFields(record: Pushed['record']): { namespace_id?: string; outcome?: string } {
  if (!record.switches) return {};
  const outcome = outcomeOf(record);
  return { namespace_id: record.namespace_id, ...(outcome === undefined ? {} : { outcome: textOf(outcome) }) };
}

/** The last line, which is documented. */
function resultOf({ record, bytesSent, isResumed }: Pushed) {
  const { build_id: build = null, version_id: version = null, packed, status } = record;
  const problem = problemOf(record);
  return {
    build_id: build,
    version_id: version,
    sha256: packed?.sha256 ?? null,
    bytes_sent: bytesSent,
    state: status,
    name: record.name,
    game_id: record.game_id,
    bytes_total: packed?.bytes ?? null,
    is_resumed: isResumed,
    ...outcomeFields(record),
    ...(problem === undefined ? {} : { problem }),
  };
}

/** How a push stands that was refused, or that nobody answered, before there was anything to send. */
function refusedAs(error: AppError) {
  const states: Record<number, string> = { 3: 'paused', 4: 'not_confirmed' };
  const state = error.code === 'CANCELLED' ? 'paused' : (states[exitCodeOf(error)] ?? 'failed');
  return { build_id: null, version_id: null, sha256: null, bytes_sent: 0, state, problem: error.toBody() };
}

function resultText({ record, bytesSent, isResumed }: Pushed): string {
  const outcome = outcomeOf(record);
  const resumed = isResumed ? ' (went on with an earlier push)' : '';
  return [
    `Version  ${record.name} (${record.version_id})`,
    `Sent     ${size(bytesSent)}${resumed}`,
    `SHA-256  ${record.packed?.sha256}`,
    ...(outcome === undefined ? [] : [textOf(outcome)]),
  ]
    .map((line) => `${line}\n`)
    .join('');
}

function outcomeOf(record: Pushed['record']): Sentence | undefined {
  return record.status === 'done' ? record.outcome : undefined;
}

function share(done: number, total: number): string {
  return `${total === 0 ? 100 : Math.min(100, Math.floor((100 * done) / total))} %`;
}
