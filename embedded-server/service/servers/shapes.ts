// Turns the record of a server into what the interface answers.
import type { Server, ServerPlayers } from '../../../src-shared/service/servers.ts';
import type { ServerRecord } from '../../runtime/server-records/store.ts';

/** What is known of a server while it lives, and is not in its record. */
type Live = { players: ServerPlayers | undefined; endsBy: number | undefined };

export function shapeServer(record: ServerRecord, live: Live): Server {
  const { arguments: texts, environment } = record.runtime;
  return {
    id: record.server_id,
    environment: record.namespace_id,
    datacenter: record.datacenter_id,
    created_at: record.create_ts,
    ...given('started_at', record.start_ts),
    ...given('destroyed_at', record.destroy_ts),
    tags: { ...record.tags },
    lifecycle: { kill_timeout: record.kill_timeout },
    network: { ...given('mode', record.wish.mode), ports: { ...record.ports } },
    resources: { cpu: record.cpu, memory: record.memory },
    runtime: {
      build: record.build_id,
      ...(texts === undefined ? {} : { arguments: [...texts] }),
      ...(environment === undefined ? {} : { environment: { ...environment } }),
    },
    state: record.state,
    ...given('problem', record.problem),
    ...given('hint', record.hint),
    ...given('exit', record.destroy_ts === null ? null : record.exit),
    ...given('version', record.version_id),
    kept: record.kept,
    ...given('players', live.players),
    ...given('ends_by', record.destroy_ts === null ? live.endsBy : undefined),
  };
}

function given<K extends string, T>(key: K, value: T | null | undefined): { [Key in K]?: T } {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- an object with this one key, or with none
  return (value === null || value === undefined ? {} : { [key]: value }) as { [Key in K]?: T };
}
