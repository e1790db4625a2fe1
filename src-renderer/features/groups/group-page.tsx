// The page of a developer group: whose games they are, and what became of its payments, in sentences.
import { useEffect, useState } from 'react';
import { asAppError } from '../../../src-shared/errors/app-error.ts';
import type { BillingView, GroupView } from '../../../src-shared/groups/bridge.ts';
import type { InstanceView } from '../../../src-shared/instances/bridge.ts';
import shared from '../../design/shared.module.css';
import { StateGlyph } from '../../design/state-glyph.tsx';
import { hashOf } from '../../routes/routes.ts';
import { errorText, t, translate } from '../../text/t.ts';
import { Button } from '../../ui/button.tsx';
import { classNames } from '../../ui/class-names.ts';
import { CopyButton } from '../../ui/copy-button.tsx';
import { formatClock } from '../../ui/format.ts';
import { InlineError } from '../../ui/inline-error.tsx';
import plateStyles from '../../ui/plate.module.css';
import settingsPageStyles from '../../ui/settings-page.module.css';
import { useNow } from '../../ui/use-now.ts';
import { useTitle } from '../../ui/use-title.ts';
import styles from '../game-settings/game-settings.module.css';
import { whyInstanceUnavailable } from '../instances/instances-selectors.ts';
import { billingLines, testStates } from './billing-format.ts';
import { followBilling, type GroupPlace, readGroup, setBilling } from './groups-actions.ts';

type Props = { instance: InstanceView; group_id: string };

/** The service has no members: who has its owner token is the group. */
export function GroupPage({ instance, group_id }: Props) {
  const { group, failure } = useGroup(instance.id, group_id);
  const name = group?.display_name ?? t('Group');
  useTitle(name);
  return (
    <div data-slot="settings" className={settingsPageStyles.page}>
      <h1>{name}</h1>
      <div className={shared.identifiers}>
        <span className={classNames(shared.mono, shared.selectable)}>{group_id}</span>
        <CopyButton text={group_id} label={t('Copy group id')} />
      </div>
      {group?.display_name === null && (
        <p className={classNames(shared.small, shared.dim)}>
          {translate(instance.why_not?.list_groups) ?? t('This instance does not report its name.')}
        </p>
      )}
      {failure !== undefined && <InlineError title={t('The group could not be read')}>{failure}</InlineError>}
      <Billing instance={instance} group_id={group_id} />
      {group !== undefined && <Games instance={instance} games={group.games} />}
    </div>
  );
}

function useGroup(instance_id: string, group_id: string) {
  const [group, setGroup] = useState<GroupView>();
  const [failure, setFailure] = useState<string>();
  useEffect(() => {
    let isOld = false;
    const read = async () => {
      try {
        const found = await readGroup({ instance_id, group_id });
        if (!isOld) setGroup(found);
      } catch (thrown) {
        if (!isOld) setFailure(asAppError(thrown).message);
      }
    };
    void read();
    return () => {
      isOld = true;
    };
  }, [instance_id, group_id]);
  return { group, failure };
}

function Billing({ instance, group_id }: Props) {
  const instance_id = instance.id;
  const [view, setView] = useState<BillingView>();
  const now = useNow(false);
  useEffect(() => followBilling({ instance_id, group_id }, setView), [instance_id, group_id]);
  const lines = view?.billing ? billingLines(view.billing, now) : [];
  return (
    <section aria-labelledby="billing-title">
      <h2 id="billing-title">{t('Billing')}</h2>
      {view?.problem !== undefined && (
        <p className={classNames(shared.small, shared.wait)} role="status">
          {view.stale_since !== undefined && `${t('As of {clock}.', { clock: formatClock(view.stale_since) })} `}
          {errorText(view.problem)}
        </p>
      )}
      <ul className={styles.billing} aria-label={t('Payments')} aria-live="polite">
        {lines.map(({ state, sentence }) => (
          <li key={sentence}>
            <StateGlyph state={state} />
            <span>{sentence}</span>
          </li>
        ))}
      </ul>
      {instance.kind === 'local' && (
        <TestStates place={{ instance_id, group_id }} off={whyInstanceUnavailable(instance)} now={now} />
      )}
    </section>
  );
}

function TestStates({ place, off, now }: { place: GroupPlace; off: string | undefined; now: number }) {
  const [problem, setProblem] = useState<string>();
  const put = async (billing: Parameters<typeof setBilling>[1]) => setProblem(await setBilling(place, billing));
  return (
    <>
      <p className={classNames(shared.small, shared.dim)}>
        {t('Local has no real billing. Choose a state to test how your tools handle it.')}
      </p>
      <div className={styles.tests}>
        {testStates(now).map(({ label, billing }) => (
          <Button key={label} small disabledReason={off} onClick={() => void put(billing)}>
            {label}
          </Button>
        ))}
      </div>
      {problem !== undefined && <InlineError title={t('The billing was not changed')}>{problem}</InlineError>}
    </>
  );
}

function Games({ instance, games }: { instance: InstanceView; games: GroupView['games'] }) {
  return (
    <section aria-labelledby="group-games-title">
      <h2 id="group-games-title">{t('Games')}</h2>
      {games === null ? (
        <p className={classNames(styles.why, shared.small, shared.dim)}>{translate(instance.why_not?.list_games)}</p>
      ) : (
        <ul className={classNames(styles.games, plateStyles.plate)}>
          {games.map(({ game_id, display_name: name, name_id }) => (
            <li key={game_id} className={plateStyles.row}>
              <a
                className={classNames(shared.grow, shared.ellipsis, shared.link)}
                href={hashOf({ page: 'game', instance_id: instance.id, game_id })}
              >
                {name}
              </a>
              <small className={shared.mono}>{name_id}</small>
            </li>
          ))}
          {games.length === 0 && <li className={plateStyles.empty}>{t('This group has no games.')}</li>}
        </ul>
      )}
    </section>
  );
}
