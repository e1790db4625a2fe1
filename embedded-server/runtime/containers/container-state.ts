// What an engine tells of one container, and what its end means.
import { z } from 'zod';
import type { Exit } from '../runner/runner.ts';
import { exitOfCode } from '../walls/exit-codes.ts';
import type { Engine } from './engine.ts';
import { EngineFailure } from './run-engine.ts';

const state = z.object({
  Running: z.boolean(),
  OOMKilled: z.boolean(),
  Pid: z.number(),
  ExitCode: z.number(),
  StartedAt: z.string(),
  Error: z.string().optional(),
});
export type ContainerState = z.infer<typeof state>;

const GONE = /no such (?:container|object)|no container with/i;

/** Undefined where there is no such container. */
export async function containerState(engine: Engine, id: string): Promise<ContainerState | undefined> {
  try {
    return state.parse(JSON.parse(await engine.run(['container', 'inspect', '--format', '{{json .State}}', id])));
  } catch (thrown) {
    if (isNoContainer(thrown)) return undefined;
    throw thrown;
  }
}

export function isNoContainer(thrown: unknown): boolean {
  return thrown instanceof EngineFailure && GONE.test(thrown.lines.join(' '));
}

/** A container that never started has a date before all engines. */
export function wasStarted({ StartedAt }: ContainerState): boolean {
  return Date.parse(StartedAt) > 0;
}

/** `removed`: somebody took the container away while it ran. */
export function exitOf(ended: ContainerState | undefined): Exit {
  if (ended === undefined) return { code: null, signal: 'SIGKILL', outOfMemory: false };
  return { ...exitOfCode(ended.ExitCode), outOfMemory: ended.OOMKilled };
}
