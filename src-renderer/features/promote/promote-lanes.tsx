// The lanes of both ends with the hash of what each runs: the same hash is the same bytes.
import type { GameFull } from '../../../src-shared/service/games.ts';
import shared from '../../design/shared.module.css';
import { StateGlyph } from '../../design/state-glyph.tsx';
import { t, translate } from '../../text/t.ts';
import { classNames } from '../../ui/class-names.ts';
import sheetFactsStyles from '../../ui/sheet-facts.module.css';
import stateLabelStyles from '../../ui/state-label.module.css';
import { shortHash } from '../builds/build-format.ts';
import styles from './promote.module.css';
import { type Ends, type LaneHash, laneHashes, type Side } from './promote-selectors.ts';
import { type Hashes, usePromote } from './promote-store.ts';

/** Both ends may be one game. */
export function PromoteLanes({ ends: { from, to } }: { ends: Ends }) {
  const plan = usePromote((state) => state.plan);
  const { hashes } = useHashes(from.game_id);
  const reported = plan.state === 'read' ? plan.value.sha256 : undefined;
  const hash = reported ?? hashes[from.version?.version_id ?? ''];
  return (
    <section aria-labelledby="promote-lanes">
      <h3 id="promote-lanes">
        {t('Lanes')}{' '}
        {hash !== undefined && (
          <span className={classNames(shared.mono, shared.selectable, shared.ellipsis)}>SHA-256 {hash}</span>
        )}
      </h3>
      <Lanes side={from} hash={hash} />
      {to.game_id !== from.game_id && <Lanes side={to} hash={hash} />}
    </section>
  );
}

const unread = { hashes: {} };

/** Without hashes it says why there are none. */
function useHashes(game_id: string | undefined): Hashes {
  const loaded = usePromote(({ hashes }) => hashes[game_id ?? '']);
  if (loaded?.state === 'failed') return { hashes: {}, why_not: loaded.why };
  return loaded?.state === 'read' ? loaded.value : unread;
}

function Lanes({ side: { instance, game }, hash }: { side: Side; hash: string | undefined }) {
  if (instance === undefined || game === undefined) return null;
  return <LaneList instance={instance.name} game={game} hash={hash} />;
}

function LaneList({ instance, game, hash }: { instance: string; game: GameFull; hash: string | undefined }) {
  const { hashes, why_not: why } = useHashes(game.game_id);
  return (
    <>
      <ul
        className={styles.lanes}
        aria-label={t('Lanes of {game} on {instance}', { game: game.display_name, instance })}
      >
        {laneHashes(game, hashes).map((lane) => (
          <li key={lane.id}>
            <span className={classNames(shared.dim, shared.ellipsis)}>{instance}</span>
            <Lane lane={lane} isSame={lane.hash !== undefined && lane.hash === hash} />
          </li>
        ))}
      </ul>
      {why !== undefined && (
        <p className={classNames(shared.small, shared.dim, sheetFactsStyles.affectedNote)}>{translate(why)}</p>
      )}
    </>
  );
}

function Lane({ lane: { name, version, hash }, isSame }: { lane: LaneHash; isSame: boolean }) {
  return (
    <>
      <b className={shared.ellipsis}>{name}</b>
      <span className={shared.ellipsis}>{version}</span>
      <span className={classNames(shared.mono, shared.faint)} title={hash}>
        {hash === undefined ? t('hash unknown') : shortHash(hash)}
      </span>
      {isSame && (
        <span data-slot="state" className={classNames(stateLabelStyles.state, shared.ok)}>
          <StateGlyph state="done" />
          {t('same bytes')}
        </span>
      )}
    </>
  );
}
