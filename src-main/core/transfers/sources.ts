// The folders and files that a person chose, by handle: a window names what it was given a handle for, and no path.
import { randomUUID } from 'node:crypto';
import path from 'node:path';
import { AppError } from '../../../src-shared/errors/app-error.ts';
import type { TransferSource } from '../../../src-shared/transfers/bridge.ts';

export type Sources = { offer(place: string): TransferSource; pathOf(id: string): string };

export function createSources(): Sources {
  const places = new Map<string, string>();
  return {
    offer: (place) => {
      const id = randomUUID();
      places.set(id, path.resolve(place));
      return { source_id: id, name: path.basename(place) };
    },
    pathOf: (id) => {
      const place = places.get(id);
      if (place !== undefined) return place;
      throw new AppError('BRIDGE_BAD_INPUT', 'What was chosen is no longer known. Choose the folder again.');
    },
  };
}
