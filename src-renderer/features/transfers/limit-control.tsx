// The limit on what all transfers send together: a switch, and a slider that is felt while it moves.
import { type ReactNode, useEffect, useRef, useState } from 'react';
import shared from '../../design/shared.module.css';
import { t } from '../../text/t.ts';
import { classNames } from '../../ui/class-names.ts';
import { customProperty } from '../../ui/custom-property.ts';
import sliderStyles from '../../ui/slider.module.css';
import { Switch } from '../../ui/switch.tsx';
import { roundRate } from './speed-graph.tsx';
import { formatSlowed } from './transfer-format.ts';
import styles from './transfers.module.css';
import { limitTransfers } from './transfers-actions.ts';
import { useTransfers } from './transfers-store.ts';

/** The places of the slider, in MB/s: fine where lines are slow. */
const places = [
  0.1, 0.25, 0.5, 1, 1.5, 2, 3, 4, 5, 6, 8, 10, 12, 15, 20, 25, 30, 40, 50, 60, 80, 100, 150, 200, 300, 500, 1_000,
];
const MEGABYTE = 1_000_000;
/** What a limit begins with. */
const FIRST = 10 * MEGABYTE;
/** The core hears of a slider that moves no more often. */
const SAY_EVERY_MS = 150;

/** Off, it takes what the line gives. `children` is what else slows it. */
export function LimitControl({ children }: { children?: ReactNode }) {
  const limit = useTransfers((state) => state.limit);
  const slowed = useTransfers((state) => state.slowed);
  const [last, setLast] = useState(FIRST);
  const isOn = limit !== null && limit !== undefined;
  const [dragged, drag] = useDragged();
  const shown = dragged ?? limit ?? last;
  const change = (on: boolean) => {
    if (isOn) setLast(limit);
    void limitTransfers(on ? last : null);
  };
  return (
    <div className={styles.limit}>
      <div className={styles.limitLine}>
        <Switch label={t('Limit upload speed')} on={isOn} onChange={change} />
        <b className={shared.grow}>{t('Limit upload speed')}</b>
        <span className={isOn ? shared.tabular : classNames(shared.tabular, shared.faint)}>
          {isOn ? roundRate(shown) : t('no limit')}
        </span>
      </div>
      <div className={styles.limitLine}>
        <input
          type="range"
          className={sliderStyles.slider}
          aria-label={t('Upload limit')}
          aria-valuetext={roundRate(shown)}
          min={0}
          max={places.length - 1}
          step={1}
          value={placeOf(shown)}
          style={customProperty('--v', `${(placeOf(shown) / (places.length - 1)) * 100}%`)}
          disabled={!isOn}
          title={isOn ? undefined : t('Turn on "Limit upload speed" first')}
          onChange={({ target }) => drag((places[Number(target.value)] ?? 1) * MEGABYTE)}
        />
      </div>
      {children}
      {slowed !== undefined && (
        <div className={classNames(styles.limitWhy, shared.tabular)} role="status">
          {formatSlowed(slowed)}
        </div>
      )}
    </div>
  );
}

/** What the slider shows while it moves. The core is told at once, then now and then, and always of the last place. */
function useDragged(): [number | undefined, (bytes: number) => void] {
  const [dragged, setDragged] = useState<number>();
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const requested = useRef<number>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  const tell = () => {
    timer.current = undefined;
    if (requested.current === undefined) {
      setDragged(undefined);
      return;
    }
    void limitTransfers(requested.current);
    requested.current = undefined;
    timer.current = setTimeout(tell, SAY_EVERY_MS);
  };
  const drag = (bytes: number) => {
    setDragged(bytes);
    requested.current = bytes;
    if (timer.current === undefined) tell();
  };
  return [dragged, drag];
}

function placeOf(bytes: number): number {
  const distances = places.map((place) => Math.abs(Math.log(bytes / (place * MEGABYTE))));
  return distances.indexOf(Math.min(...distances));
}
