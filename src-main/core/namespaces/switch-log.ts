// Remembers the switches that were made from here, so that somebody else's can be told apart from them.
import type { ChangedBy } from '../../../src-shared/service/namespaces.ts';
import type { AppDatabase } from '../platform/storage/app-database.ts';

/** A switch that is read back within this time of ours, to the same version, is ours. */
const SAME_MS = 120_000;

export type Switch = { instance_id: string; namespace_id: string; version_id: string };
export type SwitchLog = ReturnType<typeof createSwitchLog>;

export function createSwitchLog() {
  let database: AppDatabase | undefined;
  let early: (Switch & { at: number })[] = [];
  const write = ({ sql }: AppDatabase, { at, instance_id, namespace_id, version_id }: Switch & { at: number }) =>
    sql
      .prepare('INSERT INTO switches (at, instance_id, namespace_id, version_id) VALUES (?, ?, ?, ?)')
      .run(at, instance_id, namespace_id, version_id);
  const flush = (opened: AppDatabase) => {
    for (const one of early) write(opened, one);
    early = [];
  };
  return {
    open: (opened: AppDatabase) => {
      database = opened;
      flush(opened);
    },
    close: () => {
      database = undefined;
    },
    /** Called before the request is sent, as its effect may be seen before its answer. */
    begin: (one: Switch) => {
      const dated = { ...one, at: Date.now() };
      early.push(dated);
      try {
        if (database !== undefined) flush(database);
      } catch {
        // A full disk must not stand in the way of a roll back. It stays in memory until it can be written.
      }
    },
    /**
     * Whether a change of this namespace to this version, at this moment, was made from here. `maker` is who made it, where its instance
     * tells that: a service that rolled back by itself may go to the very version that was switched to from here a moment ago.
     */
    isOurs: ({ instance_id, namespace_id, version_id }: Switch, at: number, maker?: ChangedBy): boolean => {
      if (maker?.kind === 'slipway') return false;
      const isSame = (one: Switch & { at: number }) =>
        one.instance_id === instance_id && one.namespace_id === namespace_id && one.version_id === version_id;
      if (early.some((one) => isSame(one) && Math.abs(one.at - at) <= SAME_MS)) return true;
      const found = database?.sql
        .prepare(
          'SELECT 1 FROM switches WHERE instance_id = ? AND namespace_id = ? AND version_id = ? AND at BETWEEN ? AND ? LIMIT 1',
        )
        .get(instance_id, namespace_id, version_id, Math.round(at - SAME_MS), Math.round(at + SAME_MS));
      return found !== undefined;
    },
  };
}
