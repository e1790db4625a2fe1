// "What changes" on the switch sheet, one row for each thing that does.
import { type ReactNode, useId, useState } from 'react';
import type { Comparison, FileChanges } from '../../../src-shared/versions/bridge.ts';
import { Icon } from '../../design/icons.tsx';
import shared from '../../design/shared.module.css';
import { t } from '../../text/t.ts';
import { classNames } from '../../ui/class-names.ts';
import { formatCount, formatSize } from '../../ui/format.ts';
import sheetStyles from '../../ui/sheet.module.css';
import styles from './switch-changes.module.css';
import { type ChangeRow, changeRows, type Figure, formatPort, type PortChange } from './switch-changes.ts';
import type { Loadable } from './switch-store.ts';
import type { DiffText } from './text-list-diff.ts';

/** While the builds are looked into, the rows keep their place. */
export function ChangeList({ comparison }: { comparison: Loadable<Comparison> }) {
  return (
    <section aria-labelledby="switch-changes" aria-busy={comparison.state === 'reading'}>
      <h3 id="switch-changes">{t('What changes')}</h3>
      {comparison.state === 'reading' && <Reading />}
      {comparison.state === 'failed' && (
        <p className={sheetStyles.unknown}>{t('It could not be compared: {why}', { why: comparison.why })}</p>
      )}
      {comparison.state === 'read' && <Rows rows={changeRows(comparison.value)} />}
    </section>
  );
}

function Reading() {
  return (
    <div className={styles.changes} role="status">
      <div className={styles.key}>{t('Builds')}</div>
      <div className={shared.faint}>{t('Comparing builds')}</div>
      <div className={styles.difference} />
    </div>
  );
}

function Rows({ rows }: { rows: readonly ChangeRow[] }) {
  if (rows.length === 0) {
    return <p className={sheetStyles.unknown}>{t('Nothing: the same files, started in the same way.')}</p>;
  }
  return (
    <div className={styles.changes}>
      {rows.map((row) => (
        <Row key={row.label} row={row} />
      ))}
    </div>
  );
}

function Row({ row }: { row: ChangeRow }) {
  if (row.kind === 'files') return <FilesRow files={row.files} label={row.label} aside={row.aside ?? ''} />;
  if (row.kind === 'unknown') {
    return (
      <>
        <div className={styles.key}>{row.label}</div>
        <div className={classNames(styles.wide, shared.dim, shared.small)}>
          {t('Not known. {why}', { why: row.why })}
        </div>
      </>
    );
  }
  return (
    <>
      <div className={styles.key}>{row.label}</div>
      <div className={styles.what}>{contentOf(row)}</div>
      <div className={styles.difference}>{row.aside}</div>
    </>
  );
}

function contentOf(row: Exclude<ChangeRow, { kind: 'files' | 'unknown' }>): ReactNode {
  switch (row.kind) {
    case 'move':
      return <Move before={row.before} after={row.after} isMono={row.isMono} />;
    case 'texts':
      return <Texts texts={row.texts} />;
    case 'ports':
      return row.ports.map((change) => <Port key={`${change.kind} ${formatPort(change.port)}`} change={change} />);
    default:
      return row.figures.map((figure) => <FigureText key={figure.label} figure={figure} />);
  }
}

/** What was, and what comes in its place. */
export function Move({
  before,
  after,
  isMono = false,
}: {
  before: string;
  after: string;
  isMono?: boolean | undefined;
}) {
  return (
    <span className={isMono ? classNames(styles.move, shared.mono) : styles.move}>
      <span>{before}</span>
      <Icon name="arrow" size={12} />
      <span className={shared.visuallyHidden}> {t('becomes')} </span>
      <b>{after}</b>
    </span>
  );
}

/** Texts that follow each other in the same state are drawn as one. */
function Texts({ texts }: { texts: readonly DiffText[] }) {
  return texts.map(({ text, kind }, at) => (
    // oxlint-disable-next-line react/no-array-index-key -- a text may stand there twice, and its place is all that it has
    <Marked key={at} kind={kind}>
      {text}
    </Marked>
  ));
}

function Marked({ kind, children }: { kind: DiffText['kind']; children: ReactNode }) {
  if (kind === 'gone') {
    return (
      <del className={classNames(styles.removed, shared.mono)}>
        <span className={shared.visuallyHidden}>{t('no longer')} </span>
        {children}
      </del>
    );
  }
  if (kind === 'new') {
    return (
      <ins className={classNames(styles.added, shared.mono)}>
        <span className={shared.visuallyHidden}>{t('new')} </span>
        {children}
      </ins>
    );
  }
  return <span className={shared.mono}>{children}</span>;
}

function Port({ change: { port, kind } }: { change: PortChange }) {
  return (
    <>
      <Marked kind={kind}>{formatPort(port)}</Marked>
      {kind === 'same' && <span className={shared.faint}>{t('same')}</span>}
    </>
  );
}

function FigureText({ figure: { label, before, after, unit } }: { figure: Figure }) {
  return (
    <span className={styles.figure}>
      {label} <span className={styles.old}>{before}</span> <span className={shared.visuallyHidden}>{t('becomes')}</span>{' '}
      <b>{after}</b> <span className={shared.faint}>{unit}</span>
    </span>
  );
}

type FilesProps = { files: FileChanges; label: string; aside: string };

/** Its end opens the names. */
function FilesRow({ files, label, aside }: FilesProps) {
  const id = useId();
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <div className={styles.key}>{label}</div>
      <div>
        <FileBar files={files} />
      </div>
      <div className={styles.difference}>
        <button
          type="button"
          className={classNames(styles.more, shared.hitArea)}
          aria-expanded={isOpen}
          aria-controls={id}
          onClick={() => setOpen(!isOpen)}
        >
          {aside}
        </button>
      </div>
      {isOpen && (
        <div className={styles.names} id={id}>
          <Names title={t('Added')} group={files.added} />
          <Names title={t('Changed')} group={files.changed} />
          <Names title={t('Removed')} group={files.removed} />
        </div>
      )}
    </>
  );
}

function Names({ title, group }: { title: string; group: FileChanges['added'] }) {
  if (group.count === 0) return null;
  const more = group.count - group.first.length;
  return (
    <div>
      <h4>
        {title}, {formatSize(group.bytes)}
      </h4>
      <ul>
        {group.first.map(({ path }) => (
          <li key={path} className={classNames(shared.mono, shared.selectable)}>
            {path}
          </li>
        ))}
        {more > 0 && <li className={shared.faint}>{t('and {more} more', { more: formatCount(more) })}</li>}
      </ul>
    </div>
  );
}

const BAR = 190;
const LEAST = 3;

/** Shares of all files there are afterwards, with those that went; each that is there can be seen. */
function FileBar({ files: { added, changed, removed, total } }: { files: FileChanges }) {
  const all = Math.max(1, total + removed.count);
  const width = (count: number) => Math.max(LEAST, Math.round((count / all) * BAR));
  const parts = [
    { kind: 'added', className: styles.barAdded, count: added.count },
    { kind: 'changed', className: styles.barChanged, count: changed.count },
    { kind: 'removed', className: styles.barRemoved, count: removed.count },
  ].filter(({ count }) => count > 0);
  return (
    <svg width={BAR} height={8} aria-hidden="true">
      <Bars parts={parts.map(({ count, ...look }) => ({ ...look, width: width(count) }))} />
    </svg>
  );
}

function Bars({ parts }: { parts: readonly { kind: string; className: string | undefined; width: number }[] }) {
  let x = 0;
  const bars = parts.map(({ kind, className, width }) => {
    const bar = <rect key={kind} className={className} x={x} width={Math.min(width, BAR - x)} height={8} rx={1} />;
    x = Math.min(BAR, x + width + 1);
    return bar;
  });
  return (
    <>
      {bars}
      {x < BAR && <rect className={styles.barUnchanged} x={x} width={BAR - x} height={8} rx={1} />}
    </>
  );
}
