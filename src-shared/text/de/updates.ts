// German for newer versions of Slipway.
import type { Catalogue } from '../catalogue.ts';

export const updates: Catalogue = {
  Updates: 'Updates',
  'Check for updates automatically': 'Automatisch nach Updates suchen',
  'Once a day. When this is off, Slipway checks only when you ask.':
    'Einmal am Tag. Ist das aus, sucht Slipway nur, wenn du es willst.',
  'Newer versions': 'Neuere Versionen',
  "What's new": 'Was ist neu',
  "What's new in Slipway {version}": 'Was ist neu in Slipway {version}',
  Download: 'Herunterladen',
  'Download of the update': 'Herunterladen des Updates',
  'Restart and update': 'Neu starten und aktualisieren',
  'Check for updates': 'Nach Updates suchen',
  'The update failed': 'Das Update ist fehlgeschlagen',
  'What is new will be shown again': 'Was neu ist, wird noch einmal gezeigt',
};
