// What was found out before anything is sent: what will be done, what stands in the way, and how to get it out of the way.
import type { BuildKind } from '../../../src-shared/service/builds.ts';
import { typedName } from '../../../src-shared/typed-fields.ts';
import { refusedTyping } from '../../bridge/refused-typing.ts';
import shared from '../../design/shared.module.css';
import { t } from '../../text/t.ts';
import { classNames } from '../../ui/class-names.ts';
import fieldStyles from '../../ui/field.module.css';
import { Field } from '../../ui/field.tsx';
import { Select } from '../../ui/select.tsx';
import sheetStyles from '../../ui/sheet.module.css';
import { CheckList } from '../namespaces/switch-check-list.tsx';
import { type Check, checksOf } from '../namespaces/switch-checks.ts';
import { useSwitchFacts } from '../namespaces/switch-store.ts';
import styles from './promote.module.css';
import { choosePromotion } from './promote-actions.ts';
import type { Ends } from './promote-selectors.ts';
import { usePromote } from './promote-store.ts';

/** Also the two things that can be said otherwise at the other side: the name, and what kind of file it is. */
export function PromoteChecks({ ends }: { ends: Ends }) {
  const plan = usePromote((state) => state.plan);
  const checks = useChecks(ends);
  return (
    <>
      {plan.state === 'reading' && (
        <p className={classNames(sheetStyles.unknown, sheetStyles.part)} role="status">
          {t('Checking whether it can run there')}
        </p>
      )}
      {plan.state === 'failed' && (
        <p className={classNames(sheetStyles.unknown, sheetStyles.part, shared.bad)}>{plan.why}</p>
      )}
      <CheckList checks={checks} />
      <Otherwise ends={ends} />
    </>
  );
}

function useChecks({ to: { game, namespace } }: Ends): Check[] {
  const plan = usePromote((state) => state.plan);
  const comparison = usePromote((state) => state.comparison);
  const settings = useSwitchFacts((state) => state.settings);
  if (plan.state !== 'read' || namespace === undefined) return [];
  const { sentence, problems, warnings } = plan.value;
  const known = settings.state === 'read' ? settings.value : undefined;
  const found =
    comparison.state === 'read' && game !== undefined
      ? checksOf({ comparison: comparison.value, settings: known, game, namespace_id: namespace.id })
      : [];
  return [
    ...problems.map(({ message }): Check => ({ state: 'failed', text: message })),
    ...warnings.map(({ message }): Check => ({ state: 'notice', text: message })),
    ...(problems.length > 0 ? [] : [{ state: 'done', text: sentence } as const]),
    ...found,
  ];
}

const kinds = (): readonly { value: BuildKind | ''; label: string }[] => [
  { value: '', label: t('Kind here') },
  { value: 'docker_image', label: t('Docker image') },
  { value: 'oci_bundle', label: t('OCI bundle') },
  { value: 'archive', label: t('Archive') },
  { value: 'javascript', label: 'JavaScript' },
];

/** Only for what is sent. It stays under the hands of who types in it, while that is looked into. */
function useIsSent(): boolean {
  const plan = usePromote((state) => state.plan);
  const { name, kind } = usePromote((state) => state.draft);
  if (plan.state === 'read') return plan.value.way === 'send';
  return name !== undefined || kind !== undefined;
}

/** A service of ours knows the kind by itself. */
function Otherwise({ ends }: { ends: Ends }) {
  const name = usePromote((state) => state.draft.name) ?? ends.from.version?.display_name ?? '';
  if (!useIsSent()) return null;
  return (
    <section className={styles.otherwise} aria-label={t('On the other instance')}>
      <Field
        label={t('Name there')}
        name="name"
        value={name}
        errors={wrongWith(name)}
        onValue={(next) => choosePromotion({ name: next })}
      />
      {ends.to.instance?.version === undefined && <KindThere />}
    </section>
  );
}

function wrongWith(name: string): string[] {
  if (name.trim() === '') return [t('Give the version a name.')];
  const refused = refusedTyping(typedName, name);
  return refused === undefined ? [] : [refused.message];
}

function KindThere() {
  const kind = usePromote((state) => state.draft.kind);
  return (
    <div data-slot="field" className={fieldStyles.field}>
      <span data-slot="field-label" className={fieldStyles.label}>
        {t('Import it as')}
      </span>
      <Select
        label={t('Kind of the build there')}
        value={kind ?? ''}
        options={kinds()}
        onValue={(next) => choosePromotion({ kind: next === '' ? undefined : next })}
      />
    </div>
  );
}
