// Which layers are open over the page: the palette and the list of shortcuts.
import { create } from 'zustand';

/** One layer at a time. */
export const useLayers = create<{ layer: 'palette' | 'shortcuts' | undefined }>(() => ({ layer: undefined }));

/** Opens a layer in place of what was open. */
export function openLayer(layer: 'palette' | 'shortcuts'): void {
  useLayers.setState({ layer });
}

/** Closes the open layer. */
export function closeLayer(): void {
  useLayers.setState({ layer: undefined });
}
