// Stops or restarts the servers that are selected, together: what did not work is said once for all of them.
import { asAppError } from '../../../src-shared/errors/app-error.ts';
import type { ServerTarget } from '../../../src-shared/servers/bridge.ts';
import { client } from '../../bridge/client.ts';
import { hashWithin } from '../../routes/route-store.ts';
import { plural, t } from '../../text/t.ts';
import { say } from '../../ui/notices/notices-actions.ts';
import { selectServers, setBusy } from './servers-actions.ts';
import { useServers } from './servers-store.ts';

export type BulkEnding = 'stop' | 'restart';
/** One of the servers, with the name of its namespace where that is asked for. */
export type BulkTarget = ServerTarget & { confirm?: string };

/** Of those that are selected only what failed stays so, and what a person selects meanwhile. */
export async function endServers(ending: BulkEnding, targets: readonly BulkTarget[]): Promise<void> {
  const { selected } = useServers.getState();
  const ends = await Promise.all(targets.map((target) => endOne(ending, target)));
  const failed = ends.flatMap((end) => end ?? []);
  const failedIds = new Set(failed.map(({ id }) => id));
  selectServers(
    [...selected].filter((id) => !failedIds.has(id)),
    false,
  );
  const [first] = failed;
  if (first === undefined) return;
  const n = failed.length;
  const title =
    ending === 'stop'
      ? plural(n, '{n} server could not be stopped', '{n} servers could not be stopped')
      : plural(n, '{n} server could not be restarted', '{n} servers could not be restarted');
  const isOne = failed.every(({ why }) => why === first.why);
  const detail = isOne ? first.why : t('{why} Others failed for other reasons.', first);
  const [target] = targets;
  say({ state: 'failed', title, detail }, [], target && { hash: hashWithin(target) });
}

async function endOne(ending: BulkEnding, target: BulkTarget): Promise<{ id: string; why: string } | undefined> {
  const { server_id: id } = target;
  setBusy(id, ending);
  try {
    if (ending === 'stop') await client.call('servers.stop', target);
    else await client.call('servers.restart', target);
    return undefined;
  } catch (thrown) {
    return { id, why: asAppError(thrown).message };
  } finally {
    setBusy(id, undefined);
  }
}
