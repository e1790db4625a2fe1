// The dialog for a new game. What the service finds wrong with the name stands under the field.
import { useRef } from 'react';
import { z } from 'zod';
import { t } from '../../text/t.ts';
import { Button } from '../../ui/button.tsx';
import dialogStyles from '../../ui/dialog.module.css';
import { Dialog } from '../../ui/dialog.tsx';
import { createDrafts } from '../../ui/drafts.ts';
import { Field } from '../../ui/field.tsx';
import { InlineError } from '../../ui/inline-error.tsx';
import { useDraftForm } from '../../ui/use-draft-form.ts';
import { createGame, setCreating } from './games-actions.ts';
import { useGames } from './games-store.ts';

type Props = { instance: { id: string; name: string } | undefined };

const { useDraft } = createDrafts('new-game', z.string());

/** Is open while the store says so. What was typed stays when it is closed, until a game was made of it or Cancel takes it. */
export function CreateGameDialog({ instance }: Props) {
  const creating = useGames((state) => state.creating);
  const input = useRef<HTMLInputElement>(null);
  if (instance === undefined) return null;
  return (
    <Dialog
      open={creating}
      onOpenChange={setCreating}
      title={t('Create a game on {instance}', { instance: instance.name })}
      text={t('It starts with the namespaces Production and Staging, and no build yet.')}
      initialFocus={input}
    >
      <Form instance_id={instance.id} input={input} />
    </Dialog>
  );
}

function Form({ instance_id, input }: { instance_id: string; input: React.RefObject<HTMLInputElement | null> }) {
  const kept = useDraft(instance_id, '');
  const { submit, isBusy, problem, change, cancel } = useDraftForm(kept, {
    send: () => createGame(instance_id, kept.draft),
    close: () => setCreating(false),
    field: input,
  });
  return (
    <form noValidate onSubmit={submit}>
      <div className={dialogStyles.body}>
        <Field
          ref={input}
          label={t('Name')}
          name="display_name"
          value={kept.draft}
          placeholder="Tidebreak"
          hint={t('The name that people see.')}
          errors={problem?.name ?? []}
          onValue={change}
        />
        {problem?.whole !== undefined && (
          <div className={dialogStyles.error}>
            <InlineError title={t('The game could not be created')}>{problem.whole}</InlineError>
          </div>
        )}
      </div>
      <div className={dialogStyles.foot}>
        <Button onClick={cancel}>{t('Cancel')}</Button>
        <Button type="submit" kind="primary" busy={isBusy}>
          {t('Create game')}
        </Button>
      </div>
    </form>
  );
}
