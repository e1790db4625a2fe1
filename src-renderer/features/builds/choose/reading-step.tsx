// While a build is read: walked, copied where a browser has no path, and looked over by the doctor.
import { StateGlyph } from '../../../design/state-glyph.tsx';
import { Button } from '../../../ui/button.tsx';
import { counted, sizeWords } from '../../../ui/words.ts';
import { closeCard } from './choose-actions.ts';
import type { CopyProgress } from './copy-files.ts';

/** It can be given up at any time. */
export function ReadingStep({ name, progress }: { name: string; progress: CopyProgress | undefined }) {
  const { sent, bytes } = progress ?? { sent: undefined, bytes: 0 };
  return (
    <>
      <div className="dialog-body card-reading">
        <p role="status">
          <StateGlyph state="verifying" />
          {readingWords(name, progress)}
        </p>
        {sent !== undefined && bytes > 0 && (
          <progress className="card-progress" max={bytes} value={sent} aria-label={`How much of ${name} is copied`} />
        )}
      </div>
      <div className="dialog-foot">
        <Button onClick={closeCard}>Give up</Button>
      </div>
    </>
  );
}

function readingWords(name: string, progress: CopyProgress | undefined): string {
  if (progress === undefined) return `Looking ${name} over`;
  const { files, bytes, sent } = progress;
  if (sent === undefined) return `Reading ${name}: ${counted(files, 'file')} so far, ${sizeWords(bytes)}`;
  if (sent >= bytes) return `Looking over ${counted(files, 'file')}, ${sizeWords(bytes)}`;
  return `Copying ${sizeWords(sent)} of ${sizeWords(bytes)}, ${counted(files, 'file')}`;
}
