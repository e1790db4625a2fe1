// What happened to a server that crashed, in one truth: how often and how fast, what happens next, why, and the ways out.
import type { ReactNode } from 'react';
import { shortServerId } from '../../../src-shared/servers/short-server-id.ts';
import type { Server } from '../../../src-shared/service/servers.ts';
import shared from '../../design/shared.module.css';
import { StateGlyph } from '../../design/state-glyph.tsx';
import { t, translate } from '../../text/t.ts';
import { classNames } from '../../ui/class-names.ts';
import { formatClock, formatDuration, formatSpan } from '../../ui/format.ts';
import { crashRecordOf, formatHowOften, formatNext, hintOf, nextOf } from './crash-record.ts';
import styles from './inspector.module.css';
import { LastErrors } from './log/last-errors.tsx';
import { useServers } from './servers-store.ts';
import { useServerNowSince } from './use-server-now.ts';

type Props = {
  instance_id: string;
  server: Server;
  /** The name id of its namespace. */
  namespace: string;
  /** When its namespace was last switched. */
  switched: string | undefined;
  /** The version that ran well there, and for how long. */
  well: { name: string; ran_ms: number } | undefined;
  onOpen: (server_id: string) => void;
  ways: ReactNode;
};

/** Whichever of its servers is open, it says the same of all of them; the one that is open says why it ended. */
export function CrashPanel({ instance_id, server, namespace, switched, well, onOpen, ways }: Props) {
  const list = useServers((state) => state.list) ?? [server];
  const record = crashRecordOf(list, server, [{ namespace_id: server.environment, deploy_ts: switched }]);
  const next = nextOf(record, list);
  const now = useServerNowSince(instance_id, next?.kind === 'running' ? next.since : undefined);
  // The note below says that of one that was started by hand, wherever it ended.
  const then = next === undefined || next.kind === 'by_hand' ? '' : formatNext(next, namespace, now);
  const why = [translate(server.problem), translate(hintOf({ ...record, newest: server }))];
  const ran =
    well &&
    t('{version} ran here for {time} without a crash loop.', { version: well.name, time: formatSpan(well.ran_ms) });
  return (
    <div className={classNames(styles.trouble, styles.isBad)} role="status">
      <StateGlyph state="crashed" />
      <div className={shared.grow}>
        <h3 className={shared.bad}>{`${formatHowOften(record)}. ${then}`.trim()}</h3>
        <p>{[...why, ran].filter(Boolean).join(' ')}</p>
        <LastErrors />
        {ways}
        {record.runs.length > 1 && <Runs runs={record.runs} openId={server.id} onOpen={onOpen} />}
      </div>
    </div>
  );
}

type RunsProps = { runs: readonly Server[]; openId: string; onOpen: (server_id: string) => void };

/** So many are listed. */
const MOST = 5;

/** One after the other, newest first; each leads to its log. */
function Runs({ runs, openId, onOpen }: RunsProps) {
  return (
    <ol className={styles.crashRuns} aria-label={t('Crashes')}>
      {runs.slice(0, MOST).map(({ id, started_at: start, created_at: made, destroyed_at: end = made }) => (
        <li key={id}>
          <button type="button" className={styles.change} aria-current={id === openId} onClick={() => onOpen(id)}>
            {shortServerId(id)}
          </button>
          <span>{t('started {clock}', { clock: formatClock(start ?? made) })}</span>
          <span className={shared.dim}>{t('ran {time}', { time: formatDuration(end - (start ?? made)) })}</span>
        </li>
      ))}
    </ol>
  );
}
