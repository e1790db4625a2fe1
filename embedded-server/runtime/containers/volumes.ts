// Which volumes of an image are kept folders: what its VOLUME lines name, but for what only lasts as long as a server anyway. Pure.
import { isBelowRoot } from '../../../src-shared/service/keep-paths.ts';
import { FOLDER_INSIDE } from './create-arguments.ts';

/** Not what the system has there, nor scratch folders, which many images name as volumes. */
const PASSING = ['dev', 'proc', 'run', 'sys', 'tmp', 'var/run', 'var/tmp', FOLDER_INSIDE.slice(1)];

/** By their paths below its root. One within another is kept with that. */
export function volumesOf(named: readonly string[]): string[] {
  const places = named.map((name) => name.split('/').filter(Boolean).join('/')).filter(isBelowRoot);
  const kept = places.filter((place) => !PASSING.some((passing) => isWithin(place, passing)));
  const outermost = kept.filter((place) => !kept.some((other) => other !== place && isWithin(place, other)));
  return [...new Set(outermost)].toSorted();
}

function isWithin(place: string, folder: string): boolean {
  return `${place}/`.startsWith(`${folder}/`);
}
