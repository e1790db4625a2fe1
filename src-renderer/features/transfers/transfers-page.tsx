// All transfers: builds on their way to instances, in the order of the queue, and those that have ended.
import { type DragEvent, useEffect, useState } from 'react';
import type { TransferView } from '../../../src-shared/transfers/bridge.ts';
import { partKind } from '../../../src-shared/transfers/part-map.ts';
import { Icon } from '../../design/icons.tsx';
import shared from '../../design/shared.module.css';
import { rich } from '../../text/rich.ts';
import { t } from '../../text/t.ts';
import { Button } from '../../ui/button.tsx';
import { customProperty } from '../../ui/custom-property.ts';
import { formatCount, formatSize } from '../../ui/format.ts';
import { isFreeKey } from '../../ui/free-key.ts';
import { listStep } from '../../ui/list-step.ts';
import { useGradually } from '../../ui/use-gradually.ts';
import { useNow } from '../../ui/use-now.ts';
import { useTitle } from '../../ui/use-title.ts';
import { CancelDialog } from './cancel-dialog.tsx';
import partMapStyles from './part-map.module.css';
import { cellClass } from './part-map.tsx';
import { type Moving, TransferRow } from './transfer-row.tsx';
import transfersStyles from './transfers.module.css';
import { clearFinished, moveTransfer, pauseAll, resumeAll } from './transfers-actions.ts';
import { TransfersHead } from './transfers-head.tsx';
import { arranged, type EndedTransfer, hasEnded, isUnderWay, placeAfterStep } from './transfers-selectors.ts';
import { useTransfers } from './transfers-store.ts';

/** Of all instances together. */
export function TransfersPage() {
  useTitle(t('Transfers'));
  useEffect(startTransferKeys, []);
  const list = useTransfers((state) => state.list);
  return (
    <>
      <TransfersHead />
      <div className={transfersStyles.list}>
        {list === undefined ? <div className={shared.loadingBlock} aria-hidden="true" /> : <Lists list={list} />}
      </div>
      <CancelDialog />
    </>
  );
}

function Lists({ list }: { list: readonly TransferView[] }) {
  const { live, last, folded } = arranged(list);
  const moving = useMoving(live);
  const drawn = useGradually(live.length);
  if (list.length === 0) return <Nothing />;
  return (
    <>
      <Bar list={list} />
      {(live.length > 0 || last !== undefined) && (
        <ul className={transfersStyles.queue} aria-label={t('Transfers')}>
          {live.slice(0, drawn).map((view) => (
            <TransferRow key={view.id} view={view} moving={live.length > 1 ? moving(view) : undefined} />
          ))}
          {last !== undefined && <TransferRow key={last.id} view={last} />}
        </ul>
      )}
      {folded.length > 0 && <Folded views={folded} />}
    </>
  );
}

function Bar({ list }: { list: readonly TransferView[] }) {
  const busy = useTransfers((state) => state.busy['all']) === true;
  const canPause = list.some(isUnderWay);
  const canResume = !canPause && list.some(({ status }) => status === 'paused');
  return (
    <div className={transfersStyles.bar}>
      <Key />
      <div className={transfersStyles.barActions}>
        {canResume ? (
          <Button small icon="play" busy={busy} onClick={() => void resumeAll()}>
            {t('Resume all')}
          </Button>
        ) : (
          <Button
            small
            icon="pause"
            busy={busy}
            disabledReason={canPause ? undefined : t('Nothing is being sent')}
            onClick={() => void pauseAll()}
          >
            {t('Pause all')}
          </Button>
        )}
        <Button
          small
          disabledReason={list.some(hasEnded) ? undefined : t('Nothing has finished yet')}
          onClick={() => void clearFinished()}
        >
          {t('Clear finished')}
        </Button>
      </div>
    </div>
  );
}

const names = () => [
  t('Queued'),
  t('In flight'),
  t('Stored'),
  t('Verified'),
  t('Sent again'),
  t('Reused'),
  t('Held'),
  t('Refused'),
];

function Key() {
  return (
    <ul className={partMapStyles.key} aria-label={t('Legend')}>
      {partKind.options.map((kind, n) => (
        <li key={kind}>
          <span className={partMapStyles.parts} aria-hidden="true">
            <i className={cellClass[kind]} style={customProperty('--p', '55%')} />
          </span>
          {names()[n]}
        </li>
      ))}
    </ul>
  );
}

function Folded({ views }: { views: readonly EndedTransfer[] }) {
  const [isOpen, setOpen] = useState(false);
  const now = useNow(false);
  return (
    <>
      <button type="button" className={transfersStyles.more} aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
        <Icon name={isOpen ? 'chevron-down' : 'chevron-right'} size={12} />
        {formatFolded(views, now)}
      </button>
      {isOpen && (
        <ul className={transfersStyles.queue} aria-label={t('Finished transfers')}>
          {views.map((view) => (
            <TransferRow key={view.id} view={view} />
          ))}
        </ul>
      )}
    </>
  );
}

function Nothing() {
  return (
    <div className={transfersStyles.none}>
      <h2>{t('No transfers')}</h2>
      <p>
        {t(
          'A build that is sent to an instance appears here, part by part: what is stored there, what is in flight, and what was sent again. An interrupted upload resumes where it stopped, even after Slipway was closed.',
        )}
      </p>
      <p>
        {rich('Drop a build on the deploy page of a game to send it, or run {slipway}.', {
          slipway: <code className={shared.mono}>slipway push</code>,
        })}
      </p>
    </div>
  );
}

/** Rows are dragged by their handle onto the one before which they go, or stepped by keys. */
function useMoving(live: readonly TransferView[]): (view: TransferView) => Moving {
  const [dragged, setDragged] = useState<string>();
  const [over, setOver] = useState<string>();
  const end = () => {
    setDragged(undefined);
    setOver(undefined);
  };
  return (view) => ({
    isOver: dragged !== undefined && over === view.id && dragged !== view.id,
    onDrag: (event) => startDrag(event, view.id, setDragged),
    onEnd: end,
    onOver: (event) => {
      if (dragged === undefined) return;
      event.preventDefault();
      if (over !== view.id) setOver(view.id);
    },
    onDrop: (event) => {
      event.preventDefault();
      const moved = live.find(({ id }) => id === dragged);
      end();
      if (moved !== undefined && moved.id !== view.id) void moveTransfer(moved, dropPlace(live, moved.id, view.id));
    },
    onStep: (step) => {
      const before = placeAfterStep(live, view.id, step);
      if (before !== undefined) void moveTransfer(view, before);
    },
  });
}

function startDrag({ dataTransfer, currentTarget }: DragEvent, id: string, setDragged: (id: string) => void): void {
  dataTransfer.effectAllowed = 'move';
  dataTransfer.setData('application/x-slipway-transfer', id);
  const row = currentTarget.closest('li');
  if (row !== null) dataTransfer.setDragImage(row, 12, 12);
  setDragged(id);
}

/** Downwards it goes behind the row it is dropped on, upwards before it. */
function dropPlace(live: readonly TransferView[], moved: string, on: string): string | null {
  const from = live.findIndex(({ id }) => id === moved);
  const to = live.findIndex(({ id }) => id === on);
  return from < to ? (live[to + 1]?.id ?? null) : on;
}

/** "9 more finished today, 11.4 GB of builds with 2.1 GB sent". */
function formatFolded(views: readonly EndedTransfer[], now: number): string {
  const today = new Date(now).toDateString();
  const isToday = views.every(({ ended_at: end }) => new Date(end).toDateString() === today);
  const built = views.reduce((sum, { bytes_total: bytes = 0 }) => sum + bytes, 0);
  const sent = views.reduce((sum, { bytes_on_wire: bytes }) => sum + bytes, 0);
  const values = { count: formatCount(views.length), size: formatSize(built), sent: formatSize(sent) };
  return isToday
    ? t('{count} more finished today, {size} of builds with {sent} sent', values)
    : t('{count} more finished, {size} of builds with {sent} sent', values);
}

/** Listens until the answer is called. */
function startTransferKeys(): () => void {
  const press = (event: KeyboardEvent) => {
    if (!isFreeKey(event)) return;
    const rows = [...document.querySelectorAll<HTMLElement>('[data-transfer]')];
    const at = rows.findIndex((row) => row.contains(document.activeElement));
    // From elsewhere, the first step leads to the first row.
    const next = at < 0 && listStep(event, 0, rows.length) !== undefined ? 0 : listStep(event, at, rows.length);
    const row = rows[next ?? -1];
    if (row === undefined) return;
    event.preventDefault();
    row.focus();
  };
  window.addEventListener('keydown', press);
  return () => window.removeEventListener('keydown', press);
}
