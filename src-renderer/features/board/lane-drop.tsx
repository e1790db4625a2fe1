// What is dropped on a lane: while it is held over the lane or brought there by keyboard, the lane says what would happen, or why it does
// not take it.
import { type RefObject, useEffect } from 'react';
import { Icon } from '../../design/icons.tsx';
import { rowTarget } from '../../ui/row-drag.ts';
import type { NamespacePlace } from '../namespaces/namespaces-store.ts';
import styles from './board.module.css';
import { holdOver, launch } from './board-actions.ts';
import { useBoard } from './board-store.ts';
import { type LaneOffer, laneOffer, type Offered } from './lane-drop-selectors.ts';

type LaneContext = Parameters<typeof laneOffer>[1];

/** How a lane looks now, what it says in the place of its timeline, and whether it takes the version that is dragged. */
export function useLaneOffer(context: LaneContext): {
  look: string | false | undefined;
  shown: LaneOffer | undefined;
  canTake: boolean;
} {
  const { namespace_id: id } = context.namespace;
  const dragged = useBoard((state) => state.dragged);
  const over = useBoard((state) => (state.over?.namespace_id === id ? state.over.what : undefined));
  const picking = useBoard((state) => state.picking);
  const isPicked = picking?.namespace_id === id;
  const offered = offeredTo(over, dragged ?? picking);
  if (offered === undefined) return { look: false, shown: undefined, canTake: false };
  const offer = laneOffer(offered, context, picking !== undefined);
  const isHere = over !== undefined || isPicked;
  if (isHere)
    return { look: offer.isTaken ? styles.isDropTarget : styles.isRefused, shown: offer, canTake: offer.isTaken };
  return { look: offer.isTaken && styles.isOpen, shown: undefined, canTake: offer.isTaken };
}

function offeredTo(
  over: 'version' | 'files' | 'upload' | undefined,
  version: { version_id: string; name: string } | undefined,
): Offered | undefined {
  return over === 'files' || over === 'upload' ? over : version;
}

/** A lane that cannot take what is dragged says why, and does nothing when it is dropped. */
export function useLaneTarget(element: RefObject<HTMLElement | null>, place: NamespacePlace, canTake: boolean): void {
  const { instance_id, game_id, namespace_id } = place;
  useEffect(() => {
    if (element.current === null) return undefined;
    return rowTarget(element.current, {
      canTake,
      onOver: (isOver) => holdOver(isOver ? { namespace_id, what: 'version' } : undefined),
      onDrop: () => {
        const { dragged } = useBoard.getState();
        if (dragged !== undefined) launch({ instance_id, game_id, namespace_id }, dragged.version_id);
      },
    });
  }, [element, instance_id, game_id, namespace_id, canTake]);
}

/** Stands in the place of the timeline. */
export function LaneOfferView({ offer: { isTaken, title, text } }: { offer: LaneOffer }) {
  return (
    <div className={styles.offer} role="status">
      <Icon name={isTaken ? 'upload' : 'lock'} />
      <div>
        <h3>{title}</h3>
        <p>{text}</p>
      </div>
    </div>
  );
}
