// The bar over the table: which namespace, what it runs, which servers are shown, and the way to a new one.
import type { GameView } from '../../../src-shared/games/bridge.ts';
import type { InstanceView } from '../../../src-shared/instances/bridge.ts';
import type { NamespaceSummary } from '../../../src-shared/service/namespaces.ts';
import shared from '../../design/shared.module.css';
import { goTo } from '../../routes/route-store.ts';
import { t, translate, words } from '../../text/t.ts';
import fieldStyles from '../../ui/field.module.css';
import { formatCount } from '../../ui/format.ts';
import { IconButton } from '../../ui/icon-button.tsx';
import { Segmented } from '../../ui/segmented.tsx';
import { Select } from '../../ui/select.tsx';
import { whyCannotChange, whyInstanceUnavailable } from '../instances/instances-selectors.ts';
import { setKeptOpen } from './kept/kept-actions.ts';
import styles from './servers.module.css';
import { filterServers, setCreatingServer } from './servers-actions.ts';
import {
  areListed,
  type ServerRow,
  type StateGroup,
  serverCounts,
  stateGroups,
  togetherOf,
} from './servers-selectors.ts';
import { useServers } from './servers-store.ts';

/** With more servers than this, there is a field to find one. */
const MANY = 12;

/** In the place of a namespace: all of them. */
const ALL = '-';

type Props = {
  instance: InstanceView;
  game: NonNullable<GameView['game']>;
  /** The one namespace that is shown. */
  only: NamespaceSummary | undefined;
  rows: readonly ServerRow[];
};

/** Why no server can be started here now; undefined when one can. */
export function whyCannotCreate(instance: InstanceView): string | undefined {
  return whyCannotChange(instance) ?? translate(instance.why_not?.create_server);
}

/** Switching the namespace opens its servers as another page. */
export function TableBar({ instance, game, only, rows }: Props) {
  const filter = useServers((state) => state.filter);
  const counts = serverCounts(rows);
  const isListed = useServers(({ known }) => areListed(togetherOf(Object.values(known).map((one) => one?.state))));
  const named = game.namespaces.map(({ namespace_id: value, name_id: label }) => ({ value, label }));
  const options = isListed && named.length > 1 ? [{ value: ALL, label: t('All namespaces') }, ...named] : named;
  const choose = (value: string) => {
    const namespace_id = value === ALL ? undefined : value;
    goTo({ page: 'game', instance_id: instance.id, game_id: game.game_id, tab: 'servers', namespace_id });
  };
  return (
    <>
      <div className={styles.bar}>
        <Select label={t('Namespace')} value={only?.namespace_id ?? ALL} options={options} onValue={choose} />
        <span className={shared.grow} />
        {isListed && (
          <Segmented
            label={t('Filter servers')}
            value={filter.show}
            onValue={(show) => filterServers({ show })}
            options={[
              { value: 'all', label: t('All {all}', { all: formatCount(counts.all) }) },
              { value: 'running', label: t('Running {running}', { running: formatCount(counts.running) }) },
              { value: 'crashed', label: t('Crashed {crashed}', { crashed: formatCount(counts.crashed) }) },
            ]}
          />
        )}
        <IconButton
          icon="folder"
          label={t('Kept folders')}
          disabledReason={whyInstanceUnavailable(instance) ?? translate(instance.why_not?.kept_folders)}
          onClick={() => setKeptOpen(true)}
        />
        <IconButton
          icon="plus"
          label={t('Start a server')}
          className={styles.plus}
          disabledReason={whyCannotCreate(instance)}
          onClick={() => setCreatingServer(true)}
        />
      </div>
      <FindRow rows={rows} />
    </>
  );
}

/** Only where there are so many that one has to be found: by its words, or by any of the states. */
function FindRow({ rows }: Pick<Props, 'rows'>) {
  const { text, show } = useServers((state) => state.filter);
  const isRare = show !== 'all' && show !== 'running' && show !== 'crashed';
  if (rows.length <= MANY && text === '' && !isRare) return null;
  const counts = serverCounts(rows);
  const states = stateGroups.map((value) => ({ value, label: `${groupWords[value]} ${formatCount(counts[value])}` }));
  return (
    <div className={styles.find}>
      <input
        data-slot="input"
        className={fieldStyles.input}
        aria-label={t('Find a server')}
        data-find=""
        placeholder={t('Find by id, state, tag or port')}
        value={text}
        spellCheck={false}
        autoComplete="off"
        onChange={(event) => filterServers({ text: event.target.value })}
      />
      <Select
        label={t('Filter by state')}
        value={show}
        options={[{ value: 'all', label: t('Any state') }, ...states]}
        onValue={(wanted) => filterServers({ show: wanted })}
      />
    </div>
  );
}

const groupWords: Record<StateGroup, string> = words({
  starting: 'Starting',
  running: 'Running',
  ending: 'Stopping',
  crashed: 'Crashed',
  ended: 'Ended',
});
