// One build in the table.
import { memo } from 'react';
import shared from '../../design/shared.module.css';
import { StateGlyph } from '../../design/state-glyph.tsx';
import { useLanguage } from '../../text/language.ts';
import { t } from '../../text/t.ts';
import { classNames } from '../../ui/class-names.ts';
import { formatAgo, formatPacked } from '../../ui/format.ts';
import tableStyles from '../../ui/table/table.module.css';
import { TableRow } from '../../ui/table/table-row.tsx';
import type { TableRowPlace } from '../../ui/table/use-table-rows.ts';
import tagStyles from '../../ui/tag.module.css';
import { buildGlyph, formatBuildState, formatKind, shortHash } from './build-format.ts';
import styles from './builds.module.css';
import type { BuildLine } from './builds-selectors.ts';
import { useBuilds } from './builds-store.ts';

type Props = {
  line: BuildLine;
  now: number;
  place: TableRowPlace;
  isOpen: boolean;
  onOpen: (build_id: string) => void;
  /** Absent where the window cannot drag files out. */
  onDragOut: ((line: BuildLine) => void) | undefined;
};

export function BuildRow({ line, now, place, isOpen, onOpen, onDragOut }: Props) {
  const { id, state } = line.build;
  const drag = state === 'complete' && onDragOut !== undefined ? () => onDragOut(line) : undefined;
  return (
    <TableRow place={place} className={styles.row} isOpen={isOpen} onOpen={() => onOpen(id)} onDragOut={drag}>
      <Cells line={line} ago={formatAgo(line.made, now)} />
    </TableRow>
  );
}

/** Drawn again only when something in it changes. */
const Cells = memo(function Cells({ line, ago }: { line: BuildLine; ago: string }) {
  useLanguage();
  const { build } = line;
  return (
    <>
      <span role="gridcell" className={styles.name}>
        <StateGlyph state={buildGlyph(build)} />
        <span className={shared.ellipsis}>{build.name}</span>
        {build.state !== 'complete' && <Progress line={line} />}
      </span>
      <span role="gridcell" className={classNames(styles.kind, shared.small, shared.dim, shared.ellipsis)}>
        {formatKind(build)}
      </span>
      <span role="gridcell" className={classNames(tableStyles.number, shared.small, shared.tabular)}>
        {formatPacked(build.content_length)}
      </span>
      <span role="gridcell" className={classNames(styles.hash, shared.mono, shared.faint, shared.ellipsis)}>
        {build.sha256 === undefined ? '–' : shortHash(build.sha256)}
      </span>
      <span role="gridcell" className={styles.used}>
        <Users line={line} />
      </span>
      <span role="gridcell" className={classNames(tableStyles.number, shared.dim, shared.small, shared.tabular)}>
        {ago}
      </span>
    </>
  );
});

function Users({ line: { runsOn, endsOn } }: { line: BuildLine }) {
  const ends = endsOn.length === 0 ? undefined : t('ending on {names}', { names: endsOn.join(', ') });
  return (
    <>
      {runsOn.map((name) => (
        <span key={name} data-slot="tag" className={tagStyles.tag}>
          {name}
        </span>
      ))}
      {(ends !== undefined || runsOn.length === 0) && (
        <span className={classNames(shared.faint, shared.small, shared.ellipsis)} title={ends}>
          {ends ?? '–'}
        </span>
      )}
    </>
  );
}

function Progress({ line: { build } }: { line: BuildLine }) {
  const progress = useBuilds((state) => state.progress.get(build.id));
  return (
    <span className={classNames(shared.small, shared.faint, shared.ellipsis)}>{formatBuildState(build, progress)}</span>
  );
}
