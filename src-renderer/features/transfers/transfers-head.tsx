// The head of the transfers: how fast all of them go, how long they take, the last five minutes, and the limit.
import shared from '../../design/shared.module.css';
import { formatDecimal } from '../../text/format-numbers.ts';
import { t } from '../../text/t.ts';
import { classNames } from '../../ui/class-names.ts';
import { counted, formatSize } from '../../ui/format.ts';
import { Switch } from '../../ui/switch.tsx';
import { changeSettings } from '../settings/settings-actions.ts';
import { useSettings } from '../settings/settings-store.ts';
import { LimitControl } from './limit-control.tsx';
import { roundRate, SpeedGraph } from './speed-graph.tsx';
import { formatLeft } from './transfer-format.ts';
import styles from './transfers.module.css';
import { type Total, totalOf } from './transfers-selectors.ts';
import { useTransfers } from './transfers-store.ts';

/** Without transfers its figures are zero. */
export function TransfersHead() {
  const list = useTransfers((state) => state.list);
  const total = totalOf(list ?? []);
  const { number, unit } = splitRate(total.bytesPerSecond);
  return (
    <header className={styles.head}>
      <div>
        <h1>{t('Transfers')}</h1>
        <div className={classNames(styles.speedNow, shared.tabular)}>
          {number} <small>{t('{unit} up', { unit })}</small>
        </div>
        <div className={classNames(styles.now, shared.dim, shared.tabular)}>{formatTotal(total)}</div>
        <div className={classNames(styles.rest, shared.faint, shared.tabular)}>{formatRest(total)}</div>
      </div>
      <SpeedGraph />
      <LimitControl>
        <SlowWhilePlaying />
      </LimitControl>
    </header>
  );
}

function splitRate(bytesPerSecond: number): { number: string; unit: string } {
  if (bytesPerSecond > 0 && bytesPerSecond < 100_000) {
    return { number: String(Math.round(bytesPerSecond / 1e3)), unit: 'kB/s' };
  }
  return { number: formatDecimal(bytesPerSecond / 1e6, 1), unit: 'MB/s' };
}

/** "2 uploading, 1 min 3 s left". */
function formatTotal({ uploading, queued, held, failed, leftMs }: Total): string {
  if (uploading > 0)
    return leftMs === undefined
      ? t('{uploading} uploading', { uploading })
      : t('{uploading} uploading, {left} left', { uploading, left: formatLeft(leftMs) });
  if (queued > 0) return t('{queued} queued', { queued });
  if (held > 0) return t('{held} held', { held });
  return failed > 0 ? counted(failed, 'failure') : t('Nothing is being sent');
}

function formatRest({ toGo, heldBytes }: Total): string {
  const words = [
    ...(toGo > 0 ? [t('{size} left', { size: formatSize(toGo) })] : []),
    ...(heldBytes > 0 ? [t('{size} held', { size: formatSize(heldBytes) })] : []),
  ];
  return words.join(', ');
}

/** What it begins with where nothing else was set. */
const FIRST = 5_000_000;

function SlowWhilePlaying() {
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
