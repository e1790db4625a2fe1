// Every call that the app made, live: those of one game, of an instance, or all, and beside them one from close by.
import { useEffect, useState } from 'react';
import type { InstanceView } from '../../../src-shared/instances/bridge.ts';
import { t } from '../../text/t.ts';
import { classNames } from '../../ui/class-names.ts';
import { InlineError } from '../../ui/inline-error.tsx';
import listPageStyles from '../../ui/list-page.module.css';
import { useInstances } from '../instances/instances-store.ts';
import styles from './activity.module.css';
import { changeQuery, closeCall, followActivity } from './activity-actions.ts';
import { ActivityBar } from './activity-bar.tsx';
import { useActivity } from './activity-store.ts';
import { CallDetail } from './call-detail.tsx';
import { CallTable } from './call-table.tsx';

type Props = { instance: InstanceView; game_id: string };

/** Begins with the calls about this game. */
export function CallsPage({ instance, game_id }: Props) {
  const query = useActivity((state) => state.query);
  const problem = useActivity((state) => state.problem);
  const isOpen = useActivity((state) => state.detail !== undefined || state.detailProblem !== undefined);
  const instances = useInstances((state) => state.instances) ?? [];
  const [follows, setFollows] = useState(true);
  useEffect(() => {
    changeQuery({ instance_id: 'all', ofGame: true });
    return closeCall;
  }, [game_id]);
  useEffect(() => (follows ? followActivity(query, game_id) : undefined), [query, game_id, follows]);
  return (
    <div className={classNames(listPageStyles.page, isOpen && styles.withCall)}>
      <div className={classNames(listPageStyles.list, styles.calls)}>
        <ActivityBar
          instance_id={instance.id}
          game_id={game_id}
          instances={instances}
          follows={follows}
          onFollow={setFollows}
        />
        {problem === undefined ? (
          <CallTable game_id={game_id} instances={instances} />
        ) : (
          <div className={styles.none}>
            <InlineError title={t('The calls cannot be shown')}>{problem}</InlineError>
          </div>
        )}
      </div>
      {isOpen && <CallDetail instance={instance} instances={instances} />}
    </div>
  );
}
