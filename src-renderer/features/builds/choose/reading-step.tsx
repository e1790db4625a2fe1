// While a build is read: walked, copied where a browser has no path, and looked over by the doctor.
import { StateGlyph } from '../../../design/state-glyph.tsx';
import { plural, t } from '../../../text/t.ts';
import { Button } from '../../../ui/button.tsx';
import { classNames } from '../../../ui/class-names.ts';
import dialogStyles from '../../../ui/dialog.module.css';
import { formatSize } from '../../../ui/format.ts';
import progressStyles from '../../../ui/progress.module.css';
import styles from './choose.module.css';
import { closeCard } from './choose-actions.ts';
import type { CopyProgress } from './copy-files.ts';

/** It can be given up at any time. */
export function ReadingStep({ name, progress }: { name: string; progress: CopyProgress | undefined }) {
  const { sent, bytes = 0 } = progress ?? {};
  return (
    <>
      <div className={classNames(styles.reading, dialogStyles.body)}>
        <p role="status">
          <StateGlyph state="verifying" />
          {formatReading(name, progress)}
        </p>
        {sent !== undefined && bytes > 0 && sent < bytes ? (
          <progress
            data-slot="progress"
            className={progressStyles.progress}
            max={bytes}
            value={sent}
            aria-label={t('How much of {name} is copied', { name })}
          />
        ) : (
          <progress
            data-slot="progress"
            className={classNames(progressStyles.progress, progressStyles.isOpen)}
            aria-label={t('Scanning {name}', { name })}
          />
        )}
      </div>
      <div className={dialogStyles.foot}>
        <Button onClick={closeCard}>{t('Cancel')}</Button>
      </div>
    </>
  );
}

function formatReading(name: string, progress: CopyProgress | undefined): string {
  if (progress === undefined) return t('Scanning {name}', { name });
  const { files, bytes, sent } = progress;
  if (bytes === undefined)
    return plural(files, 'Scanning {name}: {n} file so far', 'Scanning {name}: {n} files so far', {
      name,
    });
  if (sent === undefined)
    return plural(files, 'Reading {name}: {n} file so far, {size}', 'Reading {name}: {n} files so far, {size}', {
      name,
      size: formatSize(bytes),
    });
  if (sent >= bytes)
    return plural(files, 'Scanning {n} file, {size}', 'Scanning {n} files, {size}', {
      size: formatSize(bytes),
    });
  return plural(files, 'Copying {size} of {all}, {n} file', 'Copying {size} of {all}, {n} files', {
    size: formatSize(sent),
    all: formatSize(bytes),
  });
}
