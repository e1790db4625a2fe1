// The sheet that promotes a version: the same bytes to another namespace or instance, after a look at what stands in the way.
import { useRef } from 'react';
import { Icon } from '../../design/icons.tsx';
import { t, translate } from '../../text/t.ts';
import { classNames } from '../../ui/class-names.ts';
import { InlineError } from '../../ui/inline-error.tsx';
import sheetStyles from '../../ui/sheet.module.css';
import { Sheet } from '../../ui/sheet.tsx';
import tagStyles from '../../ui/tag.module.css';
import { Affected } from '../namespaces/switch-affected.tsx';
import { ChangeList } from '../namespaces/switch-change-list.tsx';
import { impactOf } from '../namespaces/switch-impact.ts';
import { useSwitchFacts } from '../namespaces/switch-store.ts';
import { closePromote } from './promote-actions.ts';
import { PromoteChecks } from './promote-checks.tsx';
import { PromoteEnds } from './promote-ends.tsx';
import { PromoteFoot } from './promote-foot.tsx';
import { PromoteLanes } from './promote-lanes.tsx';
import { asksName, type Ends, missingAt } from './promote-selectors.ts';
import { usePromote } from './promote-store.ts';

type Props = { open: boolean; ends: Ends };

/** What was chosen stays while things change under it. */
export function PromoteSheet({ open, ends }: Props) {
  const cancel = useRef<HTMLButtonElement>(null);
  const isProtected = asksName(ends);
  return (
    <Sheet
      open={open}
      onOpenChange={(next) => !next && closePromote()}
      title={t('Promote {version}', { version: ends.from.version?.display_name ?? t('a version') })}
      line={t('The same bytes go to another place. What is there already is not sent again.')}
      tags={isProtected ? <ProtectedTag /> : undefined}
      initialFocus={cancel}
    >
      <Body ends={ends} />
      <PromoteFoot ends={ends} cancel={cancel} />
    </Sheet>
  );
}

function ProtectedTag() {
  return (
    <span data-slot="tag" className={tagStyles.tag}>
      <Icon name="lock" size={12} />
      {t('Protected')}
    </span>
  );
}

function Body({ ends }: { ends: Ends }) {
  const missing = missingAt(ends);
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls has to be reached by keyboard
    <div className={sheetStyles.body} tabIndex={0} role="group" aria-label={t('What the promotion does')}>
      <PromoteResult />
      <PromoteEnds ends={ends} />
      {missing === undefined ? (
        <Facts ends={ends} />
      ) : (
        <p className={classNames(sheetStyles.unknown, sheetStyles.part)} role="status">
          {missing}.
        </p>
      )}
    </div>
  );
}

function Facts({ ends }: { ends: Ends }) {
  const comparison = usePromote((state) => state.comparison);
  const plan = usePromote((state) => state.plan);
  const servers = useSwitchFacts((state) => state.servers);
  const { instance, game, namespace } = ends.to;
  if (instance === undefined || game === undefined || namespace === undefined) return null;
  const version = plan.state === 'read' ? plan.value.version_id : undefined;
  const isThere = version === namespace.version_id;
  return (
    <>
      {plan.state === 'read' && !isThere && <ChangeList comparison={comparison} />}
      {!isThere && (
        <Affected instance={instance} impact={impactOf(servers ?? [], game, version)} name={namespace.name_id} />
      )}
      <PromoteChecks ends={ends} />
      <PromoteLanes ends={ends} />
    </>
  );
}

function PromoteResult() {
  const attempt = usePromote((state) => state.attempt);
  if (attempt?.state === 'failed')
    return <InlineError title={t('It was not promoted')}>{attempt.error.message}</InlineError>;
  if (attempt?.state !== 'answered') return null;
  const isUnknown = attempt.outcome.outcome === 'unknown';
  return (
    <InlineError title={isUnknown ? t('It is not known whether it switched') : t('It was not switched')}>
      {translate(attempt.outcome.sentence)} {isUnknown && t('Promoting again is safe: it ends on the same version.')}
    </InlineError>
  );
}
