// Whether uploads leave room on the line while people play here. How much is set among the settings.
import shared from '../../design/shared.module.css';
import { t } from '../../text/t.ts';
import { classNames } from '../../ui/class-names.ts';
import { Switch } from '../../ui/switch.tsx';
import { changeSettings } from '../settings/settings-actions.ts';
import { useSettings } from '../settings/settings-store.ts';
import { roundRate } from './speed-graph.tsx';
import styles from './transfers.module.css';
import { useTransfers } from './transfers-store.ts';

/** What it begins with where nothing else was set. */
const FIRST = 5_000_000;

export function SlowWhilePlaying() {
  const rate = useSettings(({ settings }) => settings?.slow_while_playing ?? 0);
  // While the limit is lower than this, nobody says who plays.
  const isQuiet = useTransfers(
    ({ slowed, limit }) => slowed === undefined && (limit ?? Number.POSITIVE_INFINITY) > rate,
  );
  const isOn = rate > 0;
  const words = t('Slow to {rate} while people play on Local', { rate: roundRate(isOn ? rate : FIRST) });
  return (
    <div className={classNames(styles.limitLine, styles.limitSlow)}>
      <Switch label={words} on={isOn} onChange={(on) => void changeSettings({ slow_while_playing: on ? FIRST : 0 })} />
      <span>
        {words} {isOn && isQuiet && <span className={shared.faint}>{t('(nobody now)')}</span>}
      </span>
    </div>
  );
}
