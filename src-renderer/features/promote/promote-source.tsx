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
  const unchosen = { value: '', label: from.games.length === 0 ? t('No game there') : t('Choose a game') };
  const versions = from.game === undefined ? [] : versionOptions(from.game, '');
  const noVersion = { value: '', label: versions.length === 0 ? t('No version') : t('Choose a version') };
  return (
    <section>
      <h3>{t('Version')}</h3>
      <div className={styles.source}>
        <Select
          label={t('Instance it comes from')}
          value={from.instance?.id ?? ''}
          options={[
            ...(from.instance === undefined ? [{ value: '', label: t('Choose an instance') }] : []),
            ...instances.map(({ id: value, name: label }) => ({ value, label })),
          ]}
          onValue={(fromInstance) =>
            fromInstance !== '' && choosePromotion({ fromInstance, fromGame: undefined, ...anotherVersion })
          }
        />
        <Select
          label={t('Game it comes from')}
          value={from.game_id ?? ''}
          options={[
            ...(from.game_id === undefined ? [unchosen] : []),
            ...from.games.map(({ id: value, display_name: label }) => ({ value, label })),
          ]}
          onValue={(fromGame) => fromGame !== '' && choosePromotion({ fromGame, ...anotherVersion })}
        />
        <Select
          label={t('Version to promote')}
          value={from.version?.version_id ?? ''}
          options={[...(from.version === undefined ? [noVersion] : []), ...versions]}
          onValue={(version) => version !== '' && choosePromotion({ version, name: undefined })}
        />
      </div>
    </section>
  );
}

const anotherVersion = { version: undefined, name: undefined, namespace: undefined };
