// One transfer: where it goes, its part map, how it stands in words, and what can be done with it.
import { type DragEvent, type KeyboardEvent, type ReactNode, useEffect, useState } from 'react';
import type { TransferIn, TransferResume, TransferView } from '../../../src-shared/transfers/bridge.ts';
import type { PartCells } from '../../../src-shared/transfers/part-map.ts';
import { Icon } from '../../design/icons.tsx';
import shared from '../../design/shared.module.css';
import { glyphColors, StateGlyph } from '../../design/state-glyph.tsx';
import { rich } from '../../text/rich.ts';
import { t } from '../../text/t.ts';
import { classNames } from '../../ui/class-names.ts';
import { IconButton } from '../../ui/icon-button.tsx';
import { useNow } from '../../ui/use-now.ts';
import { gameRowOf } from '../games/games-selectors.ts';
import { useGames } from '../games/games-store.ts';
import { useInstances } from '../instances/instances-store.ts';
import { formatSentAgain } from './part-cells.ts';
import { PartMap } from './part-map.tsx';
import { PartsOverTime } from './parts-over-time.tsx';
import { AttemptsButton, AttemptsLog } from './transfer-attempts.tsx';
import { formatKept, formatLeft, formatResumed, formatState, formatWhere } from './transfer-format.ts';
import { TransferSide } from './transfer-side.tsx';
import styles from './transfers.module.css';
import { followParts } from './transfers-actions.ts';
import { hasEnded } from './transfers-selectors.ts';
import { useTransfers } from './transfers-store.ts';

/** How a row is moved within the queue. Absent where it cannot be. */
export type Moving = {
  isOver: boolean;
  onDrag: (event: DragEvent) => void;
  onOver: (event: DragEvent) => void;
  onEnd: () => void;
  onDrop: (event: DragEvent) => void;
  onStep: (step: -1 | 1) => void;
};

type Props = { view: TransferView; moving?: Moving | undefined };

/** Alt and the arrows move it in the queue, as does dragging its handle. */
export function TransferRow({ view, moving }: Props) {
  const { id } = view;
  useEffect(() => followParts(id), [id]);
  const name = useTitle(view);
  const keys = (event: KeyboardEvent) => {
    if (!event.altKey || (event.key !== 'ArrowUp' && event.key !== 'ArrowDown')) return;
    event.preventDefault();
    moving?.onStep(event.key === 'ArrowUp' ? -1 : 1);
  };
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- the keys and drags of what is in it come here
    <li
      className={classNames(styles.transfer, moving?.isOver && styles.dropHere)}
      data-transfer={id}
      tabIndex={-1}
      onKeyDown={keys}
      onDragOver={moving?.onOver}
      onDrop={moving?.onDrop}
    >
      <Mark view={view} moving={moving} name={name} />
      <Middle view={view} name={name} />
      <TransferSide view={view} name={name} />
    </li>
  );
}

/** The game's name comes with the transfer once its instance reported it; the list of games may know it before. */
function useTitle({ game_name: gameName, instance_id: instance, game_id: game, name }: TransferView): string {
  const known = useGames((state) => gameRowOf(state.games[instance], game)?.display_name);
  const title = gameName ?? known;
  return title === undefined ? name : `${title} ${name}`;
}

function Mark({ view, moving, name }: Props & { name: string }) {
  const { glyph } = formatState(view, '', 0);
  return (
    <div className={styles.mark}>
      <StateGlyph state={glyph} />
      {moving !== undefined && (
        <IconButton
          icon="grip"
          size="tiny"
          className={styles.grip}
          label={t('Move {name} in the queue', { name })}
          draggable
          onDragStart={moving.onDrag}
          onDragEnd={moving.onEnd}
          onKeyDown={(event) => {
            if (event.key !== 'ArrowUp' && event.key !== 'ArrowDown') return;
            event.preventDefault();
            event.stopPropagation();
            moving.onStep(event.key === 'ArrowUp' ? -1 : 1);
          }}
        />
      )}
    </div>
  );
}

function Middle({ view, name }: { view: TransferView; name: string }) {
  const instance = useInstances((state) => state.instances?.find((one) => one.id === view.instance_id)?.name);
  const map = useTransfers((state) => state.maps[view.id]);
  const [isLogOpen, setLogOpen] = useState(false);
  const where = instance ?? t('a removed instance');
  const isPacking = view.step === 'pack' && !hasEnded(view);
  return (
    <div>
      <div className={styles.title}>
        <b className={shared.ellipsis}>{name}</b>
        <span className={styles.destination}>{formatWhere(view, where)}</span>
      </div>
      <ResumeLine view={view} instance={where} />
      {isPacking ? <Packing view={view} /> : <PartMap map={map} form={isOpen(view, map) ? 'wide' : 'plain'} />}
      <State
        view={view}
        instance={where}
        again={isSending(view) ? formatSentAgain(map) : undefined}
        tries={<AttemptsButton view={view} isOpen={isLogOpen} onToggle={() => setLogOpen(!isLogOpen)} />}
      />
      {map !== undefined && isOpen(view, map) && <PartsOverTime map={map} />}
      {isLogOpen && <AttemptsLog view={view} />}
    </div>
  );
}

/** With so few parts each has room for its number. */
const MOST_WIDE = 24;

function isOpen(view: TransferView, map: PartCells | undefined): boolean {
  const count = map?.lengths.reduce((sum, [, parts]) => sum + parts, 0) ?? 0;
  return !hasEnded(view) && view.step === 'parts' && view.status !== 'queued' && count > 1 && count <= MOST_WIDE;
}

function isSending({ status, step }: TransferView): boolean {
  return status === 'running' && step === 'parts';
}

/** There are no parts before it is packed. */
function Packing({ view }: { view: TransferView }) {
  if (view.status !== 'running') return <div className={styles.packing} />;
  const { bytes, total } = view.packing ?? { bytes: 0, total: 0 };
  const share = total === 0 ? 0 : Math.min(1, bytes / total);
  return (
    <div
      className={styles.packing}
      role="progressbar"
      aria-label={t('Packed')}
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={Math.round(share * 100)}
    >
      <b style={{ width: `${share * 100}%` }} />
    </div>
  );
}

type StateProps = {
  view: TransferView;
  instance: string;
  again: string | undefined;
  tries: ReactNode;
};

function State({ view, instance, again, tries }: StateProps) {
  const isTicking = view.status === 'waiting' || view.status === 'paused';
  const now = useNow(isTicking);
  const { glyph, lead, text } = formatState(view, instance, now);
  const isLong = view.status === 'failed' || view.status === 'not_confirmed';
  return (
    <div
      className={
        isLong
          ? classNames(styles.status, styles.statusLong, shared.tabular)
          : classNames(styles.status, shared.tabular)
      }
    >
      <span className={classNames(styles.lead, glyphColors[glyph])}>{lead}</span>
      <span className={styles.statusText} title={isLong ? undefined : text}>
        {text}
        {view.status === 'waiting' && <NextTry view={view} now={now} instance={instance} />}
      </span>
      <Remarks view={view} again={again} />
      {tries}
    </div>
  );
}

/** What is said beside the state. */
function Remarks({ view, again }: Pick<StateProps, 'view' | 'again'>) {
  if (view.status === 'done') return view.sha256 === undefined ? null : <Verified sha256={view.sha256} />;
  return (
    <>
      {again !== undefined && <span className={classNames(styles.statusText, styles.isWaiting)}>{again}</span>}
      {view.source_changed && !hasEnded(view) && <Newer source={view.source_name} />}
    </>
  );
}

function Newer({ source }: { source: string }) {
  const message = t('{source} changed since it was packed; what is sent is as it was then', { source });
  return (
    <span className={classNames(styles.statusText, styles.isWaiting)} title={message}>
      {message}
    </span>
  );
}

function NextTry({ view, now, instance }: { view: TransferIn<'waiting'>; now: number; instance: string }) {
  const { trouble } = view;
  const left = trouble.next_try_at - now;
  return (
    <>
      {' '}
      {left > 0
        ? rich('Trying again in {left}, attempt {tries}.', {
            left: <b>{formatLeft(left)}</b>,
            tries: trouble.tries + 1,
          })
        : t('Trying again now, attempt {tries}.', { tries: trouble.tries + 1 })}{' '}
      {view.step === 'parts' ? formatKept(view, instance) : t('Nothing is lost.')}
    </>
  );
}

function Verified({ sha256 }: { sha256: string }) {
  return (
    <span>
      {rich('SHA-256 {hash} verified', {
        hash: <span className={shared.mono}>{`${sha256.slice(0, 6)}…${sha256.slice(-4)}`}</span>,
      })}
    </span>
  );
}

/**
 * That it went on after a break: what is there, and what goes out a second time. Nothing while it did not go on, or once the line was
 * read and dismissed.
 */
function ResumeLine({ view, instance }: { view: TransferView; instance: string }) {
  const dismissed = useTransfers((state) => state.dismissed[view.id]);
  const resumed = view.status === 'running' && view.step === 'parts' ? view.resumed : undefined;
  if (resumed?.again === undefined || dismissed === resumed.at) return null;
  const { lead, text } = formatResumed(view, resumed, instance);
  return (
    <div className={classNames(styles.resumed, shared.tabular)} role="status">
      <Icon name="restart" size={14} />
      <p>
        <b>{lead}</b> <span>{text}</span>
      </p>
      <IconButton icon="x" size="tiny" label={t('Dismiss')} onClick={() => dismiss(view.id, resumed)} />
    </div>
  );
}

function dismiss(id: string, { at }: TransferResume): void {
  useTransfers.setState(({ dismissed }) => ({ dismissed: { ...dismissed, [id]: at } }));
}
