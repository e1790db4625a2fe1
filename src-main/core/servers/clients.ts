// Clients of games that people start beside their servers: programs of their own, run without a shell, with the last lines that
// each wrote. All of them end with the app.
import { type ChildProcess, spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { listSource } from '../../../src-shared/bridge/source.ts';
import { AppError } from '../../../src-shared/errors/app-error.ts';
import { type ClientView, MOST_CLIENTS } from '../../../src-shared/servers/clients-bridge.ts';
import { type Message, messageFor } from '../../../src-shared/text/message.ts';
import { runsAsRoot } from '../host/open-with-system.ts';

const KEPT_LINES = 120;
const LONGEST_LINE = 400;
const SHOWN_EVERY_MS = 250;
/** One that does not end when it is asked to is killed after this. */
const GRACE_MS = 2_000;
/** One that ended within this did not start for the person who opened it. */
const AT_ONCE_MS = 5_000;

export type ClientOrder = { game_id: string; server_id: string; program: string; arguments: readonly string[] };
export type Clients = ReturnType<typeof createClients>;

export function createClients(asRoot = runsAsRoot()) {
  const source = listSource<ClientView>({ every: SHOWN_EVERY_MS });
  const alive = new Map<string, ChildProcess>();
  let count = 0;
  const change = (id: string, next: (view: ClientView) => Partial<ClientView>) => {
    const view = source.snapshot().find((one) => one.id === id);
    if (view !== undefined) source.set({ ...view, ...next(view) });
  };
  const stopped = new Set<string>();
  const stop = async (id: string) => {
    const child = alive.get(id);
    if (child === undefined) return;
    stopped.add(id);
    const gone = once(child, 'close');
    endGroup(child, 'SIGTERM');
    const force = setTimeout(() => {
      endGroup(child, 'SIGKILL');
      // What it started in a group of its own may hold them for as long as it likes.
      child.stdout?.destroy();
      child.stderr?.destroy();
    }, GRACE_MS);
    await gone;
    clearTimeout(force);
  };
  const start = async (order: ClientOrder): Promise<void> => {
    if (alive.size >= MOST_CLIENTS) {
      throw new AppError('REQUEST_REFUSED', 'client.too-many', { limit: MOST_CLIENTS });
    }
    const child = await spawned(order);
    count += 1;
    const id = randomUUID();
    alive.set(id, child);
    source.set({
      id,
      label: String(count),
      game_id: order.game_id,
      server_id: order.server_id,
      lines: [],
      command: [order.program, ...order.arguments].join(' '),
      started_at: Date.now(),
      ...(child.pid === undefined ? {} : { pid: child.pid }),
    });
    follow(child, (more) => change(id, more));
    child.on('close', (code, signal) => {
      alive.delete(id);
      const isAsked = stopped.delete(id) || code === 0;
      change(id, ({ started_at: at, lines }) => ({
        ended_at: Date.now(),
        ending: formatEnding(code, signal),
        ...(isAsked || Date.now() - at > AT_ONCE_MS ? {} : { failed: whyFailed(lines, asRoot) }),
      }));
    });
  };
  return {
    source,
    start,
    stop,
    forget: () =>
      source.remove(...source.snapshot().flatMap(({ id, ended_at: end }) => (end === undefined ? [] : [id]))),
    close: async () => {
      await Promise.all([...alive.keys()].map(stop));
    },
  };
}

/** Each leads a group of its own, so that what it starts ends with it. */
async function spawned(order: ClientOrder): Promise<ChildProcess> {
  const child = spawn(order.program, order.arguments, {
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: process.platform !== 'win32',
  });
  try {
    await once(child, 'spawn');
    return child;
  } catch (cause) {
    const isMissing = cause instanceof Error && 'code' in cause && cause.code === 'ENOENT';
    const why = isMissing ? messageFor('client.no-such-program') : messageFor('client.program-not-run');
    throw new AppError('REQUEST_REFUSED', 'client.not-started', { program: order.program, why }, { cause });
  }
}

function endGroup(child: ChildProcess, signal: 'SIGTERM' | 'SIGKILL'): void {
  try {
    if (process.platform === 'win32' || child.pid === undefined) child.kill(signal);
    else process.kill(-child.pid, signal);
  } catch {
    // It has ended in this moment.
  }
}

function follow(child: ChildProcess, change: (next: (view: ClientView) => Partial<ClientView>) => void): void {
  let number = 0;
  const read = (stream: ChildProcess['stdout'], isError: boolean) => {
    let rest = '';
    const add = (text: string) => {
      number += 1;
      const line = { number, is_error: isError, text: text.slice(0, LONGEST_LINE) };
      change(({ lines }) => ({ lines: [...lines, line].slice(-KEPT_LINES) }));
    };
    stream?.setEncoding('utf8').on('data', (text: string) => {
      const [last = '', ...whole] = (rest + text).split(/\r?\n/).toReversed();
      for (const line of whole.toReversed()) add(line);
      // Of a line that never ends no more is kept than is shown.
      rest = last.slice(0, LONGEST_LINE);
    });
    stream?.on('end', () => {
      if (rest !== '') add(rest);
    });
  };
  read(child.stdout, false);
  read(child.stderr, true);
}

function whyFailed(lines: ClientView['lines'], asRoot: boolean): ClientView['failed'] {
  const refusesRoot = asRoot && lines.some(({ text }) => /\broot\b/i.test(text));
  return refusesRoot ? { hint: messageFor('client.refuses-root') } : {};
}

function formatEnding(code: number | null, signal: string | null): Message {
  if (signal !== null) return messageFor('client.ended-by-signal', { signal });
  return code === 0 ? messageFor('client.ended') : messageFor('client.ended-with-code', { code: code ?? '' });
}
