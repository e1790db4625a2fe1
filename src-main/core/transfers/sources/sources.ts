// The folders and files that a person chose, by handle: a window names what it was given a handle for, and no path.
import { randomUUID } from 'node:crypto';
import path from 'node:path';
import { AppError } from '../../../../src-shared/errors/app-error.ts';
import type { TransferSource } from '../../../../src-shared/transfers/bridge.ts';

export type Sources = {
  offer(place: string): TransferSource;
  pathOf(id: string): string;
  /** What the doctor found to be the folder that counts as the build's root, with its slash, or empty. */
  setRoot(id: string, root: string): void;
  rootOf(id: string): string;
  forget(id: string): void;
};

export function createSources(): Sources {
  const places = new Map<string, { place: string; root: string }>();
  const find = (id: string) => {
    const found = places.get(id);
    if (found !== undefined) return found;
    throw new AppError('BRIDGE_BAD_INPUT', 'drop.choice-forgotten');
  };
  return {
    offer: (place) => {
      const id = randomUUID();
      places.set(id, { place: path.resolve(place), root: '' });
      return { source_id: id, name: path.basename(place) };
    },
    pathOf: (id) => find(id).place,
    setRoot: (id, root) => void places.set(id, { ...find(id), root }),
    rootOf: (id) => find(id).root,
    forget: (id) => void places.delete(id),
  };
}
