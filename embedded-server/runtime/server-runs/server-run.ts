// The life of one server, from its build to its end: unpacked, given ports and a guard, started, watched, and taken back.
import { asAppError } from '../../../src-shared/errors/app-error.ts';
import { messageFor, textOf } from '../../../src-shared/text/message.ts';
import { commandLine } from '../hosting-thread/command-line.ts';
import { describeEnding, type Ending } from '../hosting-thread/describe-ending.ts';
import { explainNotListening } from '../hosting-thread/explain-not-listening.ts';
import { inImage } from '../hosting-thread/image-remedies.ts';
import type { ExpectedPort, ServerEvent, StartPlan } from '../hosting-thread/messages.ts';
import { CONTAINER_MARK, type OpenPort } from '../runner/runner.ts';
import type { ServerRecord } from '../server-records/store.ts';
import type { IsolationKind } from '../walls/isolation.ts';
import { createUndo } from './cleanup-stack.ts';
import { plainPorts } from './gather-run-settings.ts';
import { mayTakeOver } from './known-public-ports.ts';
import { type Opened, openPorts, withPublicSide } from './open-ports.ts';
import { findTaken, isEnding, type Taken } from './port-holder.ts';
import { type Prepared, prepareServer } from './prepare.ts';
import type { RunDependencies } from './run-dependencies.ts';
import { sayWait, sayWaited } from './say-wait.ts';
import { type Control, writtenAs } from './server-control.ts';
import { planStart } from './start-plan.ts';
import { keepCoreDumps, removeWorkingFolder } from './working-folder.ts';

/** How often a server is started again because somebody took its port between the choice and the start. */
const PORT_TRIES = 3;
/** One that ran for longer did not end for want of a port. */
const BINDS_WITHIN_MS = 120_000;

/** Settles when the server has ended and everything of it is taken back. Never rejects. */
export async function runServer(dependencies: RunDependencies, server: ServerRecord, control: Control): Promise<void> {
  const undo = createUndo();
  const { records, note } = dependencies;
  const id = server.server_id;
  let ending: Ending;
  try {
    const prepared = await prepareServer(dependencies, server, control.signal, undo);
    ending = await runUntilEnd(dependencies, server, prepared, control);
  } catch (thrown) {
    ending = endedBeforeRunning(thrown, control, records.one(id));
  }
  if (dependencies.isInImage) ending = inImage(ending);
  await undo.all((thrown) => note(id, `Could not clean up: ${String(thrown)}`));
  const clear = ending.state === 'crashed' ? keepCoreDumps : removeWorkingFolder;
  await clear(dependencies.workingFolder(id)).catch((thrown: unknown) => {
    note(id, `Could not remove its folder: ${String(thrown)}`);
  });
  const notes = [ending.problem ?? `Ended: ${ending.state}.`, ending.hint].filter((one) => one !== null);
  note(id, notes.map(textOf).join(' '));
  await dependencies.closeLog(id);
  records.change(id, { ...ending, destroy_ts: dependencies.now(), pid: null, identity: null });
}

function endedBeforeRunning(thrown: unknown, control: Control, present: ServerRecord | undefined): Ending {
  const by = control.stoppedBy();
  const exit = { out_of_memory: false };
  if (by !== undefined) {
    const problem = present === undefined ? null : sayWaited(present);
    return { state: 'stopped', exit: { ...exit, by: writtenAs(by) }, problem, hint: null };
  }
  const error = asAppError(thrown);
  return { state: 'failed', exit: { ...exit, by: 'itself' }, problem: error.toMessage(), hint: null };
}

async function runUntilEnd(
  dependencies: RunDependencies,
  server: ServerRecord,
  prepared: Prepared,
  control: Control,
): Promise<Ending> {
  for (let attempt = 1; ; ) {
    const outcome = await runWithPorts(dependencies, server, prepared, control);
    const { ending, portsTaken } = outcome;
    if (control.stoppedBy() !== undefined) return ending;
    const holder = holderToWaitFor(dependencies, server, outcome);
    if (holder !== undefined) {
      await waitForPort(dependencies, server, { prepared, ending, ...holder }, control.signal);
      continue;
    }
    if (!portsTaken || attempt === PORT_TRIES) return ending;
    attempt += 1;
    dependencies.note(server.server_id, 'Its port was taken in the meantime. Starting it again with another one.');
  }
}

async function runWithPorts(
  dependencies: RunDependencies,
  server: ServerRecord,
  prepared: Prepared,
  control: Control,
): Promise<Outcome> {
  const undo = createUndo();
  try {
    const opened = await openPorts(dependencies, server, prepared, { signal: control.signal, undo });
    await dependencies.joinRegion(server);
    return await runOnce(dependencies, server, { prepared, opened }, control);
  } finally {
    await undo.all((thrown) => dependencies.note(server.server_id, `Could not close a port: ${String(thrown)}`));
  }
}

type Holder = NonNullable<Taken['by']>;

/** The server that has the port which a kept one could not get, where that one ends or makes room for it. */
function holderToWaitFor(
  { records }: RunDependencies,
  { server_id }: ServerRecord,
  outcome: Outcome,
): Holder | undefined {
  const server = records.one(server_id);
  const by = outcome.taken?.by;
  if (server === undefined || by === undefined || !mayStartLater(server, outcome)) return undefined;
  return isEnding(by.holder) || mayTakeOver(records, server, by.holder.server_id) ? by : undefined;
}

/** At a port of the relay that both have, an older one that drains lets nobody in any more: it is to be taken back, not waited for. */
function mayStartLater({ kept, state, ports }: ServerRecord, { ending, ranMs }: Outcome): boolean {
  if (!kept || state === 'draining' || ending.exit.by !== 'itself' || ranMs > BINDS_WITHIN_MS) return false;
  return Object.values(ports).every(({ routing }) => routing.game_guard === undefined);
}

type Waiting = Holder & { prepared: Prepared; ending: Ending };

/** It only came too early, which is no crash: it is as it was before its start until the port is free. */
async function waitForPort(
  dependencies: RunDependencies,
  server: ServerRecord,
  { prepared, ending, holder, port }: Waiting,
  signal: AbortSignal,
): Promise<void> {
  const { records, note } = dependencies;
  const { server_id: id } = server;
  if (ending.problem !== null) note(id, textOf(ending.problem));
  const isGone = dependencies.waitAgain(records.one(id) ?? server, holder.server_id, signal);
  const ports = plainPorts(prepared.settings.ports);
  const unstarted = { start_ts: null, pid: null, identity: null, problem: null, hint: null };
  records.change(id, { state: 'preparing', ports, ...unstarted });
  sayWait(dependencies, { server, holder_id: holder.server_id, port });
  try {
    await isGone;
  } finally {
    // Also where it is ended meanwhile: its log tells of a start, so nobody is told that there was none.
    records.change(id, { problem: null });
  }
}

type Run = { prepared: Prepared; opened: Opened };
/** `taken`: what is known of the port that it ended for want of. */
type Outcome = { ending: Ending; portsTaken: boolean; ranMs: number; taken?: Taken | undefined };

async function runOnce(
  dependencies: RunDependencies,
  server: ServerRecord,
  run: Run,
  control: Control,
): Promise<Outcome> {
  const { records, host } = dependencies;
  const id = server.server_id;
  control.signal.throwIfAborted();
  const plan = await planStart(dependencies, server, run);
  const facts: Facts = { startedAt: dependencies.now(), wasReached: false, unhealthyFor: undefined };
  const ended = followProcess(dependencies, server, run, control, facts);
  // Asked before the answer is here: the process may end while it is on its way.
  records.change(id, {
    state: 'starting',
    ports: run.opened.ports,
    command: commandLine(plan),
    identity: markOf(plan),
  });
  dependencies.isolates(id, isolationOf(plan));
  const { pid, identity } = await host.call('start', plan);
  records.change(id, { pid, identity });
  control.onStop((graceMs) => {
    records.change(id, { state: 'stopping' });
    host.call('stop', { server_id: id, graceMs }).catch((thrown: unknown) => {
      dependencies.onProblem(thrown);
      control.tell({ t: 'ended', server_id: id, exit: lostExit, tail: [String(thrown)] });
    });
  });
  const { exit, tail, ranMs = dependencies.now() - facts.startedAt } = await ended;
  const ending = describeEnding({
    exit,
    tail,
    stoppedBy: control.stoppedBy(),
    unhealthyFor: facts.unhealthyFor,
    ranMs,
    memoryLimit: run.prepared.settings.limits.memory ?? dependencies.machineResources.memory,
    diskLimit: dependencies.serverLimits.disk,
  });
  const portsTaken = !facts.wasReached && ending.state === 'crashed' && (await run.opened.wereTaken());
  if (portsTaken || ending.state !== 'crashed') return { ending, portsTaken, ranMs };
  const taken = await findTaken(server, tail, run.prepared.settings, {
    servers: records.allAlive,
    namespaceOf: (holder) => dependencies.belongs(holder).namespaceName,
  });
  return { ending: taken === undefined ? ending : { ...ending, hint: taken.hint }, portsTaken, ranMs, taken };
}

/** A container may be made, and run, before its id is known here; a process is found by what it carries. */
function markOf(plan: StartPlan): string | null {
  return 'image' in plan ? CONTAINER_MARK : null;
}

function isolationOf(plan: StartPlan): IsolationKind {
  if ('image' in plan) return 'container';
  return plan.wall === undefined ? 'none' : 'wall';
}

const lostExit = { code: null, signal: null, outOfMemory: false };
/** `unhealthyFor`: for how many seconds it has not said that it is well. */
type Facts = { startedAt: number; wasReached: boolean; unhealthyFor: number | undefined };
type Ended = Extract<ServerEvent, { t: 'ended' }>;

/** Keeps the record in step with the process, until it ends. */
function followProcess(
  dependencies: RunDependencies,
  server: ServerRecord,
  { prepared, opened }: Run,
  control: Control,
  facts: Facts,
): Promise<Ended> {
  const { records } = dependencies;
  const id = server.server_id;
  const expected: readonly ExpectedPort[] = opened.expected;
  /** One that listens at some of its ports is joined there, unless it has still to say that it is ready. */
  const forwardSilent = (open: readonly OpenPort[] = []) => {
    if (prepared.settings.sdk.ready === 'listening') opened.forward(open);
  };
  return new Promise((resolve) => {
    control.onEvent((event) => {
      if (event.t === 'ended') {
        resolve(event);
        return;
      }
      if (control.stoppedBy() !== undefined || event.t === 'shutdown') return;
      if (event.t === 'unhealthy') {
        facts.unhealthyFor = event.seconds;
        records.change(id, { problem: messageFor('server.unhealthy', { seconds: event.seconds }) });
        return;
      }
      if (event.t === 'notReady') {
        records.change(id, {
          state: 'silent',
          problem: messageFor('silence.not-ready'),
          hint: messageFor('silence.do-say-ready'),
        });
        return;
      }
      if (event.t === 'listening') {
        facts.wasReached = true;
        opened.forward(event.open);
        dependencies.guard.promote(id);
        const ports = withPublicSide(opened, dependencies.address().publicHost);
        const state = records.one(id)?.state === 'draining' ? 'draining' : 'running';
        records.change(id, { state, start_ts: event.at, ports, problem: null, hint: null });
        return;
      }
      forwardSilent(event.open);
      const why = explainNotListening(expected, event.open, event.tail);
      records.change(id, { state: 'silent', ...(dependencies.isInImage ? inImage(why) : why) });
    });
  });
}
