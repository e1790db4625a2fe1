// The table of servers, live. Only the rows in sight are drawn, so a thousand servers move as smoothly as ten.
import { useVirtualizer } from '@tanstack/react-virtual';
import { type KeyboardEvent, useMemo, useRef, useState } from 'react';
import type { NamespacePlace } from '../../../src-shared/servers/bridge.ts';
import type { VersionSummary } from '../../../src-shared/service/versions.ts';
import { Button } from '../../ui/button.tsx';
import { useNow } from '../../ui/use-now.ts';
import { listStep } from '../games/list-step.ts';
import { ServerRow } from './server-row.tsx';
import { setCreatingServer, sortServers } from './servers-actions.ts';
import { type SortKey, tableLines } from './servers-selectors.ts';
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
  place: NamespacePlace;
  openId: string | undefined;
  onOpen: (serverId: string) => void;
  versions: readonly VersionSummary[];
};

/** One focus stop for all rows; arrows or J and K move in them, Enter opens. */
export function ServerTable({ place, openId, onOpen, versions }: Props) {
  const servers = useServers((state) => state.list);
  const isRead = useServers((state) => state.state.fresh_at !== undefined);
  const sort = useServers((state) => state.sort);
  if (servers === undefined || (!isRead && servers.length === 0)) return <Waiting />;
  if (servers.length === 0) return <NoServers place={place} />;
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
                {sort?.key === key && (sort.isDown ? ' ↓' : ' ↑')}
              </button>
            )}
          </span>
        ))}
      </div>
      <Rows openId={openId} onOpen={onOpen} versions={versions} />
    </div>
  );
}

function ariaSort(sort: { isDown: boolean } | undefined): 'ascending' | 'descending' | undefined {
  if (sort === undefined) return undefined;
  return sort.isDown ? 'descending' : 'ascending';
}

function Rows({ openId, onOpen, versions }: Omit<Props, 'place'>) {
  const servers = useServers((state) => state.list) ?? [];
  const usage = useServers((state) => state.usage);
  const filter = useServers((state) => state.filter);
  const sort = useServers((state) => state.sort);
  const now = useNow(true);
  const day = new Date(now).toDateString();
  const lines = useMemo(
    () => tableLines({ servers, usage, filter, sort, now: Date.parse(day) }),
    [servers, usage, filter, sort, day],
  );
  const names = useMemo(
    () => new Map(versions.map((version) => [version.version_id, version.display_name])),
    [versions],
  );
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
    let next = listStep(event, stopRow, lines.length);
    if (next === undefined) return;
    event.preventDefault();
    if (lines[next]?.kind === 'heading') next += next > stopRow ? 1 : -1;
    setStop(next);
    virtual.scrollToIndex(next);
    // The row may be drawn only after the scroll.
    requestAnimationFrame(() => scroller.current?.querySelector<HTMLElement>(`[data-index="${next}"]`)?.focus());
  };
  return (
    <div ref={scroller} className="stable-scroll" role="rowgroup">
      {/* oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- the rows in it are what has the focus */}
      <div style={{ height: virtual.getTotalSize(), position: 'relative' }} onKeyDown={move}>
        {virtual.getVirtualItems().map(({ index, start }) => {
          const line = lines[index];
          if (line === undefined) return null;
          if (line.kind === 'heading') {
            return (
              <div key="heading" className="srv-heading" role="row" style={{ top: start }}>
                <span role="gridcell">{line.words}</span>
              </div>
            );
          }
          const { server } = line;
          return (
            <ServerRow
              key={server.id}
              server={server}
              usage={usage.get(server.id)}
              version={names.get(server.version ?? '')}
              now={now}
              top={start}
              index={index}
              isOpen={server.id === openId}
              isStop={index === stopRow}
              onOpen={onOpen}
              onStop={setStop}
            />
          );
        })}
      </div>
      {lines.length === 0 && (
        <p className="stable-empty">No server fits. Show all of them, or look for something else.</p>
      )}
    </div>
  );
}

function Waiting() {
  return (
    <div className="stable-wait" aria-busy="true">
      <div className="ghost-block" />
    </div>
  );
}

function NoServers({ place }: Pick<Props, 'place'>) {
  return (
    <div className="stable-empty" data-namespace={place.namespace_id}>
      <h2>No servers run here</h2>
      <p>
        Upload a build and switch this namespace to it, or start a server from any build to try it out. Servers that
        ended stay in this list for a while.
      </p>
      <Button icon="play" onClick={() => setCreatingServer(true)}>
        Start a server
      </Button>
    </div>
  );
}
