// The dialog for a new namespace. The instance checks the names while they are typed; what is wrong stands at its field.
import { useEffect, useRef, useState } from 'react';
import type { InstanceView } from '../../../src-shared/instances/bridge.ts';
import type { GameFull } from '../../../src-shared/service/games.ts';
import { longestNameId } from '../../../src-shared/service/names.ts';
import { firstVersion } from '../../../src-shared/versions/first-version.ts';
import shared from '../../design/shared.module.css';
import { t, translate } from '../../text/t.ts';
import { Button } from '../../ui/button.tsx';
import { classNames } from '../../ui/class-names.ts';
import dialogStyles from '../../ui/dialog.module.css';
import { Dialog } from '../../ui/dialog.tsx';
import { createDrafts } from '../../ui/drafts.ts';
import fieldStyles from '../../ui/field.module.css';
import { Field } from '../../ui/field.tsx';
import { InlineError } from '../../ui/inline-error.tsx';
import type { NameProblems } from '../../ui/name-problems.ts';
import { Select } from '../../ui/select.tsx';
import { useDraftForm } from '../../ui/use-draft-form.ts';
import { whyInstanceUnavailable } from '../instances/instances-selectors.ts';
import styles from './namespace-forms.module.css';
import type { GamePlace } from './namespaces-store.ts';
import { checkNames, createNamespace } from './new-namespace-actions.ts';
import { type NamespaceDraft, nameIdOf, namespaceDraft, noProblems } from './new-namespace-form.ts';
import { firstChoice, markedOptions } from './roll-back-selectors.ts';

const { useDraft } = createDrafts('new-namespace', namespaceDraft);

type Props = { open: boolean; onClose: () => void; instance: InstanceView; game: GameFull };

/** What was typed stays when it is closed, until a namespace was made of it or Cancel takes it. */
export function NewNamespaceDialog({ open, onClose, instance, game }: Props) {
  const input = useRef<HTMLInputElement>(null);
  const whyNot = translate(instance.why_not?.create_namespace);
  return (
    <Dialog
      open={open}
      onOpenChange={(next) => !next && onClose()}
      title={t('Create a namespace of {game}', { game: game.display_name })}
      text={
        whyNot ??
        t('A place on {instance} where one version runs, with servers and limits of its own.', {
          instance: instance.name,
        })
      }
      initialFocus={input}
    >
      {whyNot === undefined ? (
        <Form instance={instance} game={game} input={input} onClose={onClose} />
      ) : (
        <div className={classNames(styles.foot, dialogStyles.foot)}>
          <Button onClick={onClose}>{t('Close')}</Button>
        </div>
      )}
    </Dialog>
  );
}

type FormProps = Omit<Props, 'open'> & { input: React.RefObject<HTMLInputElement | null> };

function Form({ instance, game, input, onClose }: FormProps) {
  const versions = markedOptions(game, '');
  // Before the first build it runs what the game came with, which is no version to choose.
  const none = firstVersion(game)?.version_id ?? '';
  const empty = { name: '', name_id: '', isOwnId: false, version_id: firstChoice(game, '') ?? none };
  const kept = useDraft(game.game_id, empty);
  const { draft } = kept;
  const place = { instance_id: instance.id, game_id: game.game_id };
  const { problems, refuse } = useNameCheck(place, draft);
  const off =
    whyInstanceUnavailable(instance) ??
    (empty.version_id === '' ? t('This game has no version yet. Upload a build first') : undefined);
  const send = async () => {
    if (off !== undefined) return noProblems; // it was not sent, which its button says
    const found = await createNamespace(place, draft);
    if (found !== undefined) refuse(found);
    return found;
  };
  const { submit, isBusy, change, cancel } = useDraftForm(kept, { send, close: onClose, field: input });
  return (
    <form noValidate onSubmit={submit}>
      <div className={classNames(styles.form, dialogStyles.body)}>
        <Fields
          draft={draft}
          problems={problems}
          input={input}
          versions={versions}
          onDraft={(part) => change({ ...draft, ...part })}
        />
        {problems.whole !== undefined && (
          <InlineError title={t('The namespace could not be created')}>{problems.whole}</InlineError>
        )}
      </div>
      <div className={dialogStyles.foot}>
        <Button onClick={cancel}>{t('Cancel')}</Button>
        <Button type="submit" kind="primary" busy={isBusy} disabledReason={isBusy ? undefined : off}>
          {t('Create namespace')}
        </Button>
      </div>
    </form>
  );
}

type FieldsProps = {
  draft: NamespaceDraft;
  problems: NameProblems;
  input: React.RefObject<HTMLInputElement | null>;
  versions: readonly { value: string; label: string }[];
  onDraft: (change: Partial<NamespaceDraft>) => void;
};

function Fields({ draft, problems, input, versions, onDraft }: FieldsProps) {
  const rename = (name: string) => onDraft({ name, ...(draft.isOwnId ? {} : { name_id: nameIdOf(name) }) });
  return (
    <>
      <Field
        ref={input}
        label={t('Name')}
        name="display_name"
        value={draft.name}
        placeholder="Play test"
        hint={t('The name that people see.')}
        errors={problems.name}
        onValue={rename}
      />
      <Field
        label={t('Name id')}
        name="name_id"
        className={shared.mono}
        value={draft.name_id}
        placeholder="play-test"
        hint={t('The short name in commands and addresses. Up to {limit} letters, digits and hyphens.', {
          limit: longestNameId,
        })}
        errors={problems.name_id}
        onValue={(name_id) => onDraft({ name_id, isOwnId: name_id !== '' })}
      />
      <div data-slot="field" className={fieldStyles.field}>
        <span data-slot="field-label" className={fieldStyles.label}>
          {t('Version that it runs')}
        </span>
        {versions.length > 0 && (
          <Select
            label={t('Version that it runs')}
            value={draft.version_id}
            options={versions}
            onValue={(version_id) => onDraft({ version_id })}
          />
        )}
      </div>
    </>
  );
}

const PAUSE_MS = 200;

type Checked = NameProblems & { of: string };

/** What is wrong with what is typed now. An untouched form has nothing wrong. */
function useNameCheck({ instance_id, game_id }: GamePlace, { name, name_id }: NamespaceDraft) {
  const [checked, setChecked] = useState<Checked>({ ...noProblems, of: '' });
  const of = JSON.stringify([name, name_id]);
  useEffect(() => {
    if (name === '' && name_id === '') return undefined;
    let isOld = false;
    const check = async () => {
      const problems = await checkNames({ instance_id, game_id }, { display_name: name, name_id });
      const key = JSON.stringify([name, name_id]);
      // What the instance refused stays, though it was asked later.
      if (!isOld) setChecked((now) => (now.of === key ? now : { ...problems, of: key }));
    };
    const timer = setTimeout(() => void check(), PAUSE_MS);
    return () => {
      isOld = true;
      clearTimeout(timer);
    };
  }, [instance_id, game_id, name, name_id]);
  return {
    problems: checked.of === of ? checked : noProblems,
    /** Shows what the instance refused, until something else is typed. */
    refuse: (problems: NameProblems) => setChecked({ ...problems, of }),
  };
}
