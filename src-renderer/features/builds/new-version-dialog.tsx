// The dialog for another version of a build that is stored already: nothing is uploaded again.
import { useRef } from 'react';
import { z } from 'zod';
import type { BuildTarget } from '../../../src-shared/builds/bridge.ts';
import { t } from '../../text/t.ts';
import { Button } from '../../ui/button.tsx';
import dialogStyles from '../../ui/dialog.module.css';
import { Dialog } from '../../ui/dialog.tsx';
import { createDrafts } from '../../ui/drafts.ts';
import { Field } from '../../ui/field.tsx';
import { InlineError } from '../../ui/inline-error.tsx';
import { nameRefusal } from '../../ui/name-problems.ts';
import { useDraftForm } from '../../ui/use-draft-form.ts';
import { createVersion, setBuildDialog } from './builds-actions.ts';
import type { BuildLine } from './builds-selectors.ts';
import { useBuilds } from './builds-store.ts';

type Props = { target: BuildTarget; line: BuildLine };

const { useDraft } = createDrafts('new-version', z.string());

/** Is open while the store says so. */
export function NewVersionDialog({ target, line }: Props) {
  const isOpen = useBuilds((state) => state.dialog === 'version');
  const input = useRef<HTMLInputElement>(null);
  return (
    <Dialog
      open={isOpen}
      onOpenChange={(open) => setBuildDialog(open ? 'version' : undefined)}
      title={t('New version of {name}', { name: line.build.name })}
      text={t(
        'The same bytes under another name. Nothing is uploaded, and nothing changes until a namespace switches to it.',
      )}
      initialFocus={input}
    >
      <Form target={target} input={input} />
    </Dialog>
  );
}

function Form({ target, input }: { target: BuildTarget; input: React.RefObject<HTMLInputElement | null> }) {
  const kept = useDraft(target.build_id, '');
  const close = () => setBuildDialog(undefined);
  const send = async () => {
    const error = await createVersion(target, kept.draft);
    if (error !== undefined) return nameRefusal(error, t('No version was created.'));
    close();
    return undefined;
  };
  const { submit, isBusy, problem, change, cancel } = useDraftForm(kept, { send, close, field: input });
  return (
    <form noValidate onSubmit={submit}>
      <div className={dialogStyles.body}>
        <Field
          ref={input}
          label={t('Name')}
          name="display_name"
          value={kept.draft}
          placeholder="v0.5.1"
          errors={problem?.name ?? []}
          onValue={change}
        />
        {problem?.whole !== undefined && (
          <div className={dialogStyles.error}>
            <InlineError title={t('The version could not be created')}>{problem.whole}</InlineError>
          </div>
        )}
      </div>
      <div className={dialogStyles.foot}>
        <Button onClick={cancel}>{t('Cancel')}</Button>
        <Button type="submit" kind="primary" busy={isBusy}>
          {t('Create version')}
        </Button>
      </div>
    </form>
  );
}
