// Pins a namespace to the top of its board.
import { t } from '../../text/t.ts';
import { IconButton } from '../../ui/icon-button.tsx';
import type { NamespacePlace } from '../namespaces/namespaces-store.ts';
import { pinNamespace } from './board-actions.ts';

type Props = {
  place: NamespacePlace;
  name: string;
  isPinned: boolean;
  size?: 'tool' | 'tiny';
  className?: string | undefined;
};

/** The way back where it is pinned. */
export function PinButton({ place, name, isPinned, size = 'tiny', className }: Props) {
  return (
    <IconButton
      className={className}
      icon="pin"
      size={size}
      label={isPinned ? t('Unpin {name}', { name }) : t('Pin {name} to the top', { name })}
      onClick={() => void pinNamespace(place, !isPinned)}
    />
  );
}
