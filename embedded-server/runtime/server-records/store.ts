// Servers in the records, running and ended. Rows in, rows out; no rules.
import type { NetworkMode, PortRequest, ResourcesRequest } from '../../../src-shared/service/run-settings.ts';
import type { ServerExit, ServerPort, ServerState } from '../../../src-shared/service/servers.ts';
import type { Sentence } from '../../../src-shared/text/message.ts';
import type { Database } from '../../platform/storage/database.ts';
import { readSentence, writeSentence } from '../../platform/storage/sentence-column.ts';
import { command, query } from '../../platform/storage/statement.ts';

/** A port as anyone may ask for it. */
export type RequestedPort = Pick<PortRequest, 'protocol'> & {
  [K in 'internal_port' | 'number' | 'after' | 'proxy_protocol' | 'routing']?: PortRequest[K] | undefined;
};

/** What it is started with, once that is settled. */
export type ServerRuntime = {
  arguments?: readonly string[] | undefined;
  environment?: Readonly<Record<string, string>> | undefined;
};
/** What was asked for; where it says nothing, the version and the build's own settings speak. */
export type ServerRequest = ServerRuntime & {
  mode?: NetworkMode | undefined;
  ports?: Readonly<Record<string, RequestedPort>> | undefined;
  resources?: Partial<ResourcesRequest> | undefined;
  kill_timeout?: number | undefined;
};

/** What never changes of a server. */
export type NewServer = {
  server_id: string;
  game_id: string;
  namespace_id: string;
  build_id: string;
  version_id: string | null;
  datacenter_id: string;
  create_ts: number;
  tags: Readonly<Record<string, string>>;
  wish: ServerRequest;
  runtime: ServerRuntime;
  ports: Readonly<Record<string, ServerPort>>;
  cpu: number;
  memory: number;
  kill_timeout: number;
  /** Kept by the policy of its namespace, not created by a call. */
  kept: boolean;
};

/** What changes while it lives. */
export type ServerLife = {
  state: ServerState;
  problem: Sentence | null;
  hint: Sentence | null;
  start_ts: number | null;
  destroy_ts: number | null;
  exit: ServerExit | null;
  pid: number | null;
  identity: string | null;
  /** What was started, as a person would type it. */
  command: string | null;
  /** The set of kept folders that it has, or had. */
  kept_slot: number | null;
  /** The node of the fleet that it is on, or was. */
  node_id: string | null;
};
export type ServerRecord = NewServer & ServerLife;
/** What the life of a server may bring: its state, and what it turned out to run with. */
export type ServerChange = Partial<
  ServerLife & Pick<NewServer, 'ports' | 'cpu' | 'memory' | 'kill_timeout' | 'runtime'>
>;
export type ServerStore = ReturnType<typeof createServerStore>;

/** What rules about many servers go by. */
export type LivingServer = Pick<
  ServerRecord,
  'server_id' | 'namespace_id' | 'version_id' | 'kept' | 'state' | 'create_ts' | 'node_id' | 'destroy_ts'
>;

type LivingRow = Omit<LivingServer, 'kept'> & { kept: number };
type Row = Omit<ServerRecord, 'tags' | 'wish' | 'runtime' | 'ports' | 'kept' | 'exit' | 'problem' | 'hint'> & {
  tags: string;
  wish: string;
  runtime: string;
  ports: string;
  kept: number;
  exit: string | null;
  problem: string | null;
  hint: string | null;
};

const COLUMNS = `server_id, game_id, namespace_id, build_id, version_id, datacenter_id, create_ts, tags, wish, runtime,
  ports, cpu, memory, kill_timeout, kept, state, problem, hint, start_ts, destroy_ts, exit, pid, identity, command,
  kept_slot, node_id`;

/** Of a `LivingRow`. */
const LIVING_COLUMNS = 'server_id, namespace_id, version_id, kept, state, create_ts, node_id, destroy_ts';

export function createServerStore(db: Database) {
  const one = query<Row>(db, `SELECT ${COLUMNS} FROM servers WHERE server_id = ?`);
  const list = query<Row>(
    db,
    `SELECT ${COLUMNS} FROM servers WHERE namespace_id = ? ORDER BY create_ts DESC, revision DESC`,
  );
  const alive = query<Row>(
    db,
    `SELECT ${COLUMNS} FROM servers WHERE namespace_id = ? AND destroy_ts IS NULL ORDER BY create_ts DESC, revision DESC`,
  );
  const living = query<LivingRow>(
    db,
    `SELECT ${LIVING_COLUMNS} FROM servers
     WHERE namespace_id = ? AND destroy_ts IS NULL ORDER BY create_ts DESC, revision DESC`,
  );
  const keptLiving = query<LivingRow>(
    db,
    `SELECT ${LIVING_COLUMNS} FROM servers
     WHERE namespace_id = ? AND destroy_ts IS NULL AND kept = 1 ORDER BY create_ts DESC, revision DESC`,
  );
  const livingCount = query<{ count: number }>(
    db,
    'SELECT count(*) AS count FROM servers WHERE namespace_id = ? AND destroy_ts IS NULL',
  );
  const allAlive = query<Row>(db, `SELECT ${COLUMNS} FROM servers WHERE destroy_ts IS NULL`);
  const lostOf = query<Row>(
    db,
    `SELECT ${COLUMNS} FROM servers WHERE node_id = ? AND destroy_ts >= ? AND state = 'stopped' AND problem IS NOT NULL
     ORDER BY destroy_ts DESC LIMIT 200`,
  );
  const put = command(db, `INSERT OR REPLACE INTO servers (${COLUMNS}, revision) VALUES (${'?, '.repeat(26)}?)`);
  const newest = query<{ servers_revision: number }>(
    db,
    'SELECT servers_revision FROM namespaces WHERE namespace_id = ?',
  );
  const setNewest = command(db, 'UPDATE namespaces SET servers_revision = ? WHERE namespace_id = ?');
  const ended = query<{ server_id: string }>(
    db,
    `SELECT server_id FROM servers WHERE namespace_id = ? AND destroy_ts IS NOT NULL
     ORDER BY revision DESC LIMIT -1 OFFSET ?`, // not by time: a clock may be set back
  );
  const remove = command(db, 'DELETE FROM servers WHERE server_id = ?');
  return {
    one: (server_id: string) => opened(one.one(server_id)),
    list: (namespace_id: string) => list.all(namespace_id).map(open),
    alive: (namespace_id: string) => alive.all(namespace_id).map(open),
    living: (namespace_id: string): LivingServer[] => living.all(namespace_id).map(openLiving),
    keptLiving: (namespace_id: string): LivingServer[] => keptLiving.all(namespace_id).map(openLiving),
    livingCount: (namespace_id: string) => livingCount.one(namespace_id)?.count ?? 0,
    allAlive: () => allAlive.all().map(open),
    /** Those that ended on a node since then without anybody having asked for it. */
    lostOn: (node_id: string, since: number) => lostOf.all(node_id, since).map(open),
    put: (server: ServerRecord, revision: number) => put(...valuesOf(server), revision),
    revision: (namespace_id: string) => newest.one(namespace_id)?.servers_revision ?? 0,
    setRevision: (namespace_id: string, value: number) => setNewest(value, namespace_id),
    /** The ended servers of a namespace beyond the newest so many. */
    endedBeyond: (namespace_id: string, count: number) => ended.all(namespace_id, count).map(({ server_id: id }) => id),
    remove: (server_id: string) => remove(server_id),
  };
}

function opened(row: Row | undefined): ServerRecord | undefined {
  return row === undefined ? undefined : open(row);
}

function open(row: Row): ServerRecord {
  const { tags, wish, runtime, ports, exit, kept } = row;
  return {
    ...row,
    ...json({ tags, wish, runtime, ports }),
    kept: kept === 1,
    problem: readSentence(row.problem),
    hint: readSentence(row.hint),
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- only this file writes this column
    exit: exit === null ? null : (JSON.parse(exit) as ServerExit),
  };
}

/** Field by field: what SQLite answers is slow to copy as a whole. */
function openLiving(row: LivingRow): LivingServer {
  return {
    server_id: row.server_id,
    namespace_id: row.namespace_id,
    version_id: row.version_id,
    kept: row.kept === 1,
    state: row.state,
    create_ts: row.create_ts,
    node_id: row.node_id,
    destroy_ts: row.destroy_ts,
  };
}

type Parsed = Pick<ServerRecord, 'tags' | 'wish' | 'runtime' | 'ports'>;

function json(columns: Record<keyof Parsed, string>): Parsed {
  const parsed = Object.entries(columns).map(([key, text]) => [key, JSON.parse(text)] as const);
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- only this file writes these columns
  return Object.fromEntries(parsed) as Parsed;
}

function valuesOf(s: ServerRecord) {
  return [
    s.server_id,
    s.game_id,
    s.namespace_id,
    s.build_id,
    s.version_id,
    s.datacenter_id,
    s.create_ts,
    JSON.stringify(s.tags),
    JSON.stringify(s.wish),
    JSON.stringify(s.runtime),
    JSON.stringify(s.ports),
    s.cpu,
    s.memory,
    s.kill_timeout,
    Number(s.kept),
    s.state,
    writeSentence(s.problem),
    writeSentence(s.hint),
    s.start_ts,
    s.destroy_ts,
    s.exit === null ? null : JSON.stringify(s.exit),
    s.pid,
    s.identity,
    s.command,
    s.kept_slot,
    s.node_id,
  ];
}
