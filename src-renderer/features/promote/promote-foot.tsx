// The foot of the sheet that promotes: the name to type where the namespace is protected, and the button that says the decision.
import type { FormEvent, RefObject } from 'react';
import { Icon } from '../../design/icons.tsx';
import shared from '../../design/shared.module.css';
import { t } from '../../text/t.ts';
import { Button } from '../../ui/button.tsx';
import { classNames } from '../../ui/class-names.ts';
import { ConfirmNameField } from '../../ui/confirm-name-field.tsx';
import sheetStyles from '../../ui/sheet.module.css';
import sheetFactsStyles from '../../ui/sheet-facts.module.css';
import { cancelPromote, choosePromotion, runPromote } from './promote-actions.ts';
import type { Ends } from './promote-selectors.ts';
import { usePromote } from './promote-store.ts';
import { decisionOf, formatDecision, whyCannotPromote } from './promote-words.ts';

type Props = { ends: Ends; cancel: RefObject<HTMLButtonElement | null> };

/** Enter in the field presses the button, once the name fits. */
export function PromoteFoot({ ends, cancel }: Props) {
  const { draft, plan, attempt } = usePromote();
  const isBusy = attempt?.state === 'busy';
  const off = whyCannotPromote(ends, plan, draft);
  const isProtected = ends.to.namespace?.isProtected === true;
  const press = (event: FormEvent) => {
    event.preventDefault();
    const decision = decisionOf(ends, plan, draft);
    if (decision !== undefined && !isBusy) void runPromote(decision);
  };
  return (
    <form className={sheetStyles.foot} noValidate onSubmit={press}>
      <div className={sheetFactsStyles.confirm}>
        {isProtected ? (
          <ConfirmNameField
            name={ends.to.namespace?.name ?? ''}
            typed={draft.typed}
            onTyped={(typed) => choosePromotion({ typed })}
          />
        ) : (
          <span className={classNames(shared.grow, shared.small, shared.dim)}>
            {plan.state === 'read' &&
              plan.value.way === 'send' &&
              t('Goes on after a break. After a restart, resume it in Transfers.')}
          </span>
        )}
        <Button ref={cancel} onClick={cancelPromote}>
          {t('Cancel')}
        </Button>
        <Button type="submit" kind="primary" busy={isBusy} disabledReason={isBusy ? undefined : off}>
          {formatDecision(ends, plan)}
        </Button>
      </div>
      <Way ends={ends} />
    </form>
  );
}

/** Why it can be taken back. */
function Way({ ends: { to } }: { ends: Ends }) {
  if (to.namespace?.runs === undefined) return null;
  return (
    <p className={sheetFactsStyles.rollbackHint}>
      <Icon name="undo" size={14} />
      <span>
        {t('Roll back at any time from the lane. {version} stays stored on {instance}.', {
          version: to.namespace.runs,
          instance: to.instance?.name ?? '',
        })}
      </span>
    </p>
  );
}
