// Makes the container of one server and starts it, with what it writes coming to us from its first byte on.

import { type ChildProcessByStdio, spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Readable, Writable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import { SERVER_MARKER } from '../processes/system.ts';
import { createConsole } from '../runner/console.ts';
import { readOutput } from '../runner/output.ts';
import type { ContainerPlan, Launched } from '../runner/runner.ts';
import { liveOn } from './container-run.ts';
import { containerState, wasStarted } from './container-state.ts';
import { createArguments } from './create-arguments.ts';
import type { Engine } from './engine.ts';
import { refusedStart } from './refused-start.ts';
import { removeContainer, removeOf } from './remove.ts';
import { EngineFailure, lastLines } from './run-engine.ts';
import type { Shared, Started } from './runner-state.ts';

const LOOK_EVERY_MS = 30;
const KEPT_WORDS = 4096;

export async function launch(shared: Shared, plan: ContainerPlan): Promise<Launched> {
  const engine = await shared.engines.find();
  try {
    const id = await makeContainer(engine, plan, shared.maxProcesses);
    try {
      return await liveOn(shared, await start(shared, engine, { plan, id }));
    } catch (thrown) {
      await removeContainer(engine, id);
      throw thrown;
    }
  } catch (thrown) {
    shared.engines.forget();
    throw thrown instanceof EngineFailure ? refusedStart(engine, thrown.lines, thrown) : thrown;
  }
}

/** A start that was cut off may have left one of this name behind. */
async function makeContainer(engine: Engine, plan: ContainerPlan, maxProcesses: number): Promise<string> {
  try {
    return await make(engine, plan, maxProcesses);
  } catch (thrown) {
    const isTaken = thrown instanceof EngineFailure && /already in use/i.test(thrown.lines.join(' '));
    if (!isTaken || (await removeOf(engine, plan.server_id)) === 0) throw thrown;
    return await make(engine, plan, maxProcesses);
  }
}

async function make(engine: Engine, plan: ContainerPlan, maxProcesses: number): Promise<string> {
  const { server_id, environment, folder, image } = plan;
  const variables = { ...image.process?.environment, [SERVER_MARKER]: server_id, ...environment };
  const secret = await writeSecretEnvironment(folder, variables);
  try {
    const texts = createArguments(engine, plan, { maxProcesses, environmentFlags: secret.flags });
    // The command says whose container it makes: who comes after a crash waits for it, to end what it made.
    const printed = await engine.run(texts, { environment: { ...secret.environment, [SERVER_MARKER]: server_id } });
    return printed.trim().split('\n').at(-1) ?? '';
  } finally {
    await secret.remove();
  }
}

type Attached = ChildProcessByStdio<Writable, Readable, Readable>;
type Made = { plan: ContainerPlan; id: string };

/** Podman gives up on a program that ends before it has read of its control group. The container can be started again. */
const endedUnseen = /read \/proc\/\d+\/cgroup: no such process/;

async function start(shared: Shared, engine: Engine, made: Made): Promise<Started> {
  let tried = await tryStart(shared, engine, made);
  if ('refusal' in tried && endedUnseen.test(tried.refusal)) tried = await tryStart(shared, engine, made);
  if ('refusal' in tried) throw refusedStart(engine, lastLines(tried.refusal));
  return tried.started;
}

type Tried = { started: Started } | { refusal: string };

async function tryStart({ onProblem }: Shared, engine: Engine, { plan, id }: Made): Promise<Tried> {
  const { program, arguments: texts } = engine.command(['start', '--attach', '--interactive', id]);
  const child: Attached = spawn(program, texts, {
    // Podman leaves a file named "oom" where it was started when memory ran out.
    cwd: plan.folder,
    stdio: ['pipe', 'pipe', 'pipe'],
    windowsHide: true,
    // A Ctrl+C in our terminal is for us, who then end it in our own way.
    detached: true,
  });
  let isDetached = false;
  const waitDetached = async () => {
    await once(child, 'exit').catch(onProblem);
    isDetached = true;
  };
  const detached = waitDetached();
  const words = formatCreate();
  const onOutput: ContainerPlan['onOutput'] = (stream, chunk) => {
    if (stream === 'std_err') words.add(chunk);
    return plan.onOutput(stream, chunk);
  };
  const output = readOutput({ out: child.stdout, err: child.stderr }, onOutput, onProblem);
  const console = createConsole(child.stdin, onProblem);
  for (;;) {
    const mayBeOver = isDetached;
    const state = await containerState(engine, id);
    if (state !== undefined && wasStarted(state) && (state.Running || mayBeOver)) {
      words.enough();
      return { started: { engine, plan, id, output, console, detached, pid: state.Running ? state.Pid : 0 } };
    }
    if (mayBeOver) {
      await output.drained();
      return { refusal: `${state?.Error ?? ''}\n${words.text()}` };
    }
    await sleep(LOOK_EVERY_MS);
  }
}

/** The last words before it runs: they are the engine's own. */
function formatCreate() {
  let text = '';
  let isEnough = false;
  return {
    add: (chunk: Buffer) => {
      if (!isEnough) text = (text + chunk.toString()).slice(-KEPT_WORDS);
    },
    enough: () => {
      isEnough = true;
      text = '';
    },
    text: () => text,
  };
}

type Variables = Readonly<Record<string, string>>;
type SecretEnvironment = {
  /** Options of `create`. */
  flags: string[];
  /** For the command that makes the container. */
  environment: Record<string, string>;
  remove(): Promise<void>;
};

const HAS_LINE_BREAK = /[\r\n]/;

/**
 * Gives an environment to an engine without showing it in the list of processes: in a file that only we may read, and that is
 * gone once the container is made. Such a file cannot hold a line break; those values go through the environment of the command.
 */
async function writeSecretEnvironment(folder: string, variables: Variables): Promise<SecretEnvironment> {
  const all = Object.entries(variables);
  const lines = all.filter(([, value]) => !HAS_LINE_BREAK.test(value));
  const others = all.filter(([, value]) => HAS_LINE_BREAK.test(value));
  // Beside the folder that the server sees, not in it.
  const file = path.join(path.dirname(folder), `.env-${randomUUID()}`);
  await writeFile(file, lines.map(([name, value]) => `${name}=${value}\n`).join(''), { mode: 0o600, flag: 'wx' });
  return {
    flags: [`--env-file=${file}`, ...others.map(([name]) => `--env=${name}`)],
    environment: Object.fromEntries(others),
    remove: () => rm(file, { force: true }),
  };
}
