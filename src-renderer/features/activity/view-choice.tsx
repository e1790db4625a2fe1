// The two views of the activity.
import { replaceWith } from '../../routes/route-store.ts';
import { t } from '../../text/t.ts';
import { Segmented } from '../../ui/segmented.tsx';

type Props = { instance_id: string; game_id: string; view: 'changes' | 'calls' };

/** Each has an address of its own. */
export function ViewChoice({ instance_id, game_id, view }: Props) {
  return (
    <Segmented
      label={t('View')}
      value={view}
      options={[
        { value: 'changes', label: t('Changes') },
        { value: 'calls', label: t('Calls') },
      ]}
      onValue={(next) =>
        replaceWith({
          page: 'game',
          instance_id,
          game_id,
          tab: 'activity',
          ...(next === 'calls' ? { view: 'calls' } : {}),
        })
      }
    />
  );
}
