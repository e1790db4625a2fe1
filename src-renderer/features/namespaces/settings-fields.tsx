// The form in the settings of a namespace. Next to a changed figure stands what it was.
import { type FormEvent, useState } from 'react';
import { z } from 'zod';
import type { InstanceView } from '../../../src-shared/instances/bridge.ts';
import type { NamespaceSettings } from '../../../src-shared/namespaces/bridge.ts';
import { StateGlyph } from '../../design/state-glyph.tsx';
import { phrase, t, translate } from '../../text/t.ts';
import { Button } from '../../ui/button.tsx';
import { classNames } from '../../ui/class-names.ts';
import { whyUnconfirmed } from '../../ui/confirm-name.ts';
import { ConfirmNameField } from '../../ui/confirm-name-field.tsx';
import dialogStyles from '../../ui/dialog.module.css';
import { createDrafts } from '../../ui/drafts.ts';
import fieldStyles from '../../ui/field.module.css';
import { Field } from '../../ui/field.tsx';
import { InlineError } from '../../ui/inline-error.tsx';
import { say } from '../../ui/notices/notices-actions.ts';
import { Segmented } from '../../ui/segmented.tsx';
import { whyCannotChange } from '../instances/instances-selectors.ts';
import styles from './namespace-forms.module.css';
import { saveSettings } from './namespace-settings-actions.ts';
import {
  draftOf,
  type FigureField,
  oddities,
  parseSettings,
  type SettingsDraft,
  type SettingsInput,
} from './namespace-settings-form.ts';
import type { NamespacePlace } from './namespaces-store.ts';
import { fullestOf } from './switch-impact.ts';
import { useSwitchFacts } from './switch-store.ts';

const { useDraft } = createDrafts(
  'namespace-settings',
  z.object({
    lobbies: z.string(),
    players: z.string(),
    servers: z.string(),
    drain: z.string(),
    onSwitch: z.enum(['drain', 'stop']),
    restart: z.enum(['never', 'back_off']),
  }),
);

type Props = {
  instance: InstanceView;
  place: NamespacePlace;
  name: string;
  settings: NamespaceSettings;
  isProtected: boolean;
  onClose: () => void;
  onSaved: () => void;
};

/** Saves only what was changed. */
export function NamespaceSettingsForm({ instance, place, name, settings, isProtected, onClose, onSaved }: Props) {
  const { draft, isKept, type, release } = useDraft(place.namespace_id, draftOf(settings));
  const [typed, setTyped] = useState('');
  const [isBusy, setBusy] = useState(false);
  const [results, setResults] = useState<{ done: string[]; failed: string[] }>();
  const parsed = parseSettings(draft, settings);
  const isChanged = parsed.problems === undefined && (parsed.limits !== undefined || parsed.hosting !== undefined);
  const asksName = isProtected && isChanged;
  const off = whyDisabled({
    instance,
    parsed,
    isChanged,
    unconfirmed: asksName ? whyUnconfirmed(typed, name) : undefined,
  });
  const save = async (event: FormEvent) => {
    event.preventDefault();
    if (off !== undefined || isBusy || parsed.problems !== undefined) return;
    setBusy(true);
    const outcome = await saveSettings(place, { ...parsed, ...(asksName ? { confirm: typed } : {}) });
    setBusy(false);
    setResults(outcome);
    if (outcome.failed.length > 0) {
      onSaved();
      return;
    }
    release();
    say({ state: 'done', title: phrase('Settings of {name} saved', { name }), detail: outcome.done.join(' ') });
    onClose();
  };
  const cancel = () => {
    release();
    onClose();
  };
  return (
    <form className={styles.settings} noValidate onSubmit={(event) => void save(event)}>
      <div className={classNames(styles.form, dialogStyles.body)}>
        <FromBefore isKept={isKept} />
        <Figures
          draft={draft}
          settings={settings}
          words={parsed.problems ?? {}}
          onDraft={(change) => type({ ...draft, ...change })}
        />
        {results !== undefined && results.failed.length > 0 && (
          <InlineError title={t('Not everything was changed')}>
            {[...results.done, ...results.failed].join(' ')}
          </InlineError>
        )}
      </div>
      <div className={dialogStyles.foot}>
        {asksName && <ConfirmNameField name={name} typed={typed} onTyped={setTyped} />}
        <Buttons isBusy={isBusy} off={off} onCancel={cancel} />
      </div>
    </form>
  );
}

function Buttons({ isBusy, off, onCancel }: { isBusy: boolean; off: string | undefined; onCancel: () => void }) {
  return (
    <>
      <Button onClick={onCancel}>{t('Cancel')}</Button>
      <Button type="submit" kind="primary" busy={isBusy} disabledReason={isBusy ? undefined : off}>
        {t('Save settings')}
      </Button>
    </>
  );
}

/** Shown to a person who comes back to it, not to one who is typing. */
function FromBefore({ isKept }: { isKept: boolean }) {
  const [wasKept] = useState(isKept);
  if (!wasKept || !isKept) return null;
  return (
    <p data-slot="field-hint" className={fieldStyles.hint} role="status">
      {t('Your earlier changes are still here. Cancel discards them.')}
    </p>
  );
}

type Off = {
  instance: InstanceView;
  parsed: ReturnType<typeof parseSettings>;
  isChanged: boolean;
  unconfirmed: string | undefined;
};

function whyDisabled({ instance, parsed, isChanged, unconfirmed }: Off): string | undefined {
  const off = whyCannotChange(instance);
  if (off !== undefined) return off;
  if (parsed.problems !== undefined) return t('Correct the marked values first');
  return isChanged ? unconfirmed : t('No changes to save');
}

const endings = () =>
  [
    { value: 'drain', label: t('Let matches finish') },
    { value: 'stop', label: t('Stop servers now') },
  ] as const;
const restarts = () =>
  [
    { value: 'back_off', label: t('Restart, with growing delays') },
    { value: 'never', label: t("Don't restart") },
  ] as const;

/** What the service does by itself when restarts are not enough. */
const restartHints = () => ({
  back_off: t(
    'If servers end 4 times within a minute, restarts stop. If they do in the first 2 minutes after a switch, Slipway rolls back.',
  ),
  never: t('If the servers of a new version end before anybody can join them, Slipway rolls back.'),
});

type FiguresProps = {
  draft: SettingsDraft;
  settings: NamespaceSettings;
  words: SettingsInput;
  onDraft: (change: Partial<SettingsDraft>) => void;
};

function Figures({ draft, settings, words, onDraft }: FiguresProps) {
  const odd = oddities(
    draft,
    useSwitchFacts((state) => fullestOf(state.servers ?? [])),
  );
  const before = draftOf(settings);
  const figure = (field: FigureField, label: string, hint: string) => (
    <Figure
      field={field}
      label={label}
      hint={hint}
      draft={draft}
      before={before}
      words={words}
      odd={odd}
      onDraft={onDraft}
    />
  );
  return (
    <>
      <h3>{t('Matchmaker limits')}</h3>
      {settings.why_no_limits !== undefined && (
        <p data-slot="field-hint" className={fieldStyles.hint}>
          {translate(settings.why_no_limits)}
        </p>
      )}
      <div className={styles.row}>
        {figure('lobbies', t('Maximum lobbies'), t('So many servers may run at once.'))}
        {figure('players', t('Players per lobby'), t('Leave empty for no limit.'))}
      </div>
      <h3>{t('Servers')}</h3>
      {settings.why_no_hosting === undefined ? (
        <>
          <div className={styles.row}>
            {figure('servers', t('Servers to keep'), t('Always running.'))}
            {figure('drain', t('Wait for matches at most, seconds'), t('After that, the server is stopped.'))}
          </div>
          <Choice
            label={t('After a switch')}
            value={draft.onSwitch}
            options={endings()}
            onValue={(onSwitch) => onDraft({ onSwitch })}
          />
          <Choice
            label={t('When a server ends')}
            value={draft.restart}
            options={restarts()}
            hint={restartHints()[draft.restart]}
            onValue={(restart) => onDraft({ restart })}
          />
        </>
      ) : (
        <p data-slot="field-hint" className={fieldStyles.hint}>
          {translate(settings.why_no_hosting)}
        </p>
      )}
    </>
  );
}

type FigureProps = Omit<FiguresProps, 'settings'> & {
  field: FigureField;
  label: string;
  hint: string;
  before: SettingsDraft;
  odd: SettingsInput;
};

function Figure({ field, label, hint, draft, before, words, odd, onDraft }: FigureProps) {
  // Where the limits are known, an empty one is none.
  const none = field === 'players' && before.lobbies !== '' ? t('no limit') : '';
  const was = before[field] === '' ? none : before[field];
  const isNew = was !== '' && draft[field].trim() !== before[field];
  const problem = words[field];
  const odds = odd[field];
  return (
    <div>
      <Field
        label={label}
        name={field}
        inputMode="numeric"
        value={draft[field]}
        placeholder={was === '' ? t('not known') : none}
        hint={isNew ? t('{was} until now', { was }) : hint}
        errors={problem === undefined ? [] : [problem]}
        onValue={(value) => onDraft({ [field]: value })}
      />
      {problem === undefined && odds !== undefined && (
        <p className={styles.fieldWarning} role="status">
          <StateGlyph state="notice" />
          <span>{odds}</span>
        </p>
      )}
    </div>
  );
}

type ChoiceProps<V extends string> = {
  label: string;
  value: V;
  options: readonly { value: V; label: string }[];
  hint?: string;
  onValue: (value: V) => void;
};

function Choice<V extends string>({ label, hint, ...rest }: ChoiceProps<V>) {
  return (
    <div data-slot="field" className={fieldStyles.field}>
      <span data-slot="field-label" className={fieldStyles.label}>
        {label}
      </span>
      <Segmented label={label} {...rest} />
      {hint !== undefined && (
        <p data-slot="field-hint" className={fieldStyles.hint}>
          {hint}
        </p>
      )}
    </div>
  );
}
