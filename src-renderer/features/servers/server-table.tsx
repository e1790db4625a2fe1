// The table of servers, live. Only the rows in sight are drawn, so a thousand servers move as smoothly as ten.
import { type ComponentProps, memo, type ReactNode, useEffect, useMemo } from 'react';
import type { NamespaceSummary } from '../../../src-shared/service/namespaces.ts';
import type { ServerUsage } from '../../../src-shared/service/server-inspection.ts';
import type { VersionSummary } from '../../../src-shared/service/versions.ts';
import shared from '../../design/shared.module.css';
import { useLanguage } from '../../text/language.ts';
import { t } from '../../text/t.ts';
import { Button } from '../../ui/button.tsx';
import { classNames } from '../../ui/class-names.ts';
import tableStyles from '../../ui/table/table.module.css';
import { TableBody } from '../../ui/table/table-body.tsx';
import { type Column, TableHead } from '../../ui/table/table-head.tsx';
import { isSamePlace, type TableRowPlace, useTableRows } from '../../ui/table/use-table-rows.ts';
import { formatTimes } from './crash-record.ts';
import { PickAll, usePicking } from './pick-rows.tsx';
import { formatServer, upOrEnd } from './server-format.ts';
import { ServerRow } from './server-row.tsx';
import styles from './servers.module.css';
import { setCreatingServer, sortServers } from './servers-actions.ts';
import {
  isHeading,
  isSortedByUse,
  type ServerRow as Row,
  type SortKey,
  type TableLine,
  tableLines,
} from './servers-selectors.ts';
import { useServers } from './servers-store.ts';
import { useNowOf } from './use-server-now.ts';

const ROW_PX = 32;

type Props = {
  instance_id: string;
  /** Why no server can be started here now. */
  off: string | undefined;
  /** Those of the namespaces that are shown. */
  rows: readonly Row[];
  namespaces: readonly NamespaceSummary[];
  versions: readonly VersionSummary[];
  isRead: boolean;
  /** The server that is open. */
  openId: string | undefined;
  onOpen: (server_id: string | undefined) => void;
  /** Hears of the first row. */
  onFirst: (server_id: string) => void;
};

/** One focus stop for all rows; arrows or J and K move in them, Enter opens. Shift with an arrow, X and Ctrl+A select. */
export function ServerTable({ off, isRead, ...props }: Props) {
  const { rows } = props;
  if (!isRead) return <Waiting />;
  if (rows.length === 0) return <NoServers off={off} />;
  return <Grid {...props} />;
}

type GridProps = Omit<Props, 'off' | 'isRead'>;

/** Where the order does not go by what is used, nothing is sorted again as that changes. */
const unused: ReadonlyMap<string, ServerUsage> = new Map();

/** What the table shows now. It is sorted again when something changes, not with each second. */
function useLines({ rows, namespaces, versions }: GridProps, now: number) {
  const usage = useServers((state) => (isSortedByUse(state.sort) ? state.usage : unused));
  const filter = useServers((state) => state.filter);
  const sort = useServers((state) => state.sort);
  const day = new Date(now).toDateString();
  const names = useMemo(() => new Map(versions.map((one) => [one.version_id, one.display_name])), [versions]);
  const language = useLanguage((state) => state.language);
  const lines = useMemo(
    () => tableLines({ rows, namespaces, versionNames: names, usage, filter, sort, now: Date.parse(day) }),
    // oxlint-disable-next-line react/exhaustive-deps -- the lines of namespaces have words
    [rows, namespaces, names, usage, filter, sort, day, language],
  );
  return { names, lines };
}

function Grid(props: GridProps) {
  const { instance_id, rows: servers, namespaces, openId } = props;
  const now = useNowOf(
    instance_id,
    useMemo(() => servers.map(({ server }) => server), [servers]),
  );
  const { names, lines } = useLines(props, now);
  const sort = useServers((state) => state.sort);
  const keys = useMemo(() => lines.map(({ key }) => key), [lines]);
  const shown = useMemo(() => lines.flatMap((one) => (one.kind === 'server' && !one.isOver ? [one] : [])), [lines]);
  const pick = usePicking(shown);
  const openKey = useMemo(() => servers.find((row) => isIn(row, openId))?.key, [servers, openId]);
  useFirst(lines, props);
  const rows = useTableRows({
    keys,
    rowPx: ROW_PX,
    openKey,
    isHeading,
    onStep: (event, from, to) => event.shiftKey && pick.step(from, to),
  });
  const spaces = useMemo(() => new Map(namespaces.map((one) => [one.namespace_id, one])), [namespaces]);
  return (
    <div
      className={tableStyles.grid}
      role="grid"
      tabIndex={-1}
      aria-label={t('Servers')}
      aria-rowcount={lines.length + 1}
      aria-multiselectable
      onKeyDown={pick.press}
    >
      <TableHead
        columns={columns(<PickAll rows={shown} />)}
        className={classNames(styles.row, styles.headRow)}
        sort={sort}
        onSort={sortServers}
      />
      <TableBody rows={rows} below={lines.length === 0 && <NoneFit />}>
        {rows.places.map((place) => (
          <Line
            key={place.key}
            line={lines[place.index]}
            place={place}
            names={names}
            spaces={spaces}
            now={now}
            openKey={openKey}
            onOpen={props.onOpen}
            onSelect={pick.pick}
          />
        ))}
      </TableBody>
    </div>
  );
}

/** A server that crashed before the newest one is in the row of that. */
function isIn({ server, record }: Row, id: string | undefined): boolean {
  return server.id === id || record?.runs.some((run) => run.id === id) === true;
}

function useFirst(lines: readonly TableLine[], { openId, onFirst }: GridProps): void {
  const first = lines.find((line) => line.kind === 'server');
  const id = first?.kind === 'server' ? first.server.id : undefined;
  useEffect(() => {
    if (openId === undefined && id !== undefined) onFirst(id);
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- it is a new function each time, and always does the same
  }, [openId, id]);
}

const columns = (all: ReactNode): readonly Column<SortKey>[] => [
  { key: 'server', name: t('Server'), className: styles.first },
  { key: 'version', name: t('Version'), className: styles.version },
  { key: 'state', name: t('State') },
  { name: t('Namespace'), className: styles.namespace },
  { key: 'players', name: t('Players'), className: tableStyles.number },
  { key: 'cpu', name: 'CPU', className: styles.use },
  { key: 'memory', name: t('Memory'), className: styles.use },
  { name: t('Port'), className: styles.port },
  { key: 'up', name: t('Up'), className: classNames(styles.up, tableStyles.number) },
  { name: t('Selected'), className: styles.pick, content: all },
];

type LineProps = {
  line: TableLine | undefined;
  place: TableRowPlace;
  names: ReadonlyMap<string, string>;
  spaces: ReadonlyMap<string, NamespaceSummary>;
  now: number;
  openKey: string | undefined;
  onOpen: (server_id: string | undefined) => void;
  onSelect: (key: string, how: 'one' | 'range') => void;
};

function Line({ line, place, names, spaces, now, openKey, ...rest }: LineProps) {
  if (line === undefined) return null;
  if (line.kind === 'server') {
    const { server, record, isOver } = line;
    const namespace = spaces.get(server.environment);
    return (
      <ServerLine
        {...rest}
        place={place}
        server={server}
        isOver={isOver}
        version={names.get(server.version ?? '')}
        isOld={server.version !== namespace?.version_id}
        namespace={namespace?.name_id ?? ''}
        state={record === undefined ? formatServer(server, now) : formatTimes(record)}
        up={upOrEnd(server, now)}
        isOpen={line.key === openKey}
      />
    );
  }
  if (line.kind === 'namespace') {
    return (
      <div className={styles.namespaceHead} role="row" style={{ top: place.top }}>
        <b role="rowheader" className={shared.ellipsis}>
          {line.namespace.name_id}
        </b>
        <span role="gridcell">{line.words}</span>
        <span role="gridcell" className={styles.pick}>
          <PickAll rows={line.rows} name={line.namespace.name_id} />
        </span>
      </div>
    );
  }
  return (
    <div className={styles.heading} role="row" style={{ top: place.top }}>
      <span role="gridcell">{line.words}</span>
    </div>
  );
}

type ServerLineProps = Omit<ComponentProps<typeof ServerRow>, 'usage' | 'isSelected'>;

/** Drawn again only when something in it changes. */
const ServerLine = memo(function ServerLine(props: ServerLineProps) {
  useLanguage();
  const { server, isOver } = props;
  const usage = useServers((state) => state.usage.get(server.id));
  const isSelected = useServers((state) => state.selected.has(server.id)) && !isOver;
  return <ServerRow {...props} usage={usage} isSelected={isSelected} />;
}, isSameLine);

function isSameLine({ place, ...before }: ServerLineProps, { place: nextPlace, ...next }: ServerLineProps): boolean {
  const isSame = ([name, value]: [string, unknown]) => Object.is(Reflect.get(before, name), value);
  return isSamePlace(place, nextPlace) && Object.entries(next).every(isSame);
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
