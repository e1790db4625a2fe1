// Crashes told in one way: how often and how fast servers of a version ended as nobody wanted, and what happens next. Whatever tells of a
// crash in the window asks here. Pure.
import { ownHint } from '../../../src-shared/servers/known-cause.ts';
import { RAN_WELL_MS, TOLD_TOGETHER_MS } from '../../../src-shared/servers/trouble-spans.ts';
import type { NamespaceSummary } from '../../../src-shared/service/namespaces.ts';
import type { Server } from '../../../src-shared/service/servers.ts';
import type { Message, Sentence } from '../../../src-shared/text/message.ts';
import { t } from '../../text/t.ts';
import { formatClock, formatSpan } from '../../ui/format.ts';
import { isEnded, isRunning, isTrouble, stateOf } from './server-format.ts';

/** Servers of one version that crashed, or did not start, one after the other in the place of each other: newest first. */
export type CrashRecord = { newest: Server; runs: readonly Server[] };

/** What becomes of the place of the server; undefined where only the policy of its namespace says it. */
export type CrashNext =
  | { kind: 'by_hand' | 'given_up' | 'starting' }
  | { kind: 'running'; since: number }
  | { kind: 'switched_back'; version: string };

/** When a namespace was last switched, where that is known. */
type Switched = Pick<NamespaceSummary, 'namespace_id' | 'deploy_ts'>;

/** The record that each server in trouble belongs to, by the server's id. `namespaces` tell the present deployment from those before. */
export function crashRecords(
  servers: readonly Server[],
  namespaces: readonly Switched[] = [],
): ReadonlyMap<string, CrashRecord> {
  const found = new Map<string, CrashRecord>();
  const placeOf = (server: Server) => `${placeIn(server)} ${isBeforeSwitch(server, namespaces)}`;
  for (const same of Map.groupBy(servers.filter(isTrouble), placeOf).values()) {
    for (const runs of runsOf(same, servers)) {
      const [newest] = runs;
      if (newest !== undefined) for (const { id } of runs) found.set(id, { newest, runs });
    }
  }
  return found;
}

/** What one server of them belongs to. */
export function crashRecordOf(
  servers: readonly Server[],
  server: Server,
  namespaces?: readonly Switched[],
): CrashRecord {
  return crashRecords(servers, namespaces).get(server.id) ?? { newest: server, runs: [server] };
}

/** Whether its namespace was switched after it ended, be it to the same version. */
export function isBeforeSwitch(server: Server, namespaces: readonly Switched[]): boolean {
  const switched = namespaces.find(({ namespace_id: id }) => id === server.environment)?.deploy_ts;
  return switched !== undefined && endOf(server) < Date.parse(switched);
}

/** One that nothing replaces stands for itself. */
function placeIn({ id, environment, version, state, kept }: Server): string {
  return kept === true ? [environment, version, state].join(' ') : id;
}

function runsOf(same: readonly Server[], servers: readonly Server[]): Server[][] {
  const others = servers.filter((server) => isOtherVersion(server, same[0]));
  const all: Server[][] = [];
  for (const server of same.toSorted((a, b) => endOf(b) - endOf(a) || b.created_at - a.created_at)) {
    const before = all.at(-1)?.at(-1);
    if (before !== undefined && isTogether(before, server, others)) all.at(-1)?.push(server);
    else all.push([server]);
  }
  return all;
}

/** Not where another version ran in between: those crashes are of another deployment, which counts its own. */
function isTogether(newer: Server, older: Server, others: readonly Server[]): boolean {
  if (endOf(newer) - endOf(older) > TOLD_TOGETHER_MS) return false;
  return !others.some(({ created_at: made }) => made > older.created_at && made < newer.created_at);
}

function isOtherVersion({ environment, version, kept }: Server, one: Server | undefined): boolean {
  return kept === true && environment === one?.environment && version !== one.version;
}

function endOf({ destroyed_at: end = 0 }: Server): number {
  return end;
}

/** The version that a namespace runs, when it was last switched to it, and how many servers it keeps, where that is known. */
export type Deployed = Pick<NamespaceSummary, 'version_id' | 'deploy_ts' | 'server_count'>;

/** Without what crashed, or did not start, before its namespace was last switched: those ends are of an earlier deployment. */
export function ofDeployment(servers: readonly Server[], { deploy_ts: switched }: Deployed): readonly Server[] {
  if (switched === undefined) return servers;
  const since = Date.parse(switched);
  return servers.filter((server) => !isTrouble(server) || endOf(server) >= since);
}

/**
 * What keeps a namespace without a server: nothing else of it lives, and the newest of what it keeps failed. The one that is started in its
 * place changes nothing until it runs: it may fail the same way in a moment.
 */
export function downRecord(servers: readonly Server[], deployed: Deployed): CrashRecord | undefined {
  const own = ofDeployment(servers, deployed);
  const last = lastKept(
    own.filter((server) => !isStarting(server)),
    deployed.version_id,
  );
  return last?.problem !== undefined && isTrouble(last) ? crashRecordOf(own, last) : undefined;
}

function isStarting(server: Server): boolean {
  return ['preparing', 'starting'].includes(stateOf(server));
}

/** The kept server that somebody stopped, where nothing lives since: its namespace starts none until it is told to. */
export function stoppedRecord(servers: readonly Server[], version_id: string): Server | undefined {
  const last = lastKept(servers, version_id);
  return last?.state === 'stopped' && last.exit?.by === 'you' ? last : undefined;
}

/** The newest server, where none lives and it was kept for this version. */
function lastKept(servers: readonly Server[], version_id: string): Server | undefined {
  if (servers.some((server) => !isEnded(server))) return undefined;
  const [newest] = servers.toSorted((a, b) => b.created_at - a.created_at);
  return newest?.kept === true && newest.version === version_id ? newest : undefined;
}

/**
 * The crashes that what a namespace keeps came after, while nothing of it has run well since: it may crash the same way in a moment.
 * Undefined where no server runs, where one has run well since, and where another version ran in between.
 */
export function shakyRecord(servers: readonly Server[], deployed: Deployed, now: number): CrashRecord | undefined {
  const { version_id } = deployed;
  const kept = ofDeployment(servers, deployed).filter((one) => one.kept === true);
  const crashed = kept
    .filter((one) => one.version === version_id && stateOf(one) === 'crashed')
    .toSorted((a, b) => endOf(b) - endOf(a))[0];
  if (crashed === undefined) return undefined;
  const later = kept.filter((one) => one.created_at >= endOf(crashed));
  const isOver = later.some((one) => one.version !== version_id || ranMs(one, now) >= RAN_WELL_MS);
  return isOver || !later.some(isUp) ? undefined : crashRecordOf(kept, crashed);
}

/**
 * What has left a namespace with fewer servers than it is to keep, others of which run: those that failed are started no more.
 */
export function shortRecord(servers: readonly Server[], deployed: Deployed): CrashRecord | undefined {
  const found = shortRecords.get(servers);
  if (found?.deployed === deployed) return found.record;
  const record = findShort(servers, deployed);
  shortRecords.set(servers, { deployed, record });
  return record;
}

/** Found once for all that tell of it: the state of a lane, what it needs and its foot. */
const shortRecords = new WeakMap<readonly Server[], { deployed: Deployed; record: CrashRecord | undefined }>();

function findShort(servers: readonly Server[], deployed: Deployed): CrashRecord | undefined {
  const { version_id, server_count: wanted = 0 } = deployed;
  const own = ofDeployment(servers, deployed);
  const alive = own.filter((server) => server.kept === true && !isEnded(server)).length;
  if (alive === 0 || alive >= wanted) return undefined;
  const [failed] = own
    .filter((server) => server.kept === true && server.version === version_id && isTrouble(server))
    .toSorted((a, b) => endOf(b) - endOf(a));
  if (failed === undefined) return undefined;
  const record = crashRecordOf(own, failed);
  return nextOf(record, own)?.kind === 'given_up' ? record : undefined;
}

function isUp(server: Server): boolean {
  return !isEnded(server) && isRunning(server);
}

function ranMs(server: Server, now: number): number {
  const { started_at: start = isUp(server) ? server.created_at : now, destroyed_at: end = now } = server;
  return end - start;
}

/** The server that runs in the place of those of this version that crashed, or did not start. */
export function replacementOf(servers: readonly Server[], version_id: string): Server | undefined {
  const own = servers.filter(({ version }) => version === version_id);
  const [last] = own.filter(isTrouble).toSorted((a, b) => endOf(b) - endOf(a));
  return last && own.find((one) => one.created_at >= endOf(last) && isUp(one));
}

/** What happens next, as far as the servers of its namespace tell. */
export function nextOf({ newest, runs }: CrashRecord, servers: readonly Server[]): CrashNext | undefined {
  if (newest.kept === false) return { kind: 'by_hand' };
  const after = servers.filter((one) => one.created_at > newest.created_at && isSamePlace(one, newest));
  const running = after.find(isUp);
  if (running !== undefined) return { kind: 'running', since: running.started_at ?? running.created_at };
  if (after.some((one) => !isEnded(one))) return { kind: 'starting' };
  const back = toldTo({ newest, runs }, 'server.switched-back');
  if (back !== undefined) return { kind: 'switched_back', version: wordOf(back.params?.['version']) };
  return toldTo({ newest, runs }, 'server.given-up') === undefined ? undefined : { kind: 'given_up' };
}

function isSamePlace(one: Server, { environment, version }: Server): boolean {
  return one.environment === environment && one.version === version && one.kept === true;
}

function wordOf(param: Message | string | number | undefined): string {
  return typeof param === 'object' ? param.text : String(param ?? '');
}

/** Of several that crash together one is told so, which need not be the newest. It holds while none was started after that. */
function toldTo({ newest, runs }: CrashRecord, reason: string): Message | undefined {
  for (const { hint, destroyed_at: end = 0 } of runs)
    if (typeof hint === 'object' && hint.reason === reason && newest.created_at <= end) return hint;
  return undefined;
}

/** Whether it crashed as what its namespace keeps of this version, so that another version may do better. */
export function blamesVersion({ state, version, kept }: Server, version_id: string | undefined): boolean {
  return state === 'crashed' && kept !== false && version !== undefined && version === version_id;
}

/** What to do, as the service says it, without what this record says itself. */
export function hintOf({ newest: { hint } }: CrashRecord): Sentence | undefined {
  return ownHint(hint);
}

/** "Crashed 4×": the short form, for a row. */
export function formatTimes({ newest, runs }: CrashRecord): string {
  const isCrash = stateOf(newest) === 'crashed';
  if (runs.length < 2) return isCrash ? t('Crashed') : t('Did not start');
  return isCrash ? t('Crashed {n}×', { n: runs.length }) : t('Did not start {n}×', { n: runs.length });
}

/** How often and how fast: "Crashed 4 times in 1 min", "Crashed at 14:19". */
export function formatHowOften({ newest, runs }: CrashRecord): string {
  const isCrash = stateOf(newest) === 'crashed';
  const [last, first] = [endOf(newest), endOf(runs.at(-1) ?? newest)];
  const [clock, n, time] = [formatClock(last), runs.length, formatLoop(last - first)];
  if (n < 2) return isCrash ? t('Crashed at {clock}', { clock }) : t('Did not start at {clock}', { clock });
  return isCrash ? t('Crashed {n} times in {time}', { n, time }) : t('Did not start {n} times in {time}', { n, time });
}

/** Below two minutes the seconds decide whether restarts stop. */
function formatLoop(ms: number): string {
  return ms > 60_000 && ms < 120_000 ? `${Math.round(ms / 1_000)} s` : formatSpan(Math.max(60_000, ms));
}

/** What happens next, in a sentence. `namespace` is its name id. */
export function formatNext(next: CrashNext, namespace: string, now: number): string {
  switch (next.kind) {
    case 'by_hand':
      return t('It was started by hand, so it is not replaced.');
    case 'given_up':
      return t('Restarts have stopped.');
    case 'starting':
      return t('Restarting now.');
    case 'running':
      return t('Running again for {time}.', { time: formatSpan(Math.max(1_000, now - next.since)) });
    case 'switched_back':
      return t('{namespace} runs {version} again.', { namespace, version: next.version });
  }
}
