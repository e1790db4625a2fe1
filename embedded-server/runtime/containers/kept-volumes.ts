// Which folders that an image names as volumes (VOLUME) are kept from one server to the next. Pure.
import { isBelowRoot } from '../../../src-shared/service/build-paths.ts';
import { FOLDER_INSIDE } from './create-arguments.ts';

/** Not what the system has there, nor scratch folders, which many images name as volumes. */
const PASSING = ['dev', 'proc', 'run', 'sys', 'tmp', 'var/run', 'var/tmp', FOLDER_INSIDE.slice(1)];

/** Which volumes of an image are kept folders, by their paths below its root. One within another is kept with that. */
export function keptVolumes(named: readonly string[]): string[] {
  const places = named.map((name) => name.split('/').filter(Boolean).join('/')).filter(isBelowRoot);
  const kept = places.filter((place) => !PASSING.some((passing) => isWithin(place, passing)));
  const outermost = kept.filter((place) => !kept.some((other) => other !== place && isWithin(place, other)));
  return [...new Set(outermost)].toSorted();
}

function isWithin(place: string, folder: string): boolean {
  return `${place}/`.startsWith(`${folder}/`);
}
