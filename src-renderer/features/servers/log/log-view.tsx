// The log of a server: its bar with search, levels, pause and follow, and the lines.
import { type KeyboardEvent, useEffect, useMemo, useRef } from 'react';
import type { ServerTarget } from '../../../../src-shared/servers/bridge.ts';
import { shortServerId } from '../../../../src-shared/servers/short-server-id.ts';
import { Icon } from '../../../design/icons.tsx';
import shared from '../../../design/shared.module.css';
import { t } from '../../../text/t.ts';
import { Button } from '../../../ui/button.tsx';
import { classNames } from '../../../ui/class-names.ts';
import { dragOut } from '../../../ui/drag-out.ts';
import fieldStyles from '../../../ui/field.module.css';
import { counted, formatClock, formatCount } from '../../../ui/format.ts';
import { IconButton } from '../../../ui/icon-button.tsx';
import { Menu, MenuItem } from '../../../ui/menu.tsx';
import { Segmented } from '../../../ui/segmented.tsx';
import { useHost } from '../../host/host-store.ts';
import { dragLog } from '../servers-actions.ts';
import styles from './log.module.css';
import { followLog, searchLog, setFollowing, setLevel, setPaused, stepSearch } from './log-actions.ts';
import { DroppedNote, LogLines, type LogLinesHandle } from './log-lines.tsx';
import { copyLog, saveLog } from './log-out.ts';
import { formatSearch, isRefused, type LogRows, logRows } from './log-selectors.ts';
import { useLog } from './log-store.ts';
import { useLastError } from './use-last-error.ts';

const NOTE_ID = 'log-search-note';

type Props = { target: ServerTarget; opensAtError: boolean };

/** Follows the log while it is drawn. That of a server which ended in trouble opens at its last error. */
export function LogView({ target, opensAtError }: Props) {
  const { instance_id, game_id, namespace_id, server_id } = target;
  useEffect(
    () => followLog({ instance_id, game_id, namespace_id, server_id }),
    [instance_id, game_id, namespace_id, server_id],
  );
  const handle = useRef<LogLinesHandle>(null);
  const rows = useRows();
  useLastError(opensAtError, handle);
  const problem = useLog((state) => state.problem);
  const staleSince = useLog((state) => state.staleSince);
  const isRead = useLog((state) => state.extent !== undefined);
  return (
    <section className={styles.log} aria-label={t('Log of {name}', { name: shortServerId(server_id) })}>
      <div className={styles.bar}>
        <LogTitle target={target} />
        {(isRead || problem === undefined) && (
          <Tools fileName={`server-${server_id}`} onLine={(line) => handle.current?.goTo(line)} />
        )}
      </div>
      <SearchNote />
      <DroppedNote />
      {problem !== undefined && (
        <p className={classNames(styles.note, shared.wait)} role="status">
          {staleSince === undefined
            ? problem
            : t('As of {clock}. {problem}', { clock: formatClock(staleSince), problem })}
        </p>
      )}
      {isRead && rows.count === 0 && <p className={classNames(styles.none, shared.faint)}>{formatNone(rows)}</p>}
      <LogLines rows={rows} ref={handle} />
    </section>
  );
}

/** Not there where a log is not given out: there is nothing to find, to hold or to take along. */
function Tools({ fileName, onLine }: { fileName: string; onLine: (line: number) => void }) {
  return (
    <>
      <SearchField onLine={onLine} />
      <Levels />
      <FollowButtons />
      <Menu label={t('Export the log')} trigger={<IconButton icon="save" label={t('Copy or save the log')} />}>
        <MenuItem onClick={() => void copyLog()}>{t('Copy the newest lines')}</MenuItem>
        <MenuItem onClick={() => void saveLog(fileName)}>{t('Save all of it as a file')}</MenuItem>
      </Menu>
    </>
  );
}

/** Dragging its word takes the log along, where the window can do that; the menu has the same for keys. */
function LogTitle({ target: { instance_id, game_id, namespace_id, server_id } }: { target: ServerTarget }) {
  const canDrag = useHost((state) => state.host?.abilities.drag_out === true);
  const drag = canDrag ? () => void dragLog({ instance_id, game_id, namespace_id, server_id }) : undefined;
  return (
    <span
      data-slot="log-title"
      className={shared.sectionHeading}
      title={canDrag ? t('Drag this out of the window to save the log') : undefined}
      {...dragOut(drag)}
    >
      {t('Log')}
    </span>
  );
}

function useRows(): LogRows {
  const extent = useLog((state) => state.extent);
  const level = useLog((state) => state.level);
  const warns = useLog((state) => state.warns);
  const errors = useLog((state) => state.errors);
  const pausedAt = useLog((state) => state.pausedAt);
  return useMemo(() => logRows({ extent, level, warns, errors, pausedAt }), [extent, level, warns, errors, pausedAt]);
}

function formatNone({ numbers }: LogRows): string {
  if (numbers !== undefined) return t('No matching lines.');
  return t('No output yet. A server that logs only to a file shows nothing here.');
}

function SearchField({ onLine }: { onLine: (line: number) => void }) {
  const search = useLog((state) => state.search);
  const step = (by: 1 | -1) => {
    const line = stepSearch(by);
    if (line !== undefined) onLine(line);
  };
  const press = (event: KeyboardEvent) => {
    if (event.key === 'Enter') step(event.shiftKey ? -1 : 1);
    else if (event.key === 'Escape' && search.text !== '') {
      event.stopPropagation();
      searchLog('', search.isRegex);
    } else return;
    event.preventDefault();
  };
  return (
    <div
      data-slot="input"
      className={classNames(styles.search, fieldStyles.input, fieldStyles.inputWrap)}
      data-invalid={isRefused(search) ? '' : undefined}
    >
      <Icon name="search" size={12} />
      <input
        aria-label={t('Search the log')}
        placeholder={t('Search')}
        data-search=""
        value={search.text}
        aria-invalid={isRefused(search)}
        aria-describedby={search.note === undefined ? undefined : NOTE_ID}
        spellCheck={false}
        autoComplete="off"
        onChange={(event) => searchLog(event.target.value, search.isRegex)}
        onKeyDown={press}
      />
      <span className={classNames(styles.count, shared.faint, shared.tabular)} role="status">
        {formatSearch(search)}
      </span>
      {search.hits.length > 0 && (
        <>
          <IconButton icon="up" size="tiny" label={t('Previous (Shift Enter)')} onClick={() => step(-1)} />
          <IconButton icon="down" size="tiny" label={t('Next (Enter)')} onClick={() => step(1)} />
        </>
      )}
      <PatternSwitch />
    </div>
  );
}

function PatternSwitch() {
  const { text, isRegex } = useLog((state) => state.search);
  return (
    <button
      type="button"
      className={classNames(styles.regex, shared.mono, shared.hitArea)}
      aria-label={t('Regular expression')}
      title={t('Regular expression')}
      aria-pressed={isRegex}
      onClick={() => searchLog(text, !isRegex)}
    >
      .*
    </button>
  );
}

function SearchNote() {
  const note = useLog((state) => state.search.note);
  return note === undefined ? null : (
    <p id={NOTE_ID} className={classNames(styles.note, shared.wait)} role="status">
      {note}
    </p>
  );
}

function Levels() {
  const level = useLog((state) => state.level);
  const errors = useLog((state) => state.errors.length);
  const warns = useLog((state) => state.warns.length);
  return (
    <Segmented
      label={t('Filter lines')}
      value={level}
      onValue={setLevel}
      options={[
        { value: 'all', label: t('All') },
        { value: 'warn', label: t('Warn {warns}', { warns: formatCount(warns) }) },
        { value: 'error', label: t('Error {errors}', { errors: formatCount(errors) }) },
      ]}
    />
  );
}

function FollowButtons() {
  const isFollowing = useLog((state) => state.isFollowing);
  const isPaused = useLog((state) => state.pausedAt !== undefined);
  const fresh = useLog((state) => Math.max(0, (state.extent?.last ?? 0) - (state.pausedAt ?? state.seen)));
  const words = (isPaused || !isFollowing) && fresh > 0 ? counted(fresh, 'new line') : t('Follow');
  return (
    <>
      <Button small icon={isPaused ? 'play' : 'pause'} aria-pressed={isPaused} onClick={() => setPaused(!isPaused)}>
        {isPaused ? t('Continue') : t('Pause')}
      </Button>
      <Button
        small
        icon="down"
        aria-pressed={isFollowing && !isPaused}
        data-follow=""
        onClick={() => {
          setPaused(false);
          setFollowing(isPaused || !isFollowing);
        }}
      >
        {words}
      </Button>
    </>
  );
}
