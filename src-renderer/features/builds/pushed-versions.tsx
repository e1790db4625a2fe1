// For an instance that does not list its builds: why, and what the game itself tells of what was pushed.
import type { GameFull } from '../../../src-shared/service/games.ts';
import { t } from '../../text/t.ts';
import { classNames } from '../../ui/class-names.ts';
import { formatDate } from '../../ui/format.ts';
import { versionLines } from '../games/games-selectors.ts';
import styles from './builds.module.css';

type Props = { game: GameFull; why: string };

/** Each version was made of one build. Its size, hash and files are not told by such an instance. */
export function PushedVersions({ game, why }: Props) {
  const lines = versionLines(game);
  return (
    <div className={styles.pushed}>
      <p className={classNames(styles.pushedWhy, 'dim small')}>
        {why} {t('Sizes, hashes and files of builds are not known here, and builds cannot be deleted from here.')}
      </p>
      <ul className="plate-list" aria-label={t('Versions, newest first')}>
        {lines.map((line) => (
          <li key={line.id} className="vrow">
            <b className="grow cut selectable">{line.name}</b>
            <span className="where">
              {line.runsOn.map((name) => (
                <span key={name} className="tag">
                  {name}
                </span>
              ))}
            </span>
            <small>{formatDate(line.made)}</small>
          </li>
        ))}
        {lines.length === 0 && <li className="list-empty">{t('Nothing was pushed yet.')}</li>}
      </ul>
    </div>
  );
}
