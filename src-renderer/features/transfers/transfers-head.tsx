// The head of the transfers: how fast all of them go, how long they take, the last five minutes, and the limit.
import { counted, sizeWords } from '../../ui/words.ts';
import { LimitControl } from './limit-control.tsx';
import { SpeedGraph } from './speed-graph.tsx';
import { leftWords } from './transfer-words.ts';
import { type Total, totalOf } from './transfers-selectors.ts';
import { useTransfers } from './transfers-store.ts';

/** Without transfers its figures are zero. */
export function TransfersHead() {
  const list = useTransfers((state) => state.list);
  const total = totalOf(list ?? []);
  const { number, unit } = splitRate(total.bytesPerSecond);
  return (
    <header className="xhead">
      <div>
        <h1>Transfers</h1>
        <div className="bigspeed tn">
          {number} <small>{unit} up</small>
        </div>
        <div className="dim tn xhead-now">{totalWords(total)}</div>
        <div className="faint xhead-rest tn">{restWords(total)}</div>
      </div>
      <SpeedGraph />
      <LimitControl />
    </header>
  );
}

function splitRate(bytesPerSecond: number): { number: string; unit: string } {
  if (bytesPerSecond > 0 && bytesPerSecond < 100_000) {
    return { number: String(Math.round(bytesPerSecond / 1e3)), unit: 'kB/s' };
  }
  return { number: (bytesPerSecond / 1e6).toFixed(1), unit: 'MB/s' };
}

/** "2 uploading, 1 min 3 s left". */
export function totalWords({ uploading, queued, held, failed, leftMs }: Total): string {
  if (uploading > 0) return `${uploading} uploading${leftMs === undefined ? '' : `, ${leftWords(leftMs)} left`}`;
  if (queued > 0) return `${queued} queued`;
  if (held > 0) return `${held} held`;
  return failed > 0 ? counted(failed, 'failure') : 'Nothing is being sent';
}

function restWords({ toGo, heldBytes }: Total): string {
  const words = [
    ...(toGo > 0 ? [`${sizeWords(toGo)} to go`] : []),
    ...(heldBytes > 0 ? [`${sizeWords(heldBytes)} held`] : []),
  ];
  return words.join(', ');
}
