// The table of servers, live. Only the rows in sight are drawn, so a thousand servers move as smoothly as ten.
import { useMemo } from 'react';
import type { Server } from '../../../src-shared/service/servers.ts';
import type { VersionSummary } from '../../../src-shared/service/versions.ts';
import shared from '../../design/shared.module.css';
import { t } from '../../text/t.ts';
import { Button } from '../../ui/button.tsx';
import tableStyles from '../../ui/table/table.module.css';
import { TableBody } from '../../ui/table/table-body.tsx';
import { type Column, TableHead } from '../../ui/table/table-head.tsx';
import { type TableRowPlace, useTableRows } from '../../ui/table/use-table-rows.ts';
import { countsSeconds } from './server-format.ts';
import { ServerRow } from './server-row.tsx';
import styles from './servers.module.css';
import { setCreatingServer, sortServers } from './servers-actions.ts';
import { type SortKey, type TableLine, tableLines } from './servers-selectors.ts';
import { useServers } from './servers-store.ts';
import { useServerNow } from './use-server-now.ts';

const ROW_PX = 34;
/** The key of the heading between the rows. */
const HEADING = 'heading';

const columns = (): readonly Column<SortKey>[] => [
  { key: 'server', name: t('Server') },
  { key: 'state', name: t('State') },
  { key: 'players', name: t('Players'), className: tableStyles.number },
  { key: 'cpu', name: 'CPU' },
  { key: 'memory', name: t('Memory') },
  { name: t('Version'), className: styles.wide },
  { name: t('Port'), className: styles.wide },
  { key: 'up', name: t('Up'), className: tableStyles.number },
];

type Props = {
  instance_id: string;
  /** Why no server can be started here now. */
  off: string | undefined;
  openId: string | undefined;
  onOpen: (server_id: string | undefined) => void;
  versions: readonly VersionSummary[];
};

/** One focus stop for all rows; arrows or J and K move in them, Enter opens. */
export function ServerTable({ instance_id, off, openId, onOpen, versions }: Props) {
  const servers = useServers((state) => state.list);
  const isRead = useServers((state) => state.state.fresh_at !== undefined);
  const sort = useServers((state) => state.sort);
  if (servers === undefined || (!isRead && servers.length === 0)) return <Waiting />;
  if (servers.length === 0) return <NoServers off={off} />;
  return (
    <div className={tableStyles.grid} role="grid" aria-label={t('Servers')} aria-rowcount={servers.length + 1}>
      <TableHead columns={columns()} className={styles.row} sort={sort} onSort={sortServers} />
      <Rows instance_id={instance_id} servers={servers} openId={openId} onOpen={onOpen} versions={versions} />
    </div>
  );
}

/** Most servers run for minutes and more: then nothing is redrawn with each second. */
function useNowOf(instance_id: string, servers: readonly Server[]): number {
  const seldom = useServerNow(instance_id, true, 10_000);
  const often = useServerNow(
    instance_id,
    servers.some((server) => countsSeconds(server, seldom)),
  );
  return Math.max(seldom, often);
}

type RowsProps = Omit<Props, 'off'> & { servers: readonly Server[] };

/** What the table shows now. It is sorted again when something changes, not with each second. */
function useLines(servers: readonly Server[], now: number): TableLine[] {
  const usage = useServers((state) => state.usage);
  const filter = useServers((state) => state.filter);
  const sort = useServers((state) => state.sort);
  const day = new Date(now).toDateString();
  return useMemo(
    () => tableLines({ servers, usage, filter, sort, now: Date.parse(day) }),
    [servers, usage, filter, sort, day],
  );
}

function Rows({ instance_id, servers, openId, onOpen, versions }: RowsProps) {
  const now = useNowOf(instance_id, servers);
  const lines = useLines(servers, now);
  const names = useMemo(() => new Map(versions.map((one) => [one.version_id, one.display_name])), [versions]);
  const keys = useMemo(() => lines.map(keyOf), [lines]);
  const rows = useTableRows({ keys, rowPx: ROW_PX, openKey: openId, heading: HEADING });
  return (
    <TableBody rows={rows} below={lines.length === 0 && <NoneFit />}>
      {rows.places.map((place) => (
        <Line
          key={place.key}
          line={lines[place.index]}
          place={place}
          names={names}
          now={now}
          openId={openId}
          onOpen={onOpen}
        />
      ))}
    </TableBody>
  );
}

function keyOf(line: TableLine): string {
  return line.kind === 'server' ? line.server.id : HEADING;
}

type LineProps = {
  line: TableLine | undefined;
  place: TableRowPlace;
  names: ReadonlyMap<string, string>;
  now: number;
  openId: string | undefined;
  onOpen: (server_id: string | undefined) => void;
};

function Line({ line, names, openId, place, ...rest }: LineProps) {
  const id = line?.kind === 'server' ? line.server.id : '';
  const usage = useServers((state) => state.usage.get(id));
  if (line === undefined) return null;
  if (line.kind === 'heading') {
    return (
      <div className={styles.heading} role="row" style={{ top: place.top }}>
        <span role="gridcell">{line.words}</span>
      </div>
    );
  }
  const { server } = line;
  const version = names.get(server.version ?? '');
  return <ServerRow {...rest} server={server} usage={usage} version={version} place={place} isOpen={id === openId} />;
}

function NoneFit() {
  return (
    <p className={tableStyles.empty}>{t('No matching servers. Clear the filter, or search for something else.')}</p>
  );
}

function Waiting() {
  return (
    <div className={tableStyles.waiting} aria-busy="true">
      <div className={shared.loadingBlock} />
    </div>
  );
}

function NoServers({ off }: Pick<Props, 'off'>) {
  return (
    <div className={tableStyles.empty}>
      <h2>{t('No servers run here')}</h2>
      <p>
        {t(
          'Upload a build and switch this namespace to it, or start a server from any build to try it out. Servers that ended stay in this list for a while.',
        )}
      </p>
      <Button icon="play" disabledReason={off} onClick={() => setCreatingServer(true)}>
        {t('Start a server')}
      </Button>
    </div>
  );
}
