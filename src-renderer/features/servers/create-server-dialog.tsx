// The form for a new server. What is wrong stands at its field; what the service refuses comes there as well.
import { type ReactNode, useEffect, useMemo, useState } from 'react';
import { asAppError } from '../../../src-shared/errors/app-error.ts';
import type { NamespacePlace, ServerChoices } from '../../../src-shared/servers/bridge.ts';
import type { NamespaceSummary } from '../../../src-shared/service/namespaces.ts';
import type { VersionSummary } from '../../../src-shared/service/versions.ts';
import shared from '../../design/shared.module.css';
import { t } from '../../text/t.ts';
import { Button } from '../../ui/button.tsx';
import { classNames } from '../../ui/class-names.ts';
import dialogStyles from '../../ui/dialog.module.css';
import { Dialog } from '../../ui/dialog.tsx';
import fieldStyles from '../../ui/field.module.css';
import { Field } from '../../ui/field.tsx';
import { InlineError } from '../../ui/inline-error.tsx';
import { Select } from '../../ui/select.tsx';
import { useDraftForm } from '../../ui/use-draft-form.ts';
import {
  type DraftProblems,
  emptyDraft,
  joinedHint,
  parseDraft,
  refusedDraft,
  type ServerDraft,
  settleDraft,
} from './create-server-form.ts';
import { PortFields } from './port-fields.tsx';
import styles from './servers.module.css';
import { createServer, newServers, readChoices, setCreatingServer } from './servers-actions.ts';
import { useServers } from './servers-store.ts';
import { TextLines } from './text-lines.tsx';

type Props = {
  place: NamespacePlace;
  /** Those to choose from, and the one that is meant at first. */
  namespaces: readonly NamespaceSummary[];
  first: NamespaceSummary;
  versions: readonly VersionSummary[];
  onOpen: (server_id: string) => void;
};

/** Is open while the store says so. What was typed stays when it is closed, until a server was started or Cancel takes it. */
export function CreateServerDialog({ place, namespaces, first, ...rest }: Props) {
  const isOpen = useServers((state) => state.creating);
  const [chosen, setChosen] = useState<string>();
  const namespace = namespaces.find(({ namespace_id: id }) => id === chosen) ?? first;
  const { instance_id, game_id } = place;
  const { namespace_id } = namespace;
  const there = useMemo(() => ({ instance_id, game_id, namespace_id }), [instance_id, game_id, namespace_id]);
  const options = namespaces.map(({ namespace_id: value, name_id: label }) => ({ value, label }));
  return (
    <Dialog
      open={isOpen}
      onOpenChange={(open) => {
        setChosen(undefined);
        setCreatingServer(open);
      }}
      title={t('Start a server on {namespace}', { namespace: namespace.name_id })}
      text={t('An extra server, on top of those that the namespace keeps running. It is not restarted when it ends.')}
      wide
    >
      <Form key={namespace_id} {...rest} place={there} namespace={namespace}>
        {options.length > 1 && (
          <div data-slot="field" className={fieldStyles.field}>
            <span data-slot="field-label" className={fieldStyles.label}>
              {t('Namespace')}
            </span>
            <Select label={t('Namespace')} value={namespace_id} options={options} onValue={setChosen} />
          </div>
        )}
      </Form>
    </Dialog>
  );
}

type FormProps = Pick<Props, 'place' | 'versions' | 'onOpen'> & { namespace: NamespaceSummary; children: ReactNode };

function Form({ place, namespace, versions, onOpen, children }: FormProps) {
  const { choices, failure } = useChoices(place);
  const kept = newServers.useDraft(place.namespace_id, emptyDraft);
  const draft = settleDraft(kept.draft, choices, namespace.version_id);
  const close = () => setCreatingServer(false);
  const send = async () => {
    try {
      // Who is quicker than the choices means what the form is about to show.
      const known = choices ?? (await readChoices(place));
      const { body, problems: found } = parseDraft(settleDraft(kept.draft, known, namespace.version_id));
      if (body === undefined) return found;
      const id = await createServer(place, body);
      close();
      onOpen(id);
      return undefined;
    } catch (thrown) {
      return refusedDraft(asAppError(thrown));
    }
  };
  const { submit, isBusy, problem: problems = {}, cancel, ...form } = useDraftForm(kept, { send, close });
  const change = (next: Partial<ServerDraft>) => form.change({ ...kept.draft, ...next });
  return (
    <form noValidate onSubmit={submit}>
      <div className={classNames(dialogStyles.body, styles.form)}>
        {children}
        {failure !== undefined && <InlineError title={t('The builds could not be read')}>{failure}</InlineError>}
        <BuildChoice draft={draft} choices={choices} versions={versions} problems={problems} onChange={change} />
        <DraftFields draft={draft} problems={problems} onChange={change} />
        {problems.whole !== undefined && (
          <InlineError title={t('The server could not be started')}>{problems.whole.join(' ')}</InlineError>
        )}
      </div>
      <div className={dialogStyles.foot}>
        <Button onClick={cancel}>{t('Cancel')}</Button>
        <Button type="submit" kind="primary" busy={isBusy}>
          {t('Start server')}
        </Button>
      </div>
    </form>
  );
}

const texts = () =>
  [
    { field: 'arguments', label: t('Arguments'), hint: t('One per line. Leave empty to use those of the version.') },
    { field: 'environment', label: t('Environment'), hint: t('NAME=value, one per line.') },
    { field: 'tags', label: t('Tags'), hint: t('name=value, one per line, up to eight.') },
  ] as const;
const figures = () =>
  [
    { field: 'cpu', label: t('CPU, millicores'), placeholder: t('its own') },
    { field: 'memory', label: t('Memory, MB'), placeholder: t('its own') },
    { field: 'grace', label: t('Shutdown timeout, seconds'), placeholder: t('its own') },
  ] as const;

type FieldsProps = { draft: ServerDraft; problems: DraftProblems; onChange: (next: Partial<ServerDraft>) => void };

function DraftFields({ draft, problems, onChange }: FieldsProps) {
  return (
    <>
      {texts().map(({ field, label, hint }) => (
        <TextLines
          key={field}
          label={label}
          hint={hint}
          warning={field === 'arguments' ? joinedHint(draft.arguments) : undefined}
          value={draft[field]}
          errors={problems[field]}
          onValue={(value) => onChange({ [field]: value })}
        />
      ))}
      <PortFields ports={draft.ports} errors={problems.ports} onPorts={(ports) => onChange({ ports })} />
      <div className={styles.formRow}>
        {figures().map(({ field, label, placeholder }) => (
          <Field
            key={field}
            label={label}
            placeholder={placeholder}
            name={field}
            inputMode="numeric"
            value={draft[field]}
            errors={problems[field] ?? []}
            onValue={(value) => onChange({ [field]: value })}
          />
        ))}
      </div>
    </>
  );
}

/** What can be chosen; builds that are still on their way cannot. */
function useChoices({ instance_id, game_id, namespace_id }: NamespacePlace) {
  const [choices, setChoices] = useState<ServerChoices>();
  const [failure, setFailure] = useState<string>();
  useEffect(() => {
    let isGone = false;
    const read = async () => {
      try {
        const found = await readChoices({ instance_id, game_id, namespace_id });
        if (!isGone) setChoices(found);
      } catch (thrown) {
        if (!isGone) setFailure(asAppError(thrown).message);
      }
    };
    void read();
    return () => {
      isGone = true;
    };
  }, [instance_id, game_id, namespace_id]);
  return { choices, failure };
}

type ChoiceProps = {
  draft: ServerDraft;
  choices: ServerChoices | undefined;
  versions: readonly VersionSummary[];
  problems: DraftProblems;
  onChange: (next: Partial<ServerDraft>) => void;
};

function BuildChoice({ draft, choices, versions, problems, onChange }: ChoiceProps) {
  const names = new Map(versions.map((version) => [version.version_id, version.display_name]));
  const options = (choices?.builds ?? []).map(({ id, name, version_id: version }) => {
    const known = version === undefined ? undefined : names.get(version);
    return { value: id, label: known === undefined || known === name ? name : `${name} (${known})` };
  });
  return (
    <div data-slot="field" className={fieldStyles.field}>
      <span data-slot="field-label" className={fieldStyles.label}>
        {t('Build')}
      </span>
      {options.length === 0 && choices !== undefined ? (
        <p data-slot="field-hint" className={fieldStyles.hint}>
          {t('This game has no complete build yet. Upload one first.')}
        </p>
      ) : (
        <Select label={t('Build')} value={draft.build} options={options} onValue={(build) => onChange({ build })} />
      )}
      {problems.build?.map((problem) => (
        <p key={problem} data-slot="field-error" className={classNames(fieldStyles.error, shared.bad)} role="alert">
          {problem}
        </p>
      ))}
    </div>
  );
}
