// The pipes between us and a wall: it is told the program's variables, and says its number inside and its code when it ends.
import { Readable, Writable } from 'node:stream';
import { exitOfCode } from './exit-codes.ts';
import { settingVariables } from './shell-words.ts';
import { ENVIRONMENT_FD, hasMounts, LIFELINE_FD, STATUS_FD, type WallBuilder } from './wall.ts';
import { windowsVariables } from './windows-command.ts';

/** In the order of their descriptors, after those of every program. */
export function wallPipes(builder: WallBuilder): 'pipe'[] {
  return hasMounts(builder) ? ['pipe', 'pipe'] : ['pipe', 'pipe', 'pipe'];
}

type WallStatus = {
  /** The number that the program has in its own namespace; undefined where the wall ended before it started one. */
  started: Promise<number | undefined>;
  /** Pending for good where the wall ends first. */
  ended: Promise<{ code: number | null; signal: string | null }>;
};
/** `release` hands over the variables, without which the program does not begin. */
export type Wall = WallStatus & { release(): void };

type Stdio = readonly (Readable | Writable | null | undefined)[];

export function speakToWall(
  stdio: Stdio,
  environment: Readonly<Record<string, string>>,
  builder: WallBuilder = 'unshare',
): Wall {
  const variables = stdio[ENVIRONMENT_FD];
  const status = stdio[STATUS_FD];
  if (!(variables instanceof Writable) || !(status instanceof Readable)) throw new Error('A wall needs its pipes');
  variables.once('error', () => {}); // a wall that fails reads no further, and says why itself
  stdio[LIFELINE_FD]?.once('error', () => {}); // the wall has ended first
  const texts = builder === 'restricted-token' ? windowsVariables(environment) : settingVariables(environment);
  const release = () => {
    if (!variables.writableEnded) variables.end(texts);
  };
  // There a program is made with its variables, and has a number then.
  if (builder === 'restricted-token') release();
  return { ...readWallStatus(status), release };
}

function readWallStatus(stream: Readable): WallStatus {
  let text = '';
  const started = Promise.withResolvers<number | undefined>();
  const ended = Promise.withResolvers<{ code: number | null; signal: string | null }>();
  stream.on('data', (chunk: Buffer) => {
    text += chunk.toString('latin1');
    const pid = /^pid (\d+)$/m.exec(text)?.[1];
    const [, kind, code] = /^(exit|code) (\d+)$/m.exec(text) ?? [];
    if (pid !== undefined) started.resolve(Number(pid));
    // A shell says signals by codes; where there are none, a code is a code.
    if (code !== undefined)
      ended.resolve(kind === 'exit' ? exitOfCode(Number(code)) : { code: Number(code), signal: null });
  });
  const close = () => started.resolve(undefined);
  stream.once('close', close).once('error', close);
  return { started: started.promise, ended: ended.promise };
}
