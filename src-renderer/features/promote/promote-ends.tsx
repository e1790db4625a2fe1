// Both ends of a promotion, chosen where they are read: which version of which game, and the namespace that it goes to.
import { type ReactNode, useId } from 'react';
import type { GameRow } from '../../../src-shared/games/bridge.ts';
import { Icon } from '../../design/icons.tsx';
import shared from '../../design/shared.module.css';
import { t } from '../../text/t.ts';
import { classNames } from '../../ui/class-names.ts';
import { formatDate } from '../../ui/format.ts';
import { Select } from '../../ui/select.tsx';
import sheetFactsStyles from '../../ui/sheet-facts.module.css';
import { useInstances } from '../instances/instances-store.ts';
import { versionName, versionOptions } from '../namespaces/namespaces-selectors.ts';
import styles from './promote.module.css';
import { choosePromotion } from './promote-actions.ts';
import type { Ends, Side } from './promote-selectors.ts';

/** What it is now, and what it would be. */
export function PromoteEnds({ ends: { from, to } }: { ends: Ends }) {
  return (
    <div className={sheetFactsStyles.fromTo}>
      <Plate
        title={t('This version')}
        side={from}
        instanceLabel={t('Instance it comes from')}
        gameLabel={t('Game it comes from')}
        onInstance={fromInstance}
        onGame={fromGame}
      >
        <WhichVersion from={from} />
      </Plate>
      <Icon name="arrow" />
      <Plate
        isNext
        title={t('Goes to')}
        side={to}
        instanceLabel={t('Instance it goes to')}
        gameLabel={t('Game it goes to')}
        onInstance={toInstance}
        onGame={toGame}
      >
        <WhichNamespace to={to} />
      </Plate>
    </div>
  );
}

function WhichVersion({ from: { game, version } }: Pick<Ends, 'from'>) {
  if (game === undefined || version === undefined) return <b className={shared.dim}>{t('No version')}</b>;
  return (
    <>
      <Select
        label={t('Version to promote')}
        value={version.version_id}
        options={versionOptions(game, '')}
        onValue={(next) => choosePromotion({ version: next, name: undefined })}
      />
      <small>{t('made {date}', { date: formatDate(Date.parse(version.create_ts)) })}</small>
    </>
  );
}

function WhichNamespace({ to: { game, namespace } }: Pick<Ends, 'to'>) {
  if (game === undefined || namespace === undefined) return <b className={shared.dim}>{t('No namespace')}</b>;
  return (
    <>
      <Select
        label={t('Namespace it goes to')}
        value={namespace.namespace_id}
        options={game.namespaces.map(({ namespace_id: value, name_id: label }) => ({ value, label }))}
        onValue={(next) => choosePromotion({ namespace: next })}
      />
      <small>{t('runs {version} now', { version: versionName(game, namespace.version_id) })}</small>
    </>
  );
}

const fromInstance = (id: string) =>
  choosePromotion({ fromInstance: id, fromGame: undefined, version: undefined, name: undefined });
const fromGame = (id: string) => choosePromotion({ fromGame: id, version: undefined, name: undefined });
const toInstance = (id: string) => choosePromotion({ toInstance: id, toGame: undefined, namespace: undefined });
const toGame = (id: string) => choosePromotion({ toGame: id, namespace: undefined });

type PlateProps = {
  title: string;
  instanceLabel: string;
  gameLabel: string;
  side: Side;
  isNext?: boolean;
  onInstance: (id: string) => void;
  onGame: (id: string) => void;
  children: ReactNode;
};

function Plate({ title, instanceLabel, gameLabel, side, isNext = false, onInstance, onGame, children }: PlateProps) {
  const instances = useInstances((state) => state.instances) ?? [];
  const id = useId();
  return (
    <div
      data-slot="plate"
      className={isNext ? classNames(sheetFactsStyles.plate, sheetFactsStyles.next) : sheetFactsStyles.plate}
      role="group"
      aria-labelledby={id}
    >
      <small id={id}>{title}</small>
      {children}
      <div className={styles.where}>
        <Select
          label={instanceLabel}
          value={side.instance?.id ?? ''}
          options={instances.map(({ id: value, name }) => ({ value, label: name }))}
          onValue={onInstance}
        />
        <Select
          label={gameLabel}
          value={side.game_id ?? ''}
          options={[...unchosen(side), ...side.games.map(optionOf)]}
          onValue={onGame}
        />
      </div>
    </div>
  );
}

/** Shown in its place while no game is chosen. */
function unchosen({ game_id, games }: Side): { value: string; label: string }[] {
  if (game_id !== undefined) return [];
  return [{ value: '', label: games.length === 0 ? t('No game there') : t('Choose a game') }];
}

function optionOf({ id, display_name: name }: GameRow): { value: string; label: string } {
  return { value: id, label: name };
}
