// What a lane shows while something is held over it or brought to it: what would happen, or why it does not take it.
import { Icon } from '../../design/icons.tsx';
import styles from './board.module.css';
import { useBoard } from './board-store.ts';
import { type LaneOffer, laneOffer, type Offered } from './offer-selectors.ts';

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
