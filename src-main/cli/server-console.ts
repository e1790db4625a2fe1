// `slipway servers console`: types lines into the standard input of a server. At a terminal it shows what the server writes as well;
// lines from a pipe are typed one after the other.
import { createInterface, type Interface } from 'node:readline';
import { type AppError, asAppError } from '../../src-shared/errors/app-error.ts';
import type { ServiceClient } from '../../src-shared/service/client.ts';
import { exactly, readArguments } from './arguments.ts';
import type { CommandIo } from './command-io.ts';
import { refuseReadOnly } from './confirm-protected.ts';
import { findPlace, placeOptions, readPlace } from './find-place.ts';
import { findServer, requireServer } from './find-server.ts';
import type { Command } from './help.ts';
import { orNotOffered } from './not-offered.ts';
import { createWriter, follow, type Params, readLast } from './server-logs.ts';
import { withTarget } from './with-target.ts';

/** So much of what was written before stands above the first line that is typed. */
const LINES_BEFORE = 20;

export const consoleHelp: Command['options'] = [
  [
    'console SERVER',
    'Type into its standard input, and see what it writes; Ctrl-D ends it. Lines from a pipe are typed and that is all',
  ],
];

export async function runConsole(args: readonly string[], io: CommandIo): Promise<void> {
  const { values, positionals } = readArguments('servers', args, placeOptions);
  const [id = ''] = exactly('servers', positionals, ['into which server to type, by its id']);
  const place = readPlace('servers', values);
  await withTarget(io, values, async (target) => {
    refuseReadOnly(target);
    const params = await findServer(target.client, await findPlace(target, place), id);
    await requireServer(target.client, params);
    if (io.stdin.isTTY === true) await talk(target.client, params, io, values.json);
    else await type(target.client, params, linesOf(io));
  });
}

function linesOf(io: CommandIo) {
  return createInterface({ input: io.stdin });
}

/** One after the other, since calls that are under way together arrive in any order. Where nobody takes problems, the first one ends it. */
async function type(client: ServiceClient, params: Params, lines: Interface, onProblem?: (problem: AppError) => void) {
  for await (const line of lines) {
    if (line === '') continue;
    try {
      await orNotOffered('server_console', () => client.typeIntoServer({ params, body: { line } }));
    } catch (thrown) {
      if (onProblem === undefined) throw thrown;
      onProblem(asAppError(thrown));
    }
  }
}

/** Until one of both ends: the server, or what is typed. */
async function talk(client: ServiceClient, params: Params, io: CommandIo, asJson: boolean): Promise<void> {
  const write = createWriter(io, asJson);
  const input = linesOf(io);
  const typed = new AbortController();
  input.on('close', () => typed.abort());
  const typing = type(client, params, input, ({ message }) => io.stderr.write(`${message}\n`));
  try {
    const last = await orNotOffered('server_logs', () => readLast(client, params, LINES_BEFORE, write.lines));
    await follow(client, params, last, write, { io, until: typed.signal });
  } finally {
    input.close();
    await typing;
  }
}
