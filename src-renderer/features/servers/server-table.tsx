// The table of servers, live. Only the rows in sight are drawn, so a thousand servers move as smoothly as ten.
import { useVirtualizer } from '@tanstack/react-virtual';
import { type KeyboardEvent, useMemo, useRef, useState } from 'react';
import type { Server } from '../../../src-shared/service/servers.ts';
import type { VersionSummary } from '../../../src-shared/service/versions.ts';
import { Button } from '../../ui/button.tsx';
import { useNow } from '../../ui/use-now.ts';
import { listStep } from '../games/list-step.ts';
import { ServerRow } from './server-row.tsx';
import { setCreatingServer, sortServers } from './servers-actions.ts';
import { type SortKey, type TableLine, tableLines } from './servers-selectors.ts';
import { useServers } from './servers-store.ts';

const ROW_PX = 34;

const columns: readonly { key: SortKey | undefined; name: string; className?: string }[] = [
  { key: 'server', name: 'Server' },
  { key: 'state', name: 'State' },
  { key: 'players', name: 'Players', className: 'num' },
  { key: 'cpu', name: 'CPU' },
  { key: 'memory', name: 'Memory' },
  { key: undefined, name: 'Version', className: 'wide' },
  { key: undefined, name: 'Port', className: 'wide' },
  { key: 'up', name: 'Up', className: 'num' },
];

type Props = {
  /** Why no server can be started here now. */
  off: string | undefined;
  openId: string | undefined;
  onOpen: (serverId: string | undefined) => void;
  versions: readonly VersionSummary[];
};

/** One focus stop for all rows; arrows or J and K move in them, Enter opens. */
export function ServerTable({ off, openId, onOpen, versions }: Props) {
  const servers = useServers((state) => state.list);
  const isRead = useServers((state) => state.state.fresh_at !== undefined);
  const sort = useServers((state) => state.sort);
  if (servers === undefined || (!isRead && servers.length === 0)) return <Waiting />;
  if (servers.length === 0) return <NoServers off={off} />;
  return (
    <div className="stable-grid" role="grid" aria-label="Servers" aria-rowcount={servers.length + 1}>
      <div className="srv srv-head" role="row">
        {columns.map(({ key, name, className }) => (
          <span
            key={name}
            role="columnheader"
            className={className}
            aria-sort={ariaSort(sort?.key === key ? sort : undefined)}
          >
            {key === undefined ? (
              name
            ) : (
              <button type="button" onClick={() => sortServers(key)}>
                {name}
                {sort?.key === key && <span aria-hidden="true">{sort.isDown ? ' ↓' : ' ↑'}</span>}
              </button>
            )}
          </span>
        ))}
      </div>
      <Rows servers={servers} openId={openId} onOpen={onOpen} versions={versions} />
    </div>
  );
}

function ariaSort(sort: { isDown: boolean } | undefined): 'ascending' | 'descending' | undefined {
  if (sort === undefined) return undefined;
  return sort.isDown ? 'descending' : 'ascending';
}

type RowsProps = Omit<Props, 'off'> & { servers: readonly Server[] };

/** What the table shows now. It is sorted anew when something changes, not with each second. */
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

function Rows({ servers, openId, onOpen, versions }: RowsProps) {
  const now = useNow(true);
  const lines = useLines(servers, now);
  const names = useMemo(() => new Map(versions.map((one) => [one.version_id, one.display_name])), [versions]);
  const scroller = useRef<HTMLDivElement>(null);
  const openRow = lines.findIndex((line) => line.kind === 'server' && line.server.id === openId);
  const [stop, setStop] = useState<number>();
  const stopRow = Math.min(stop ?? Math.max(0, openRow), lines.length - 1);
  const virtual = useVirtualizer({
    count: lines.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => ROW_PX,
    overscan: 10,
    initialOffset: Math.max(0, (openRow - 6) * ROW_PX),
  });
  const move = (event: KeyboardEvent) => {
    const next = rowStep(event, stopRow, lines);
    if (next === undefined) return;
    event.preventDefault();
    setStop(next);
    virtual.scrollToIndex(next);
    // The row may be drawn only after the scroll.
    requestAnimationFrame(() => scroller.current?.querySelector<HTMLElement>(`[data-index="${next}"]`)?.focus());
  };
  return (
    <div ref={scroller} className="stable-scroll" role="rowgroup" onKeyDown={move}>
      <div className="stable-rows" style={{ height: virtual.getTotalSize() }}>
        {virtual.getVirtualItems().map(({ index, start }) => (
          <Line
            key={keyOf(lines[index])}
            line={lines[index]}
            {...{ names, now, index, openId, onOpen, onStop: setStop }}
            top={start}
            isStop={index === stopRow}
          />
        ))}
      </div>
      {lines.length === 0 && (
        <p className="stable-empty">No server fits. Show all of them, or look for something else.</p>
      )}
    </div>
  );
}

/** The heading between the rows is stepped over. */
function rowStep(event: KeyboardEvent, from: number, lines: readonly TableLine[]): number | undefined {
  const next = listStep(event, from, lines.length);
  if (next === undefined || lines[next]?.kind !== 'heading') return next;
  return next > from ? next + 1 : next - 1;
}

function keyOf(line: TableLine | undefined): string {
  return line?.kind === 'server' ? line.server.id : 'heading';
}

type LineProps = {
  line: TableLine | undefined;
  names: ReadonlyMap<string, string>;
  now: number;
  top: number;
  index: number;
  openId: string | undefined;
  isStop: boolean;
  onOpen: (serverId: string | undefined) => void;
  onStop: (index: number) => void;
};

function Line({ line, names, openId, top, ...rest }: LineProps) {
  const id = line?.kind === 'server' ? line.server.id : '';
  const usage = useServers((state) => state.usage.get(id));
  if (line === undefined) return null;
  if (line.kind === 'heading') {
    return (
      <div className="srv-heading" role="row" style={{ top }}>
        <span role="gridcell">{line.words}</span>
      </div>
    );
  }
  const { server } = line;
  const version = names.get(server.version ?? '');
  return <ServerRow {...rest} {...{ server, usage, version, top }} isOpen={id === openId} />;
}

function Waiting() {
  return (
    <div className="stable-wait" aria-busy="true">
      <div className="ghost-block" />
    </div>
  );
}

function NoServers({ off }: Pick<Props, 'off'>) {
  return (
    <div className="stable-empty">
      <h2>No servers run here</h2>
      <p>
        Upload a build and switch this namespace to it, or start a server from any build to try it out. Servers that
        ended stay in this list for a while.
      </p>
      <Button icon="play" offReason={off} onClick={() => setCreatingServer(true)}>
        Start a server
      </Button>
    </div>
  );
}
