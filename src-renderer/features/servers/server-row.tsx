// One server in the table.
import { memo } from 'react';
import { shortServerId } from '../../../src-shared/servers/short-server-id.ts';
import type { ServerUsage } from '../../../src-shared/service/server-inspection.ts';
import type { Server } from '../../../src-shared/service/servers.ts';
import shared from '../../design/shared.module.css';
import { glyphColors, StateGlyph } from '../../design/state-glyph.tsx';
import { useLanguage } from '../../text/language.ts';
import { t } from '../../text/t.ts';
import { classNames } from '../../ui/class-names.ts';
import tableStyles from '../../ui/table/table.module.css';
import { TableRow } from '../../ui/table/table-row.tsx';
import type { TableRowPlace } from '../../ui/table/use-table-rows.ts';
import { isEnded, serverGlyph } from './server-format.ts';
import styles from './servers.module.css';

/** What memory is counted in. */
export const MEGABYTE = 1_048_576;

type Props = {
  server: Server;
  /** Whether it needs nobody any more, and is not selected. */
  isOver: boolean;
  usage: ServerUsage | undefined;
  version: string | undefined;
  /** Whether its namespace runs another version. */
  isOld: boolean;
  namespace: string;
  /** Its state in words, and how long it has run or when it ended. */
  state: string;
  up: string;
  place: TableRowPlace;
  isOpen: boolean;
  isSelected: boolean;
  onOpen: (server_id: string | undefined) => void;
  onSelect: (key: string, how: 'one' | 'range') => void;
};

/** Enter or a press opens it; Space peeks, and closes it again. X, or a press with Ctrl or Shift, selects it. */
export function ServerRow({ server, isOver, place, isOpen, isSelected, onOpen, onSelect, ...cells }: Props) {
  const select = isOver ? undefined : (how: 'one' | 'range') => onSelect(place.key, how);
  return (
    <TableRow
      place={place}
      className={classNames(styles.row, isOver && styles.gone)}
      isOpen={isOpen}
      onOpen={() => onOpen(server.id)}
      onPeek={() => onOpen(isOpen ? undefined : server.id)}
      onSelect={select}
    >
      <Cells {...cells} server={server} />
      {select !== undefined && (
        <span role="gridcell" className={styles.pick}>
          <PickBox
            label={t('Select {name}', { name: shortServerId(server.id) })}
            state={isSelected ? 'all' : 'none'}
            onPick={(isRange) => select(isRange ? 'range' : 'one')}
          />
        </span>
      )}
    </TableRow>
  );
}

type PickProps = { label: string; state: 'all' | 'some' | 'none'; onPick: (isRange: boolean) => void };

/** The box of a row, of a namespace, or of all. It takes no focus: keys select rows. */
export function PickBox({ label, state, onPick }: PickProps) {
  return (
    <input
      type="checkbox"
      tabIndex={-1}
      className={styles.pickBox}
      aria-label={label}
      checked={state === 'all'}
      ref={(box) => {
        if (box !== null) box.indeterminate = state === 'some';
      }}
      onMouseDown={(event) => event.preventDefault()}
      onClick={(event) => {
        event.stopPropagation();
        event.currentTarget.closest<HTMLElement>('[data-index]')?.focus();
        onPick(event.shiftKey);
      }}
      onChange={() => undefined}
    />
  );
}

type CellsProps = {
  server: Server;
  usage: ServerUsage | undefined;
  version: string | undefined;
  isOld: boolean;
  namespace: string;
  state: string;
  up: string;
};

/** Drawn again only when something in it changes. */
const Cells = memo(function Cells({ server, usage, version, isOld, namespace, state, up }: CellsProps) {
  useLanguage();
  const glyph = serverGlyph(server);
  const [port] = Object.values(server.network.ports);
  return (
    <>
      <span role="gridcell" className={styles.id}>
        <StateGlyph state={glyph} />
        <span className={shared.mono}>{shortServerId(server.id)}</span>
      </span>
      <span
        role="gridcell"
        className={classNames(styles.version, shared.small, shared.ellipsis, isOld && shared.dim)}
        title={version}
      >
        {version ?? ''}
      </span>
      <span
        role="gridcell"
        className={classNames(
          styles.state,
          shared.small,
          shared.ellipsis,
          glyphColors[glyph] !== shared.rest && glyphColors[glyph],
        )}
      >
        {state}
      </span>
      <span role="gridcell" className={classNames(styles.namespace, shared.small, shared.ellipsis)}>
        {namespace}
      </span>
      <span role="gridcell" className={classNames(styles.players, tableStyles.number, shared.tabular)}>
        <Players server={server} />
      </span>
      <Meters server={server} usage={usage} />
      <span role="gridcell" className={classNames(styles.port, shared.mono, shared.ellipsis)}>
        {port?.public_port === undefined ? '' : `:${port.public_port}`}
      </span>
      <span
        role="gridcell"
        className={classNames(styles.up, tableStyles.number, shared.dim, shared.small, shared.tabular)}
      >
        {up}
      </span>
    </>
  );
});

function Meters({ server, usage }: Pick<CellsProps, 'server' | 'usage'>) {
  const live = isEnded(server) ? undefined : usage;
  const { cpu, memory } = server.resources;
  return (
    <>
      <span role="gridcell" className={styles.use}>
        <Meter used={live?.cpu} limit={cpu} words={t('{used} of {cpu} millicores', { used: live?.cpu ?? 0, cpu })} />
      </span>
      <span role="gridcell" className={styles.use}>
        <Meter
          used={live?.memory}
          limit={memory * MEGABYTE}
          words={t('{used} of {memory} MB', { used: Math.round((live?.memory ?? 0) / MEGABYTE), memory })}
        />
      </span>
    </>
  );
}

function Players({ server: { players, destroyed_at: end } }: { server: Server }) {
  if (end !== undefined || players === undefined) return '–';
  if (players.limit === 0 || players.limit > 9_999) return players.now;
  return (
    <>
      {players.now}
      <span className={classNames(shared.faint, styles.limit)}>/{players.limit}</span>
    </>
  );
}

/** Ochre over nine tenths of the limit. */
function Meter({ used, limit, words }: { used: number | undefined; limit: number; words: string }) {
  if (used === undefined) return <span className={shared.faint}>–</span>;
  const part = Math.min(1, used / Math.max(1, limit));
  return (
    <span
      data-slot="meter"
      className={part > 0.9 ? classNames(styles.meter, styles.isHigh) : styles.meter}
      title={words}
    >
      <b style={{ width: `${Math.round(part * 100)}%` }} />
      <span className={shared.visuallyHidden}>{words}</span>
    </span>
  );
}
