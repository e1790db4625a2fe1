// The dialog that adds a game by its id, for instances that do not list their games.
import { useRef } from 'react';
import { z } from 'zod';
import type { InstanceView } from '../../../src-shared/instances/bridge.ts';
import shared from '../../design/shared.module.css';
import { t, translate } from '../../text/t.ts';
import { Button } from '../../ui/button.tsx';
import dialogStyles from '../../ui/dialog.module.css';
import { Dialog } from '../../ui/dialog.tsx';
import { createDrafts } from '../../ui/drafts.ts';
import { Field } from '../../ui/field.tsx';
import { useDraftForm } from '../../ui/use-draft-form.ts';
import { pinGame, setPinning } from './games-actions.ts';
import { useGames } from './games-store.ts';

const { useDraft } = createDrafts('pin-game', z.string());

/** Is open while the store says so. */
export function PinGameDialog({ instance }: { instance: InstanceView | undefined }) {
  const pinning = useGames((state) => state.pinning);
  const input = useRef<HTMLInputElement>(null);
  if (instance === undefined) return null;
  return (
    <Dialog
      open={pinning}
      onOpenChange={setPinning}
      title={t('Add a game of {instance}', { instance: instance.name })}
      text={translate(instance.why_not?.list_games) ?? t('Add a game that is not in the list by its id.')}
      initialFocus={input}
    >
      <Form instance_id={instance.id} input={input} />
    </Dialog>
  );
}

function Form({ instance_id, input }: { instance_id: string; input: React.RefObject<HTMLInputElement | null> }) {
  const kept = useDraft(instance_id, '');
  const { submit, isBusy, problem, change, cancel } = useDraftForm(kept, {
    send: () => pinGame(instance_id, kept.draft),
    close: () => setPinning(false),
    field: input,
  });
  return (
    <form noValidate onSubmit={submit}>
      <div className={dialogStyles.body}>
        <Field
          ref={input}
          className={shared.mono}
          label={t('Game id')}
          value={kept.draft}
          placeholder="3f9c27d4-61b8-4c3e-9a51-7d20b4c8e1a7"
          hint={t('It is stored only in this app. Nothing changes on the instance.')}
          errors={problem === undefined ? [] : [problem]}
          onValue={change}
        />
      </div>
      <div className={dialogStyles.foot}>
        <Button onClick={cancel}>{t('Cancel')}</Button>
        <Button type="submit" kind="primary" busy={isBusy}>
          {t('Add game')}
        </Button>
      </div>
    </form>
  );
}
