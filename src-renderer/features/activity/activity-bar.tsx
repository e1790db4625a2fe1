// The bar over the calls: which are shown, and what is done with all of them.
import { useState } from 'react';
import type { InstanceView } from '../../../src-shared/instances/bridge.ts';
import { Icon } from '../../design/icons.tsx';
import { t } from '../../text/t.ts';
import { Button } from '../../ui/button.tsx';
import { classNames } from '../../ui/class-names.ts';
import dialogStyles from '../../ui/dialog.module.css';
import { Dialog } from '../../ui/dialog.tsx';
import fieldStyles from '../../ui/field.module.css';
import { IconButton } from '../../ui/icon-button.tsx';
import listPageStyles from '../../ui/list-page.module.css';
import { Segmented } from '../../ui/segmented.tsx';
import { Select } from '../../ui/select.tsx';
import styles from './activity.module.css';
import { changeQuery, clearActivity, saveHar } from './activity-actions.ts';
import { useActivity } from './activity-store.ts';
import { ViewChoice } from './view-choice.tsx';

const methods = () =>
  ['all', 'GET', 'POST', 'PUT', 'PATCH', 'DELETE'].map((value) => ({
    value,
    label: value === 'all' ? t('All methods') : value,
  }));

type Props = {
  instance_id: string;
  game_id: string;
  instances: readonly InstanceView[];
  follows: boolean;
  onFollow: (follows: boolean) => void;
};

/** Paused, the list stands still; what comes in meanwhile is there when it goes on. */
export function ActivityBar({ instance_id, game_id, instances, follows, onFollow }: Props) {
  const { text } = useActivity((state) => state.query);
  return (
    <div className={listPageStyles.bar}>
      <ViewChoice instance_id={instance_id} game_id={game_id} view="calls" />
      <div data-slot="input" className={classNames(styles.find, fieldStyles.input, fieldStyles.inputWrap)}>
        <Icon name="search" size={12} />
        <input
          aria-label={t('Find a call')}
          placeholder={t('Find by path')}
          data-find=""
          value={text}
          spellCheck={false}
          autoComplete="off"
          onChange={({ target }) => changeQuery({ text: target.value })}
        />
      </div>
      <Filters instances={instances} />
      <span className={styles.acts}>
        <IconButton
          icon={follows ? 'pause' : 'play'}
          label={follows ? t('Pause the list') : t('Follow new calls')}
          onClick={() => onFollow(!follows)}
        />
        <Button small icon="save" onClick={() => void saveHar(game_id)}>
          {t('Export HAR')}
        </Button>
        <Clear />
      </span>
    </div>
  );
}

function Filters({ instances }: { instances: readonly InstanceView[] }) {
  const { instance_id, ofGame, method, failedOnly } = useActivity((state) => state.query);
  const all = [
    { value: 'all', label: t('All instances') },
    ...instances.map(({ id, name }) => ({ value: id, label: name })),
  ];
  return (
    <>
      <Segmented
        label={t('Show calls of')}
        value={ofGame ? 'game' : 'all'}
        options={[
          { value: 'game', label: t('This game') },
          { value: 'all', label: t('Everything') },
        ]}
        onValue={(next) => changeQuery({ ofGame: next === 'game' })}
      />
      <Select
        label={t('Instance')}
        value={instance_id}
        options={all}
        onValue={(next) => changeQuery({ instance_id: next })}
      />
      <Select
        label={t('Method')}
        value={method}
        options={methods()}
        onValue={(next) => changeQuery({ method: next })}
      />
      <Segmented
        label={t('Filter calls')}
        value={failedOnly ? 'failed' : 'all'}
        options={[
          { value: 'all', label: t('All') },
          { value: 'failed', label: t('Failed') },
        ]}
        onValue={(next) => changeQuery({ failedOnly: next === 'failed' })}
      />
    </>
  );
}

function Clear() {
  const [isAsking, setAsking] = useState(false);
  const isEmpty = useActivity((state) => state.rows?.length === 0);
  return (
    <>
      <Button
        small
        disabledReason={isEmpty ? t('There is nothing to clear') : undefined}
        onClick={() => setAsking(true)}
      >
        {t('Clear')}
      </Button>
      <Dialog
        open={isAsking}
        onOpenChange={setAsking}
        title={t('Clear all calls?')}
        text={t(
          'This removes the calls of all instances and games from this list and from the disk. Nothing changes on the instances.',
        )}
      >
        <div className={dialogStyles.foot}>
          <Button onClick={() => setAsking(false)}>{t('Keep them')}</Button>
          <Button
            kind="bad"
            onClick={() => {
              setAsking(false);
              void clearActivity();
            }}
          >
            {t('Clear all calls')}
          </Button>
        </div>
      </Dialog>
    </>
  );
}
