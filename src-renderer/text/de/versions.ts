// German for versions.
import type { Catalogue } from '../catalogue.ts';

export const versions: Catalogue = {
  'waits for its turn': 'wartet, bis er dran ist',
  uploading: 'lädt hoch',
  'waits for the network': 'wartet auf das Netz',
  paused: 'pausiert',
  'stopped, look at Transfers': 'gestoppt, sieh unter Übertragungen nach',
  'sent, not confirmed yet': 'gesendet, noch nicht bestätigt',
  cancelled: 'abgebrochen',
  done: 'fertig',
  packing: 'packt',
  '{size}, {time} left': '{size}, noch {time}',
  'On the way': 'Unterwegs hierher',
  'No version fits.': 'Keine Version passt.',
  'Drop a build here': 'Leg hier einen Build ab',
  'Look for a version': 'Version suchen',
  'Name or namespace': 'Name oder Namespace',
  'Show all versions': 'Alle Versionen zeigen',
  'Put the versions back': 'Versionen wieder wegräumen',
  'Drag a version on a lane to run it there, or press {l} with a version selected.':
    'Zieh eine Version auf eine Spur, um sie dort laufen zu lassen, oder drück {l}, wenn eine Version gewählt ist.',
  'rolled back': 'zurückgerollt',
};
