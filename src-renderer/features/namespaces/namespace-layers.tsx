// Draws whichever layer about namespaces is open, over any page.
import { useEffect, useState } from 'react';
import { followGame } from '../games/games-actions.ts';
import { useGames } from '../games/games-store.ts';
import { gameKey } from '../games/place-keys.ts';
import { inNamespace } from '../instances/in-namespace.ts';
import { useInstances } from '../instances/instances-store.ts';
import { NamespaceSettingsDialog } from './namespace-settings-dialog.tsx';
import { closeNamespaceLayer } from './namespaces-actions.ts';
import { type NamespaceLayer, useNamespaces } from './namespaces-store.ts';
import { NewNamespaceDialog } from './new-namespace-dialog.tsx';
import { SwitchSheet } from './switch-sheet.tsx';

/** One at a time. It follows its game by itself, so that it can be opened from anywhere. */
export function NamespaceLayers() {
  const layer = useNamespaces((state) => state.layer);
  const opened = useNamespaces((state) => state.opened);
  return layer === undefined ? null : <Layer key={opened} layer={layer} />;
}

function Layer({ layer }: { layer: NamespaceLayer }) {
  const isOpen = useNamespaces((state) => state.isOpen);
  const { instance_id, game_id } = layer.place;
  useEffect(() => (isOpen ? followGame(instance_id, game_id) : undefined), [isOpen, instance_id, game_id]);
  const instance = useInstances((state) => state.instances?.find(({ id }) => id === instance_id));
  const view = useGames((state) => state.open[gameKey(layer.place)]?.view);
  const game = useLastKnown(view?.game ?? undefined);
  if (instance === undefined || game === undefined) return null;
  const { namespace_id } = { namespace_id: undefined, ...layer.place };
  const props = { open: isOpen, onClose: closeNamespaceLayer, instance: inNamespace(instance, namespace_id), game };
  switch (layer.kind) {
    case 'switch':
      return <SwitchSheet {...props} {...layer} changes={view?.changed_elsewhere ?? []} />;
    case 'settings':
      return <NamespaceSettingsDialog {...props} place={layer.place} />;
    default:
      return <NewNamespaceDialog {...props} />;
  }
}

/** While a page and a layer take turns in following a game, it is unknown for a moment. A layer that is being typed into stays. */
function useLastKnown<T>(value: T | undefined): T | undefined {
  const [last, setLast] = useState(value);
  if (value !== undefined && value !== last) setLast(value);
  return value ?? last;
}
