// The life of a server as one bar: created, started, running until now or its end. Starting lasts seconds, so it has a fixed width.
import type { Server } from '../../../src-shared/service/servers.ts';
import { formatSeconds } from '../../text/format-numbers.ts';
import { rich } from '../../text/rich.ts';
import { t } from '../../text/t.ts';
import { classNames } from '../../ui/class-names.ts';
import { formatDuration } from '../../ui/format.ts';
import styles from './inspector.module.css';
import { formatServer, formatUp, hasNeverRun, isTrouble, stateOf } from './server-format.ts';
import { useNowOf } from './use-server-now.ts';

/** The times are those that the service has reported, and nothing else. */
export function LifeBar({ instance_id, server }: { instance_id: string; server: Server }) {
  const now = useNowOf(instance_id, [server]);
  const { created_at: made, started_at: start } = server;
  return (
    <div className={styles.life}>
      <Bar server={server} />
      <ol>
        <li className={styles.first}>
          <b>{t('Created')}</b>
          {formatSeconds(made)}
        </li>
        {start !== undefined && (
          <li className={styles.rest}>
            <Started server={server} start={start} />
          </li>
        )}
        <End server={server} now={now} />
      </ol>
    </div>
  );
}

/** Without ports there is nothing that it could be ready for. */
function Started({ server, start }: { server: Server; start: number }) {
  const state = <b>{stateOf(server) === 'silent' ? t('Started') : t('Running')}</b>;
  const time = formatSeconds(start);
  if (Object.keys(server.network.ports).length === 0) {
    return (
      <>
        {state}
        {time}
      </>
    );
  }
  return rich('{state}{time}, ready in {duration}', {
    state,
    time,
    duration: formatDuration(start - server.created_at),
  });
}

/** What crashed sooner did not run in any way that counts. */
const RAN_MS = 1_000;

function Bar({ server }: { server: Server }) {
  const isBad = isTrouble(server) ? '' : undefined;
  const { started_at: start, destroyed_at: end = Infinity } = server;
  if (start === undefined || (isBad !== undefined && end - start < RAN_MS)) {
    return (
      <div data-slot="life-bar" className={styles.lifeBar} aria-hidden="true">
        <i className={classNames(styles.starting, styles.only)} data-bad={isBad} />
      </div>
    );
  }
  return (
    <div data-slot="life-bar" className={styles.lifeBar} aria-hidden="true">
      <i className={styles.starting} />
      <i className={styles.running} data-state={stateOf(server)} />
      {isBad !== undefined && <i className={styles.crashed} />}
    </div>
  );
}

function End({ server, now }: { server: Server; now: number }) {
  const { created_at: made, started_at: start = made, destroyed_at: end } = server;
  if (end === undefined) {
    return (
      <li className={styles.end}>
        <b>{t('Now')}</b>
        {formatUp(now - start)}
      </li>
    );
  }
  return (
    <li className={styles.end}>
      <b className={isTrouble(server) ? styles.bad : undefined}>{formatServer(server, now)}</b>
      {formatSeconds(end)}, {hasNeverRun(server) ? t('never ran') : formatRan(end - start)}
    </li>
  );
}

/** Below a minute with its tenths, as the reason of its end says it. */
function formatRan(ms: number): string {
  return ms < 60_000 ? formatDuration(ms) : formatUp(ms);
}
