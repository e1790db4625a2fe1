// Starts the real programs of samples/, and players that speak the real protocol.
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { closeAtEnd } from '../support/start-once.ts';
import { until } from '../support/until.ts';

export const samples = path.join(import.meta.dirname, '../../samples');

export type Running = {
  child: ChildProcess;
  lines: string[];
  /** Waits for a line of its log that fits, and answers its first group. */
  saw(pattern: RegExp): Promise<string>;
  ended(): Promise<number | null>;
};

export function run(folder: string, file: string, args: string[], env: Record<string, string> = {}): Running {
  const child = spawn(process.execPath, [file, ...args], {
    cwd: folder,
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let isOver = false;
  const exit = once(child, 'close').finally(() => (isOver = true));
  const lines: string[] = [];
  for (const stream of [child.stdout, child.stderr])
    createInterface({ input: stream }).on('line', (line) => lines.push(line));
  closeAtEnd(async () => {
    if (child.exitCode === null && child.signalCode === null) child.kill('SIGKILL');
    await exit;
  });
  return {
    child,
    lines,
    saw: async (pattern) => {
      const find = () => lines.map((line) => pattern.exec(line)).find((found) => found !== null);
      await until(
        () => {
          if (find() !== undefined) return true;
          if (isOver) throw new Error(`It ended with ${child.exitCode}:\n${lines.join('\n')}`);
          return false;
        },
        `${pattern} in\n${lines.join('\n')}`,
      );
      return find()?.[1] ?? '';
    },
    ended: async () => {
      await exit;
      return child.exitCode;
    },
  };
}

export type Message = { t: string; [field: string]: unknown };
export type BoatState = {
  id: number;
  x: number;
  y: number;
  heading: number;
  speed: number;
  next: number;
  passed: number;
};

export type Player = {
  socket: WebSocket;
  messages: Message[];
  send(message: unknown): void;
  last(kind: string): Message | undefined;
  /** The newest message of a kind that fits; waits for it. */
  next(kind: string, fits?: (message: Message) => boolean): Promise<Message>;
  boat(id: number): BoatState | undefined;
  closed: Promise<{ code: number; reason: string }>;
};

export async function openPlayer(url: string): Promise<Player> {
  const socket = new WebSocket(url);
  const messages: Message[] = [];
  socket.addEventListener('message', ({ data }) => messages.push(JSON.parse(String(data)) as Message));
  const closed = new Promise<{ code: number; reason: string }>((resolve) => {
    socket.addEventListener('close', ({ code, reason }) => resolve({ code, reason }));
  });
  closeAtEnd(async () => {
    socket.close();
    await closed;
  });
  await once(socket, 'open');
  const last = (kind: string) => messages.findLast(({ t }) => t === kind);
  return {
    socket,
    messages,
    closed,
    last,
    send: (message) => socket.send(JSON.stringify(message)),
    next: async (kind, fits = () => true) => {
      const find = () => messages.findLast((message) => message.t === kind && fits(message));
      await until(() => find() !== undefined, `a fitting "${kind}"`);
      return find() ?? { t: kind };
    },
    boat: (id) => (last('state')?.['boats'] as BoatState[] | undefined)?.find((boat) => boat.id === id),
  };
}
