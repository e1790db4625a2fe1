// Servers: created, ended, started again, listed. Rules only; what runs them is notified, and does the rest in its own time.
import { randomUUID } from 'node:crypto';
import { AppError } from '../../../src-shared/errors/app-error.ts';
import type { Resources } from '../../../src-shared/service/run-settings.ts';
import { type AskedToEnd, type CreateServerBody, SERVERS_AT_ONCE } from '../../../src-shared/service/servers.ts';
import type { ServerRecords } from '../../runtime/server-records/records.ts';
import type { NewServer, ServerRecord, ServerRequest } from '../../runtime/server-records/store.ts';
import { answeredResources, portsBeforeStart } from '../../runtime/server-runs/gather-run-settings.ts';
import { DEFAULT_KILL_TIMEOUT_MS } from '../../runtime/server-runs/kill-timeout.ts';
import type { StoppedBy } from '../../runtime/server-runs/server-control.ts';
import type { WholeNamespace } from '../namespaces/store.ts';
import type { RegionService } from '../regions/service.ts';
import { refusePortProblems } from '../versions/config-problems.ts';

export type ServerParts = {
  records: ServerRecords;
  regions: RegionService;
  begin(server: ServerRecord): void;
  stop(server_id: string, by: StoppedBy, graceMs: number): void;
  ended(server_id: string): Promise<void>;
  /** Has the servers that a namespace keeps looked at, as if nothing had gone wrong before. */
  reconcileNow(namespace_id: string): void;
  /** Whether the namespace is there and is not about to go. */
  isHosted(namespace_id: string): boolean;
  /** Why servers of this game cannot run this build; undefined where they can. */
  whyNotRun(game_id: string, build_id: string): AppError | undefined;
  /** The version that a build became. */
  versionOf(build_id: string): string | null;
  /** What a server without limits has. */
  machineResources: Resources;
  now(): number;
};
/** A person, or a program with a token. */
export type WhoAsks = Omit<AskedToEnd, 'to'>;
export type ServerService = ReturnType<typeof createServerService>;

export function createServerService(parts: ServerParts) {
  const { records } = parts;
  /** Servers that are restarted now, with the one that comes after: two who ask at once get the same. */
  const restarting = new Map<string, Promise<ServerRecord>>();
  /** Those that come after one of them already. */
  const taken = new Set<string>();
  return {
    one: ({ namespace_id }: WholeNamespace, server_id: string) => records.find(namespace_id, server_id),
    list: ({ namespace_id }: WholeNamespace, request: { ended: boolean; cursor: string | undefined }) => {
      const all = request.ended ? records.list(namespace_id) : records.alive(namespace_id);
      return {
        revision: records.revision(namespace_id),
        servers: pageAfter(all, cursorOf(records, namespace_id, request.cursor)),
      };
    },
    create: (place: WholeNamespace, body: CreateServerBody): ServerRecord => {
      refuseCreate(parts, place, body);
      return begin(parts, place, newServer(parts, place, body));
    },
    refuseEnded: (server: ServerRecord): void => {
      if (server.destroy_ts === null) return;
      throw new AppError(
        'VALIDATION_ERROR',
        'server.has-ended',
        {},
        {
          metadata: { errors: [{ path: ['server', 'ended'] }] },
        },
      );
    },
    /** Safe to repeat: one that has ended stays as it is. */
    destroy: (server: ServerRecord, graceMs: number | undefined, who: WhoAsks): void => {
      if (server.destroy_ts !== null) return;
      noteAsked(parts, server, { to: graceMs === 0 ? 'kill' : 'stop', ...who });
      parts.stop(server.server_id, 'you', graceMs ?? server.kill_timeout);
    },
    restart: (place: WholeNamespace, server: ServerRecord, who: WhoAsks): Promise<ServerRecord> => {
      const { server_id: id } = server;
      const underWay = restarting.get(id);
      if (underWay !== undefined) return underWay;
      refuseDraining(server);
      if (server.destroy_ts === null) noteAsked(parts, server, { to: 'restart', ...who });
      const successor = restart(parts, place, { server, taken }).finally(() => {
        restarting.delete(id);
        if (restarting.size === 0) taken.clear();
      });
      restarting.set(id, successor);
      return successor;
    },
  };
}

/** A restart would leave a server of the old version that nobody ends. */
function refuseDraining({ state }: ServerRecord): void {
  if (state !== 'draining') return;
  const metadata = { errors: [{ path: ['server', 'draining'] }] };
  throw new AppError('VALIDATION_ERROR', 'server.drains-no-restart', {}, { metadata });
}

/** Kept with how it ends, with who asked first. One that is killed after it was asked to stop was killed. */
function noteAsked({ records }: ServerParts, { server_id, exit }: ServerRecord, asked: AskedToEnd): void {
  if (exit?.asked?.to === asked.to) return;
  const by = asked.to === 'restart' ? 'policy' : 'you';
  records.change(server_id, { exit: { out_of_memory: false, by, ...exit, asked } });
}

type Cursor = Pick<ServerRecord, 'server_id' | 'create_ts'>;

function cursorOf(records: ServerRecords, namespace_id: string, server_id: string | undefined): Cursor | undefined {
  const found = server_id === undefined ? undefined : records.one(server_id);
  return found?.namespace_id === namespace_id ? found : undefined;
}

/** One that was seen last may have ended meanwhile: where only those that live are listed, those created before it come next. */
function pageAfter(servers: readonly ServerRecord[], cursor: Cursor | undefined): readonly ServerRecord[] {
  if (cursor === undefined) return servers.slice(0, SERVERS_AT_ONCE);
  const at = servers.findIndex(({ server_id: id }) => id === cursor.server_id);
  const rest = at < 0 ? servers.filter(({ create_ts: made }) => made <= cursor.create_ts) : servers.slice(at + 1);
  return rest.slice(0, SERVERS_AT_ONCE);
}

function refuseCreate({ regions, whyNotRun }: ServerParts, place: WholeNamespace, body: CreateServerBody): void {
  refusePortProblems({ ports: body.network.ports });
  if (regions.find(body.datacenter) === undefined) {
    const known = regions.list().map(({ region_name_id: slug }) => slug);
    throw new AppError('SERVERS_SERVER_FAILED_TO_CREATE', 'server.no-such-datacenter', {
      name: body.datacenter.slice(0, 40),
      known: known.join(', '),
    });
  }
  const problem = whyNotRun(place.game_id, body.runtime.build);
  if (problem !== undefined) throw problem;
}

function newServer(
  { regions, versionOf, machineResources, now }: ServerParts,
  place: WholeNamespace,
  body: CreateServerBody,
): NewServer {
  const { runtime, network, resources, lifecycle, tags } = body;
  const regionId = regions.find(body.datacenter)?.region_id ?? body.datacenter;
  const request: ServerRequest = {
    ...(runtime.arguments === undefined ? {} : { arguments: runtime.arguments }),
    ...(runtime.environment === undefined ? {} : { environment: runtime.environment }),
    ...(network.mode === undefined ? {} : { mode: network.mode }),
    ...(lifecycle?.kill_timeout === undefined ? {} : { kill_timeout: lifecycle.kill_timeout }),
    ports: network.ports,
    ...(resources === undefined ? {} : { resources }),
  };
  const { arguments: texts, environment } = request;
  return {
    server_id: randomUUID(),
    game_id: place.game_id,
    namespace_id: place.namespace_id,
    build_id: runtime.build,
    version_id: versionOf(runtime.build),
    datacenter_id: regionId,
    create_ts: now(),
    tags,
    wish: request,
    runtime: { arguments: texts, environment },
    ports: portsBeforeStart(network.ports),
    ...answeredResources(resources, machineResources),
    kept: false,
    kill_timeout: request.kill_timeout ?? DEFAULT_KILL_TIMEOUT_MS,
  };
}

function begin(
  { records, begin: start, isHosted }: ServerParts,
  place: WholeNamespace,
  server: NewServer,
): ServerRecord {
  // Whoever asked may have waited, as a restart does.
  if (!isHosted(place.namespace_id)) throw new AppError('GAME_ENVIRONMENT_NOT_FOUND');
  const living = records.livingCount(place.namespace_id);
  if (living >= place.lobby_count_max) {
    throw new AppError('SERVERS_SERVER_FAILED_TO_CREATE', 'server.too-many', {
      namespace: place.name_id,
      limit: place.lobby_count_max,
      living,
    });
  }
  const record = records.add(server);
  start(record);
  return record;
}

/**
 * Ends it, and starts another in the same way once its ports are free. A kept one is started again by its namespace; where that has
 * others, or runs another version, it is one of its own from then on, as the namespace would end it at once.
 */
async function restart(
  parts: ServerParts,
  place: WholeNamespace,
  { server, taken }: { server: ServerRecord; taken: Set<string> },
): Promise<ServerRecord> {
  const { records } = parts;
  const before = new Set(records.living(place.namespace_id).map(({ server_id: id }) => id));
  if (server.destroy_ts === null) {
    parts.stop(server.server_id, 'policy', server.kill_timeout);
    await parts.ended(server.server_id);
  }
  if (server.kept) {
    parts.reconcileNow(place.namespace_id);
    const isNext = ({ kept, server_id: id }: ServerRecord) => kept && !before.has(id) && !taken.has(id);
    const successor = records.alive(place.namespace_id).find(isNext);
    if (successor !== undefined) {
      taken.add(successor.server_id);
      return successor;
    }
  }
  return begin(parts, place, {
    ...server,
    server_id: randomUUID(),
    create_ts: parts.now(),
    runtime: server.wish,
    ports: portsBeforeStart(server.wish.ports ?? {}),
    kept: false,
  });
}
