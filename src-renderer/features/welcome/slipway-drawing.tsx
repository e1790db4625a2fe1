// The drawing of the first run, and the app's mark: a build's parts slide down a slipway into the water.
import { t } from '../../text/t.ts';
import styles from './welcome.module.css';

const CELLS = 13;
const QUEUED = 3;
const IN_FLIGHT = 6;
const TILT_DEGREES = 17.05;

/** Pure decoration. */
export function SlipwayDrawing() {
  return (
    <svg className={styles.ramp} viewBox="0 0 372 168" aria-hidden="true">
      <path d="M20 22 340 120.1" stroke="var(--ink-3)" strokeWidth="1.4" />
      <path d="M20 22v98M84 41.6V120M148 61.2V120M212 80.9V120" stroke="var(--line-strong)" />
      <path d="M20 120 84 41.6M84 120l64-58.8M148 120l64-39.1" stroke="var(--line)" />
      {Array.from({ length: CELLS }, (_, at) => (
        // biome-ignore lint: the cells never change their order
        <Cell key={at} at={at} />
      ))}
      <path d="M0 120H372" stroke="var(--data)" strokeWidth="1.4" />
      <path d="M286 128h60M306 135h52M262 135h24" stroke="var(--data-fill)" opacity=".7" />
      <text x="20" y="138">
        {t('your build')}
      </text>
      <text x="282" y="152">
        {t('launched')}
      </text>
    </svg>
  );
}

function Cell({ at }: { at: number }) {
  const along = (at / (CELLS - 1)) * 262;
  const place = `translate(${(26 + along).toFixed(1)} ${(22 + (along * 92) / 300).toFixed(1)}) rotate(${TILT_DEGREES})`;
  const look = at < QUEUED ? 'queued' : at < IN_FLIGHT ? 'flying' : 'verified';
  const level = 5 + (at - QUEUED) * 4;
  return (
    <g transform={place}>
      <rect
        y="-19"
        width="14"
        height="17"
        rx="1.5"
        className={{ queued: styles.queued, flying: styles.flying, verified: styles.verified }[look]}
      />
      {look === 'flying' && <rect y={-2 - level} width="14" height={level} fill="var(--go-fill)" />}
      {look === 'verified' && <circle cx="7" cy="-10.5" r="1.6" fill="var(--bg-deck)" />}
    </g>
  );
}
