// In the place of the timeline: a namespace on which nothing ever ran says what it is for, and offers the version that ran well elsewhere.
import type { InstanceView } from '../../../src-shared/instances/bridge.ts';
import type { TimelineView } from '../../../src-shared/namespaces/timeline.ts';
import type { GameFull } from '../../../src-shared/service/games.ts';
import type { NamespaceSummary } from '../../../src-shared/service/namespaces.ts';
import { t } from '../../text/t.ts';
import { Button } from '../../ui/button.tsx';
import type { NamespacePlace } from '../namespaces/namespaces-store.ts';
import { crashesOf, rolledBackVersions } from '../namespaces/roll-back-selectors.ts';
import styles from './board.module.css';
import { launch } from './board-actions.ts';
import { whyCannotSwitchOn } from './board-selectors.ts';
import { useBoard } from './board-store.ts';

type Props = { instance: InstanceView; game: GameFull; namespace: NamespaceSummary; place: NamespacePlace };

/** The button leads to the sheet, which says what changes. */
export function LaneEmpty({ instance, game, namespace, place }: Props) {
  const timelines = useBoard((state) => state.timelines);
  const offered = newestThatRan(game, timelines);
  return (
    <div className={styles.emptyLane}>
      <h4>{t('Nothing runs on {name} yet', { name: namespace.name_id })}</h4>
      <p>{t('Drag a version or a build folder here to run it.')}</p>
      {offered !== undefined && (
        <Button small disabledReason={whyCannotSwitchOn(instance)} onClick={() => launch(place, offered.version_id)}>
          {t('Run {version} on {name}', { version: offered.display_name, name: namespace.name_id })}
        </Button>
      )}
    </div>
  );
}

/** Of those that did not crash, and that nobody rolled back where they ran last. */
function newestThatRan(game: GameFull, timelines: Readonly<Record<string, TimelineView | undefined>>) {
  const rolledBack = rolledBackVersions(timelines);
  const ran = new Set(
    Object.values(timelines)
      .flatMap((timeline) => timeline?.deployments ?? [])
      .filter(({ ran_ms: ranMs = 0 }) => ranMs > 0)
      .map(({ version_id: id }) => id),
  );
  return game.versions
    .filter(({ version_id: id }) => ran.has(id) && !rolledBack.has(id) && crashesOf(game, id) === 0)
    .toSorted((a, b) => b.create_ts.localeCompare(a.create_ts))[0];
}
