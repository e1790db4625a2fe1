// The files of a build by their paths, with sizes and modes. Those in sight are drawn and read; a hundred thousand are fine.
import { useEffect, useState } from 'react';
import type { BuildTarget } from '../../../src-shared/builds/bridge.ts';
import type { BuildFile } from '../../../src-shared/service/builds.ts';
import { Icon } from '../../design/icons.tsx';
import shared from '../../design/shared.module.css';
import { plural, t } from '../../text/t.ts';
import { classNames } from '../../ui/class-names.ts';
import fieldStyles from '../../ui/field.module.css';
import { counted, formatCount, formatFileSize } from '../../ui/format.ts';
import paneStyles from '../../ui/pane.module.css';
import { useTextLength } from '../../ui/text-size.ts';
import { useRowsInSight } from '../../ui/use-rows-in-sight.ts';
import { formatMode, shortHash } from './build-format.ts';
import styles from './builds.module.css';
import { readFiles, readMoreFiles } from './builds-actions.ts';
import { type FilePages, useBuilds } from './builds-store.ts';
import { LookFailure } from './look-failure.tsx';

const ROW_PX = 24;
const PAUSE_MS = 150;

type Props = { target: BuildTarget; why: string | undefined };

/** What was read for another text stays in sight until the new answer is here. */
export function BuildFiles({ target, why }: Props) {
  const [text, setText] = useState('');
  const [tries, setTries] = useState(0);
  const files = useBuilds((state) => state.files);
  useEffect(() => {
    if (why !== undefined) return undefined;
    let stop: () => void = () => undefined;
    const timer = setTimeout(
      () => {
        stop = readFiles(target, text);
      },
      text === '' ? 0 : PAUSE_MS,
    );
    return () => {
      clearTimeout(timer);
      stop();
    };
  }, [target, text, why, tries]);
  if (why !== undefined) return <p className={classNames(paneStyles.note, shared.dim)}>{why}</p>;
  return (
    <div className={styles.files}>
      <div className={styles.filesBar}>
        <div data-slot="input" className={classNames(fieldStyles.input, fieldStyles.inputWrap)}>
          <Icon name="search" size={12} />
          <input
            aria-label={t('Find a file')}
            placeholder={t('Find a file by its path')}
            value={text}
            spellCheck={false}
            autoComplete="off"
            onChange={(event) => setText(event.target.value)}
          />
        </div>
        <span className={classNames(shared.faint, shared.small, shared.tabular)} role="status">
          {countOf(files)}
        </span>
      </div>
      <Found files={files} target={target} onRetry={() => setTries(tries + 1)} />
    </div>
  );
}

function countOf(files: ReturnType<typeof useBuilds.getState>['files']): string {
  if (files === undefined) return t('Reading the build');
  if ('error' in files) return '';
  const { found, total, totalBytes, text } = files.value;
  if (text !== '') return plural(total, '{found} of {n} file', '{found} of {n} files', { found: formatCount(found) });
  return `${counted(total, 'file')}, ${formatFileSize(totalBytes)}`;
}

type FoundProps = {
  files: ReturnType<typeof useBuilds.getState>['files'];
  target: BuildTarget;
  onRetry: () => void;
};

function Found({ files, target, onRetry }: FoundProps) {
  if (files === undefined) return null;
  if ('error' in files) {
    return (
      <div className={styles.pane}>
        <LookFailure title={t('The files could not be read')} message={files.error.message} onRetry={onRetry} />
      </div>
    );
  }
  if (files.value.found === 0)
    return <p className={classNames(paneStyles.note, shared.dim)}>{t('No matching files.')}</p>;
  return <Lines pages={files.value} target={target} />;
}

function Lines({ pages, target }: { pages: FilePages; target: BuildTarget }) {
  const rowHeight = useTextLength(ROW_PX);
  const { scroller, height, rows } = useRowsInSight({ count: pages.found, rowHeight, around: 20 });
  const missing = rows.map(({ index }) => index).filter((index) => !pages.files.has(index));
  const wanted = missing.join(' ');
  useEffect(() => {
    if (wanted !== '') readMoreFiles(target, wanted.split(' ').map(Number));
  }, [target, wanted]);
  return (
    <div ref={scroller} className={styles.filesScroll} tabIndex={0} role="group" aria-label={t('Files of the build')}>
      <ul style={{ height }}>
        {rows.map(({ index, top }) => (
          <li key={index} aria-setsize={pages.found} aria-posinset={index + 1} style={{ top }}>
            <File file={pages.files.get(index)} />
          </li>
        ))}
      </ul>
    </div>
  );
}

function File({ file }: { file: BuildFile | undefined }) {
  if (file === undefined) return <span className={shared.faint}>…</span>;
  const { path, type, bytes, mode, sha256, link_target: link } = file;
  const at = path.lastIndexOf('/') + 1;
  return (
    <>
      <span className={classNames(shared.mono, shared.ellipsis)} title={path}>
        <span className={shared.faint}>{path.slice(0, at)}</span>
        {path.slice(at)}
        {type === 'link' && <span className={shared.faint}> → {link}</span>}
      </span>
      <span className={classNames(shared.mono, shared.faint)}>{mode === undefined ? '' : formatMode(mode)}</span>
      <span className={classNames(shared.mono, shared.faint)} title={sha256}>
        {sha256 === undefined ? '' : shortHash(sha256)}
      </span>
      <span className={classNames(styles.size, shared.tabular, shared.small)}>
        {type === 'link' ? t('link') : formatFileSize(bytes)}
      </span>
    </>
  );
}
