// Remembers the switches that were made from here, so that somebody else's can be told apart from them.
import type { AppDatabase } from '../storage/app-database.ts';

/** A switch that is read back within this time of ours, to the same version, is ours. */
const SAME_MS = 120_000;

export type Switch = { instanceId: string; namespaceId: string; versionId: string };
export type SwitchLog = ReturnType<typeof createSwitchLog>;

export function createSwitchLog() {
  let database: AppDatabase | undefined;
  let early: (Switch & { at: number })[] = [];
  const write = ({ sql }: AppDatabase, { at, instanceId, namespaceId, versionId }: Switch & { at: number }) =>
    sql
      .prepare('INSERT INTO switches (at, instance_id, namespace_id, version_id) VALUES (?, ?, ?, ?)')
      .run(at, instanceId, namespaceId, versionId);
  return {
    open: (opened: AppDatabase) => {
      database = opened;
      for (const one of early) write(opened, one);
      early = [];
    },
    close: () => {
      database = undefined;
    },
    /** Told before the wish is sent, as its effect may be seen before its answer. */
    begin: (one: Switch) => {
      const dated = { ...one, at: Date.now() };
      if (database === undefined) early.push(dated);
      else write(database, dated);
    },
    /** Whether a change of this namespace to this version, at this moment, was made from here. */
    isOurs: ({ instanceId, namespaceId, versionId }: Switch, at: number): boolean => {
      const found = database?.sql
        .prepare(
          'SELECT 1 FROM switches WHERE instance_id = ? AND namespace_id = ? AND version_id = ? AND at BETWEEN ? AND ? LIMIT 1',
        )
        .get(instanceId, namespaceId, versionId, Math.round(at - SAME_MS), Math.round(at + SAME_MS));
      return found !== undefined;
    },
  };
}
