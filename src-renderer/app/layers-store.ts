// Which layers are open over the page: the palette and the list of shortcuts.
import { create } from 'zustand';

type Layers = {
  layer: 'palette' | 'shortcuts' | undefined;
  /** How many were opened, so that one that is opened again while it still fades away starts from scratch. */
  opened: number;
  /** What had the focus before: a lane, say, which is what a person looks at. */
  from: Element | null;
};

/** One layer at a time. */
export const useLayers = create<Layers>(() => ({ layer: undefined, opened: 0, from: null }));

/** Opens a layer in place of what was open. */
export function openLayer(layer: 'palette' | 'shortcuts'): void {
  useLayers.setState(({ opened }) => ({ layer, opened: opened + 1, from: document.activeElement }));
}

/** Closes the open layer. */
export function closeLayer(): void {
  useLayers.setState({ layer: undefined });
}
