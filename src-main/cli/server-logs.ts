// `slipway servers logs`: the last lines of what a server wrote, and with -f those that follow, until it has ended or Ctrl-C.
import type { AppError } from '../../src-shared/errors/app-error.ts';
import type { LogExtent, LogLineView } from '../../src-shared/servers/log.ts';
import type { ServiceClient } from '../../src-shared/service/client.ts';
import { poll } from '../core/http/poll.ts';
import { isRefusal, runWatchLoop } from '../core/http/watch-loop.ts';
import { stopSignal } from '../core/platform/stop-signal.ts';
import { exactly, readArguments, usage, wholeNumber } from './arguments.ts';
import type { CommandIo } from './command-io.ts';
import { findPlace, placeOptions, readPlace } from './find-place.ts';
import { findServer, requireServer } from './find-server.ts';
import type { Command } from './help.ts';
import { orNotOffered } from './not-offered.ts';
import { withTarget } from './with-target.ts';

const USUAL_LINES = 100;
const MOST_LINES = 10_000;

export const logsHelp: Command['options'] = [
  ['logs SERVER', 'What it wrote, its last lines'],
  ['logs -f, --follow', 'Continue with what it writes next, until it ends; Ctrl-C stops that, with 0'],
  ['logs --lines N', `How many of the last lines to begin with, up to ${MOST_LINES} (${USUAL_LINES})`],
];

export type Params = { game_id: string; environment_id: string; server_id: string };

export async function runLogs(args: readonly string[], io: CommandIo): Promise<void> {
  const { values, positionals } = readArguments('servers', args, {
    ...placeOptions,
    follow: { type: 'boolean', short: 'f', default: false },
    lines: { type: 'string', default: String(USUAL_LINES) },
  });
  const [id = ''] = exactly('servers', positionals, ['whose log to read, by its id']);
  const place = readPlace('servers', values);
  const lines = wholeNumber('servers', '--lines', values.lines);
  if (lines > MOST_LINES) throw usage('servers', `--lines takes at most ${MOST_LINES}.`);
  const write = createWriter(io, values.json);
  await withTarget(io, values, async (target) => {
    const params = await findServer(target.client, await findPlace(target, place), id);
    await requireServer(target.client, params);
    const last = await orNotOffered('server_logs', () => readLast(target.client, params, lines, write.lines));
    if (values.follow) await follow(target.client, params, last, write, { io });
  });
}

type Write = ReturnType<typeof createWriter>;

/** A reader that has seen enough closes its end; that is no failure. A program sees by the numbers of lines which are left out. */
export function createWriter(io: CommandIo, json: boolean) {
  const closed = new AbortController();
  io.stdout.on('error', () => closed.abort());
  let next = 1;
  return {
    signal: closed.signal,
    lines: (lines: readonly LogLineView[]) => {
      const [first] = lines;
      if (first === undefined || closed.signal.aborted) return;
      const leftOut = first.number - next;
      if (leftOut > 0 && !json)
        io.stderr.write(`-- ${leftOut === 1 ? '1 line is' : `${leftOut} lines are`} left out here.\n`);
      next = (lines.at(-1)?.number ?? first.number) + 1;
      const text = json ? lines.map((line) => JSON.stringify({ event: 'line', ...line })) : lines.map(textOf);
      io.stdout.write(`${text.join('\n')}\n`);
    },
  };
}

/** Our own notes among the lines are marked; what the server wrote is left as it is. */
function textOf({ stream, text }: LogLineView): string {
  return stream === 'slipway' ? `-- ${text}` : text;
}

/** Answers the number of the last line that there is. A service reads fewer at once than may be requested. */
export async function readLast(
  client: ServiceClient,
  params: Params,
  requested: number,
  write: (lines: readonly LogLineView[]) => void,
): Promise<number> {
  const { extent } = await client.readServerLog({ params, query: { limit: 1 } });
  let next = Math.max(extent.first, extent.last - requested + 1);
  while (next <= extent.last) {
    const query = { from: next, limit: Math.min(AT_ONCE, extent.last - next + 1) };
    const { lines, extent: now } = await client.readServerLog({ params, query });
    write(lines);
    next = after(lines, now);
  }
  return next - 1;
}

const AT_ONCE = 1_000;

/** The number from which to go on. Lines that were dropped meanwhile are passed over. */
function after(lines: readonly LogLineView[], { first, last }: LogExtent): number {
  return Math.max(first, (lines.at(-1)?.number ?? last) + 1);
}

type Following = { io: CommandIo; until?: AbortSignal };

/** Writes what comes after the last line, until the server has ended or somebody has seen enough. Throws what refuses it. */
export async function follow(
  client: ServiceClient,
  params: Params,
  last: number,
  write: Write,
  { io, until }: Following,
): Promise<void> {
  const ended = new AbortController();
  void stopSignal(io).then(() => ended.abort());
  const signal = AbortSignal.any([ended.signal, write.signal, ...(until === undefined ? [] : [until])]);
  let reported = last;
  /** A token that has ended, or a server that is gone with its namespace: to ask again would change nothing. */
  let refused: AppError | undefined;
  const over = whenOver(client, params, signal);
  const read = async (isOver: boolean) => {
    const query = { from: reported + 1, limit: AT_ONCE, ...(isOver ? {} : { watch_index: String(reported) }) };
    const given = isOver ? signal : AbortSignal.any([signal, over]);
    const { lines, extent } = await client.readServerLog({ params, query }, { signal: given, once: true });
    return { lines, extent, isOver, watch: { index: String(after(lines, extent)) } };
  };
  const ask = async () => {
    // Known before the lines are asked for: what an ended server wrote is all there by then.
    if (over.aborted) return await read(true);
    try {
      return await read(false);
    } catch (thrown) {
      if (!over.aborted) throw thrown;
      return await read(true);
    }
  };
  await runWatchLoop({
    signal,
    ask,
    onAnswer: ({ lines, extent, isOver }) => {
      write.lines(lines);
      reported = after(lines, extent) - 1;
      if (isOver && reported >= extent.last) ended.abort();
    },
    onFailure: (error, retryAt) => {
      if (isRefusal(error)) {
        refused = error;
        ended.abort();
        return;
      }
      const seconds = Math.max(1, Math.ceil((retryAt - Date.now()) / 1000));
      io.stderr.write(`${error.message} Asked again in ${seconds} s.\n`);
    },
  });
  if (refused !== undefined) throw refused;
}

const LOOK_EVERY_MS = 1_000;

/**
 * Fires when the server has ended. The last line of its log comes a moment before that, so who waits for one more line would
 * wait as long as a service lets anybody wait.
 */
function whenOver(client: ServiceClient, params: Params, signal: AbortSignal): AbortSignal {
  const over = new AbortController();
  void poll({
    signal,
    waitMs: () => LOOK_EVERY_MS,
    read: async () => {
      const { server } = await client.getServer({ params }, { signal, once: true, poll: true });
      if (server.destroyed_at !== undefined) over.abort();
      return !over.signal.aborted;
    },
    // Whoever reads the lines meets the same failure, and says it.
    onFailure: () => undefined,
  });
  return over.signal;
}
