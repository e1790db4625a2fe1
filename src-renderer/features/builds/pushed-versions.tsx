// For an instance that does not list its builds: why, and what the game itself tells of what was pushed.
import type { GameFull } from '../../../src-shared/service/games.ts';
import shared from '../../design/shared.module.css';
import { t } from '../../text/t.ts';
import { classNames } from '../../ui/class-names.ts';
import { formatDate } from '../../ui/format.ts';
import plateStyles from '../../ui/plate.module.css';
import tagStyles from '../../ui/tag.module.css';
import { versionLines } from '../games/games-selectors.ts';
import styles from './builds.module.css';

type Props = { game: GameFull; why: string };

/** Each version was made of one build. Its size, hash and files are not told by such an instance. */
export function PushedVersions({ game, why }: Props) {
  const lines = versionLines(game);
  return (
    <div className={styles.pushed}>
      <p className={classNames(styles.pushedWhy, shared.dim, shared.small)}>
        {why} {t('Sizes, hashes and files of builds are not known here, and builds cannot be deleted from here.')}
      </p>
      <ul className={plateStyles.plate} aria-label={t('Versions, newest first')}>
        {lines.map((line) => (
          <li key={line.id} className={plateStyles.row}>
            <b className={classNames(shared.grow, shared.ellipsis, shared.selectable)}>{line.name}</b>
            <span className={plateStyles.where}>
              {line.runsOn.map((name) => (
                <span key={name} data-slot="tag" className={tagStyles.tag}>
                  {name}
                </span>
              ))}
            </span>
            <small>{formatDate(line.made)}</small>
          </li>
        ))}
        {lines.length === 0 && <li className={plateStyles.empty}>{t('Nothing was pushed yet.')}</li>}
      </ul>
    </div>
  );
}
