// Which version is promoted, chosen on the sheet where nothing named it before.
import { t } from '../../text/t.ts';
import { Select } from '../../ui/select.tsx';
import { useInstances } from '../instances/instances-store.ts';
import { versionOptions } from '../namespaces/namespaces-selectors.ts';
import styles from './promote.module.css';
import { choosePromotion } from './promote-actions.ts';
import type { Ends } from './promote-selectors.ts';

/** From which instance and game, and which version of it. */
export function PromoteSource({ from }: Pick<Ends, 'from'>) {
  const instances = useInstances((state) => state.instances) ?? [];
  return (
    <section data-choice="source">
      <h3>{t('Version')}</h3>
      <div className={styles.source}>
        <Choice
          label={t('Instance it comes from')}
          value={from.instance?.id}
          unchosen={t('Choose an instance')}
          options={instances.map(({ id: value, name: label }) => ({ value, label }))}
          onValue={(fromInstance) => choosePromotion({ fromInstance, fromGame: undefined, ...anotherVersion })}
        />
        <Choice
          label={t('Game it comes from')}
          value={from.game_id}
          unchosen={from.games.length === 0 ? t('No game there') : t('Choose a game')}
          options={from.games.map(({ id: value, display_name: label }) => ({ value, label }))}
          onValue={(fromGame) => choosePromotion({ fromGame, ...anotherVersion })}
        />
        <WhichVersion from={from} />
      </div>
    </section>
  );
}

function WhichVersion({ from: { game, version } }: Pick<Ends, 'from'>) {
  const options = game === undefined ? [] : versionOptions(game, '');
  return (
    <Choice
      label={t('Version to promote')}
      value={version?.version_id}
      unchosen={options.length === 0 ? t('No version') : t('Choose a version')}
      options={options}
      onValue={(next) => choosePromotion({ version: next, name: undefined })}
    />
  );
}

type ChoiceProps = {
  label: string;
  value: string | undefined;
  unchosen: string;
  options: readonly { value: string; label: string }[];
  onValue: (value: string) => void;
};

function Choice({ label, value, unchosen, options, onValue }: ChoiceProps) {
  return (
    <Select
      label={label}
      value={value ?? ''}
      options={value === undefined ? [{ value: '', label: unchosen }, ...options] : options}
      onValue={(next) => next !== '' && onValue(next)}
    />
  );
}

const anotherVersion = { version: undefined, name: undefined, namespace: undefined };
