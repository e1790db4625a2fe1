// An example lane with call-outs: what a game will look like here. A picture, not a control.
import { Icon } from '../../design/icons.tsx';
import shared from '../../design/shared.module.css';
import { StateGlyph } from '../../design/state-glyph.tsx';
import { rich } from '../../text/rich.ts';
import { t } from '../../text/t.ts';
import buttonStyles from '../../ui/button.module.css';
import { classNames } from '../../ui/class-names.ts';
import styles from './ghost-lane.module.css';

const days = [
  ['14 Nov', '5.6%'],
  ['15', '19.9%'],
  ['16', '34.2%'],
  ['17', '48.5%'],
  ['18', '62.8%'],
  ['19', '77%'],
] as const;

/** The call-outs are read out; the example itself is not, since nothing in it is real. */
export function GhostLane() {
  return (
    <section className={styles.anatomy} aria-labelledby="anat-title">
      <h2 id="anat-title">{t('What a game will look like here')}</h2>
      <div className={styles.ghost}>
        <p className={classNames(styles.callOut, styles.above, styles.callOutNamespace)}>
          <b>{t('Namespace')}</b>
        </p>
        <p className={classNames(styles.callOut, styles.above, styles.callOutHistory)}>
          {rich('{history} with the players on each version. Click one to roll back.', {
            history: <b>{t('History')}</b>,
          })}
        </p>
        <p className={classNames(styles.callOut, styles.above, styles.callOutNow)}>
          <b>{t('Right now')}</b>
        </p>
        <Lane />
        <p className={classNames(styles.callOut, styles.below, styles.callOutVersion)}>
          {rich('{version} Each namespace runs exactly one. Drag another one here to switch.', {
            version: <b>{t('Version')}</b>,
          })}
        </p>
        <p className={classNames(styles.callOut, styles.below, styles.callOutRemote)}>
          {rich('{same} Production shows this lane too, with its own servers, versions and players.', {
            same: <b>{t('Same on a remote')}</b>,
          })}
        </p>
        <p className={classNames(styles.callOut, styles.below, styles.end, styles.callOutServers)}>
          {rich('{servers} Started on demand. Select one for its log, ports and limits.', {
            servers: <b>{t('Servers')}</b>,
          })}
        </p>
      </div>
    </section>
  );
}

function Lane() {
  return (
    <div className={styles.lane} aria-hidden="true">
      <div className={styles.laneId}>
        <div className={styles.laneName}>
          <StateGlyph state="idle" />
          staging
        </div>
        <div className={styles.version}>v0.2.0</div>
        <div className={styles.since}>{t('since today')}</div>
        <span data-slot="button" className={classNames(buttonStyles.button, buttonStyles.small)}>
          {t('Switch version')}
          <Icon name="chevron-down" size={12} />
        </span>
      </div>
      <Timeline />
      <div className={styles.laneRun}>
        <div>
          <small>{t('Players')}</small>
          <b className={shared.tabular}>11</b>
        </div>
        <div>
          <small>{t('Servers')}</small>
          <b className={shared.tabular}>3</b>
        </div>
        <div className={styles.servers}>
          <StateGlyph state="idle" />
          <StateGlyph state="idle" />
          <StateGlyph state="idle" />
        </div>
      </div>
    </div>
  );
}

function Timeline() {
  return (
    <div className={styles.timeline}>
      <div className={styles.chart}>
        <svg viewBox="0 0 400 100" preserveAspectRatio="none">
          <path d="M171.4 0V100M262.9 0V100" stroke="var(--line)" vectorEffect="non-scaling-stroke" />
          <path d={`${ghostLine}L400 100L0 100Z`} fill="var(--bg-hover)" />
          <path
            d={ghostLine}
            fill="none"
            stroke="var(--line-strong)"
            strokeWidth="1.4"
            strokeLinejoin="round"
            vectorEffect="non-scaling-stroke"
          />
        </svg>
        <span className={styles.most}>16</span>
      </div>
      <div className={styles.deployments}>
        <span className={styles.deployment}>v0.1.0</span>
        <span className={styles.deployment}>
          v0.1.1
          <Icon name="undo" size={12} />
        </span>
        <span className={classNames(styles.deployment, styles.now)}>v0.2.0</span>
      </div>
      <div className={styles.ticks}>
        {days.map(([day, left]) => (
          <span key={day} style={{ left }}>
            {day}
          </span>
        ))}
        <span className={styles.ticksNow}>{t('now')}</span>
      </div>
    </div>
  );
}

const heights = [
  83.1, 74.7, 80.8, 74.1, 77.2, 75.2, 60.8, 63.0, 58.6, 59.9, 62.8, 66.0, 74.4, 70.3, 78.5, 80.5, 83.2, 79.1, 72.2,
  58.5, 57.3, 62.0, 65.0, 57.5, 68.8, 69.0, 73.0, 70.1, 71.3, 64.0, 59.7, 52.5, 42.8, 41.6, 49.4, 58.6, 53.3, 58.6,
  68.0, 62.2, 62.4, 57.8, 49.4, 50.6, 48.9, 39.2, 45.1, 41.4, 51.9, 52.4, 54.2, 52.0, 51.4, 54.3, 58.7, 59.8, 52.2,
  46.0, 48.7, 38.8, 40.4, 41.3, 52.1, 61.0, 71.3, 72.1, 71.4, 65.4, 59.0, 44.8, 32.9, 36.4, 37.4, 44.6, 44.8, 42.3,
  54.2, 53.4, 58.5, 64.0, 52.5, 48.1, 45.8, 39.4, 39.3, 38.7, 40.9, 46.0, 49.2, 57.2,
];

/** The line across a box of 400 by 100. */
const ghostLine = heights
  .map((y, at) => `${at === 0 ? 'M' : 'L'}${((at * 400) / (heights.length - 1)).toFixed(1)} ${y}`)
  .join('');
