// How a build differs from another one: the files that were added, changed and removed.
import { useEffect, useMemo, useState } from 'react';
import type { BuildDifference, BuildTarget } from '../../../src-shared/builds/bridge.ts';
import type { BuildFile } from '../../../src-shared/service/builds.ts';
import shared from '../../design/shared.module.css';
import { plural, t } from '../../text/t.ts';
import { classNames } from '../../ui/class-names.ts';
import { formatCount, formatFileSize } from '../../ui/format.ts';
import paneStyles from '../../ui/pane.module.css';
import { Select } from '../../ui/select.tsx';
import { formatMode } from './build-format.ts';
import styles from './builds.module.css';
import { readDifference } from './builds-actions.ts';
import { type BuildLine, buildBefore } from './builds-selectors.ts';
import { useBuilds } from './builds-store.ts';
import { LookFailure } from './look-failure.tsx';

type Props = { target: BuildTarget; line: BuildLine; lines: readonly BuildLine[]; why: string | undefined };

/** At first with the one that was asked for, else the one that was pushed just before it. */
export function BuildCompare({ target, line, lines, why }: Props) {
  const others = lines.filter(({ build }) => build.state === 'complete' && build.id !== line.build.id);
  const asked = useBuilds((state) => state.compareWith);
  const [chosen, setChosen] = useState(asked);
  const [tries, setTries] = useState(0);
  const other = others.find(({ build }) => build.id === chosen) ?? buildBefore(lines, line);
  const difference = useBuilds((state) => state.difference);
  const before = useMemo(
    () => other && { ...target, namespace_id: other.namespace_id, build_id: other.build.id },
    // oxlint-disable-next-line react/exhaustive-deps -- lines are made again with each change; which build it is counts
    [target, other?.build.id],
  );
  useEffect(() => {
    if (why !== undefined || before === undefined) return undefined;
    return readDifference(target, before);
  }, [target, before, why, tries]);
  if (why !== undefined) return <p className={classNames(paneStyles.note, shared.dim)}>{why}</p>;
  if (other === undefined)
    return (
      <p className={classNames(paneStyles.note, shared.dim)}>
        {t('There is no other complete build of this game to compare it with.')}
      </p>
    );
  return (
    <div className={classNames(styles.pane, styles.compare)}>
      <div className={styles.compareBar}>
        <span className={classNames(shared.small, shared.dim)}>{t('Compared with')}</span>
        <Select
          label={t('Build to compare with')}
          value={other.build.id}
          options={others.map(({ build, namespace }) => ({ value: build.id, label: `${build.name}, ${namespace}` }))}
          onValue={setChosen}
        />
      </div>
      {difference === undefined && (
        <p className={classNames(shared.small, shared.faint)} role="status">
          {t('Comparing builds')}
        </p>
      )}
      {difference !== undefined && 'error' in difference && (
        <LookFailure
          title={t('The builds could not be compared')}
          message={difference.error.message}
          onRetry={() => setTries(tries + 1)}
        />
      )}
      {difference !== undefined && 'value' in difference && <Difference difference={difference.value} />}
    </div>
  );
}

function Difference({ difference }: { difference: BuildDifference }) {
  const { counts, new_bytes: newBytes } = difference;
  if (counts.added + counts.changed + counts.removed === 0) {
    return (
      <p className={shared.small}>
        {plural(counts.same, 'Nothing differs: {n} file, all the same.', 'Nothing differs: {n} files, all the same.')}
      </p>
    );
  }
  return (
    <>
      <p className={classNames(shared.small, shared.tabular)} role="status">
        {t('{added} added, {changed} changed, {removed} removed, {same} the same. {size} are new.', {
          added: formatCount(counts.added),
          changed: formatCount(counts.changed),
          removed: formatCount(counts.removed),
          same: formatCount(counts.same),
          size: formatFileSize(newBytes),
        })}
      </p>
      <Part title={t('Changed')} count={counts.changed}>
        {difference.changed.map(({ path, before, after }) => (
          <Line key={path} sign="~" path={path} words={formatChange(before, after)} />
        ))}
      </Part>
      <Part title={t('Added')} count={counts.added}>
        {difference.added.map((file) => (
          <Line key={file.path} sign="+" path={file.path} words={formatFileSize(file.bytes)} />
        ))}
      </Part>
      <Part title={t('Removed')} count={counts.removed}>
        {difference.removed.map((file) => (
          <Line key={file.path} sign="−" path={file.path} words={formatFileSize(file.bytes)} />
        ))}
      </Part>
    </>
  );
}

type PartProps = { title: string; count: number; children: React.ReactNode[] };

function Part({ title, count, children }: PartProps) {
  if (count === 0) return null;
  const hidden = count - children.length;
  return (
    <div className={styles.differences}>
      <h3>
        {title} <span className={shared.tabular}>{formatCount(count)}</span>
      </h3>
      <ul>{children}</ul>
      {hidden > 0 && (
        <p className={classNames(shared.small, shared.faint)}>{t('and {more} more', { more: formatCount(hidden) })}</p>
      )}
    </div>
  );
}

function Line({ sign, path, words }: { sign: '+' | '~' | '−'; path: string; words: string }) {
  const family = { '+': shared.ok, '~': shared.wait, '−': shared.bad }[sign];
  return (
    <li>
      <span className={classNames(shared.mono, family)} aria-hidden="true">
        {sign}
      </span>
      <span className={classNames(shared.mono, shared.ellipsis)} title={path}>
        {path}
      </span>
      <span className={classNames(shared.small, shared.faint, shared.tabular)}>{words}</span>
    </li>
  );
}

function formatChange(before: BuildFile, after: BuildFile): string {
  if (before.bytes !== after.bytes)
    return t('{from} to {to}', { from: formatFileSize(before.bytes), to: formatFileSize(after.bytes) });
  if (before.sha256 !== after.sha256) return t('{size}, other bytes', { size: formatFileSize(after.bytes) });
  if (before.mode !== after.mode && before.mode !== undefined && after.mode !== undefined) {
    return t('{from} to {to}', { from: formatMode(before.mode), to: formatMode(after.mode) });
  }
  return after.type === 'link' ? t('leads to {target}', { target: after.link_target ?? '' }) : t('another mode');
}
