// Shows what a crash bundle of an ended server would hold, file by file, and saves it without what the person leaves out.
import { useEffect, useState } from 'react';
import { z } from 'zod';
import { asAppError } from '../../../../src-shared/errors/app-error.ts';
import type { ServerTarget } from '../../../../src-shared/servers/bridge.ts';
import type { BundleFile } from '../../../../src-shared/service/server-inspection.ts';
import { type Sentence, textOf } from '../../../../src-shared/text/message.ts';
import shared from '../../../design/shared.module.css';
import { t, translate } from '../../../text/t.ts';
import { Button } from '../../../ui/button.tsx';
import { classNames } from '../../../ui/class-names.ts';
import dialogStyles from '../../../ui/dialog.module.css';
import { Dialog } from '../../../ui/dialog.tsx';
import { createDrafts } from '../../../ui/drafts.ts';
import { formatFileSize } from '../../../ui/format.ts';
import { InlineError } from '../../../ui/inline-error.tsx';
import styles from './clients.module.css';
import { previewBundle, saveBundle, setClientDialog } from './clients-actions.ts';
import { useClients } from './clients-store.ts';

/** The names of what is left out, by server. */
const { useDraft } = createDrafts('bundle', z.array(z.string()).readonly());
const nothing: readonly string[] = [];

type Preview = { files: BundleFile[]; notes: Sentence[] };

/** Is open while the store says so. */
export function BundleDialog({ target }: { target: ServerTarget }) {
  const isOpen = useClients((state) => state.dialog === 'bundle');
  return (
    <Dialog
      open={isOpen}
      onOpenChange={(open) => setClientDialog(open ? 'bundle' : undefined)}
      title={t('Save a crash bundle')}
      text={t('One zip with everything known about how this server ended. Secrets are masked.')}
      wide
    >
      <Content target={target} />
    </Dialog>
  );
}

function Content({ target }: { target: ServerTarget }) {
  const { preview, failure } = usePreview(target);
  const { draft: leftOut, type, release } = useDraft(target.server_id, nothing);
  const [problem, setProblem] = useState<string>();
  const [isBusy, setBusy] = useState(false);
  const close = () => {
    release();
    setClientDialog(undefined);
  };
  const toggle = (name: string) =>
    type(leftOut.includes(name) ? leftOut.filter((other) => other !== name) : [...leftOut, name]);
  const save = async () => {
    if (isBusy) return;
    setBusy(true);
    const found = await saveBundle(target, [...leftOut]);
    setBusy(false);
    setProblem(found);
    if (found === undefined) close();
  };
  return (
    <>
      <div className={classNames(styles.bundle, dialogStyles.body)}>
        {failure !== undefined && <InlineError title={t('There is nothing to bundle')}>{failure}</InlineError>}
        {preview !== undefined && <Files preview={preview} leftOut={leftOut} onToggle={toggle} />}
        {problem !== undefined && <InlineError title={t('The bundle was not saved')}>{problem}</InlineError>}
      </div>
      <div className={dialogStyles.foot}>
        <Button onClick={close}>{t('Cancel')}</Button>
        <Button
          kind="primary"
          icon="save"
          busy={isBusy}
          disabledReason={preview === undefined ? t('Its contents are not known yet') : undefined}
          onClick={() => void save()}
        >
          {t('Save bundle')}
        </Button>
      </div>
    </>
  );
}

function usePreview(target: ServerTarget) {
  const [preview, setPreview] = useState<Preview>();
  const [failure, setFailure] = useState<string>();
  useEffect(() => {
    let isOld = false;
    const read = async () => {
      try {
        const found = await previewBundle(target);
        if (!isOld) setPreview(found);
      } catch (thrown) {
        if (!isOld) setFailure(asAppError(thrown).message);
      }
    };
    void read();
    return () => {
      isOld = true;
    };
  }, [target]);
  return { preview, failure };
}

type FilesProps = { preview: Preview; leftOut: readonly string[]; onToggle: (name: string) => void };

/** What cannot be left out has no box. */
function Files({ preview, leftOut, onToggle }: FilesProps) {
  return (
    <>
      <ul className={styles.bundleFiles} aria-label={t('Contents of the bundle')}>
        {preview.files.map(({ name, bytes, why, optional, left_out: reason }) => (
          <li key={name} data-out={leftOut.includes(name) || reason !== undefined ? '' : undefined}>
            <label>
              <input
                type="checkbox"
                checked={reason === undefined && !leftOut.includes(name)}
                disabled={!optional || reason !== undefined}
                onChange={() => onToggle(name)}
              />
              <span>
                <b className={shared.mono}>{name}</b>
                <span className={classNames(shared.small, shared.dim)}>{translate(reason ?? why)}</span>
              </span>
              <span className={classNames(shared.small, shared.faint, shared.tabular)}>{formatFileSize(bytes)}</span>
            </label>
          </li>
        ))}
      </ul>
      {preview.notes.map((note) => (
        <p key={textOf(note)} className={classNames(shared.small, shared.dim)}>
          {translate(note)}
        </p>
      ))}
    </>
  );
}
