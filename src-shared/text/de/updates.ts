// German for newer versions of Slipway.
import type { Catalogue } from '../catalogue.ts';

export const updates: Catalogue = {
  Updates: 'Updates',
  'Look for newer versions': 'Nach neueren Versionen sehen',
  'Once a day. While this is off nobody is asked, unless you ask.':
    'Einmal am Tag. Solange das aus ist, wird niemand gefragt, außer du fragst selbst.',
  'Newer versions': 'Neuere Versionen',
  'What is new': 'Was ist neu',
  'What is new in Slipway {version}': 'Was ist neu in Slipway {version}',
  Download: 'Herunterladen',
  'Download of the newer version': 'Herunterladen der neueren Version',
  'Restart and update': 'Neu starten und aktualisieren',
  'Check for updates': 'Nach Updates suchen',
  'The update did not work': 'Das Update hat nicht geklappt',
  'What is new will be shown again': 'Was neu ist, wird noch einmal gezeigt',
};
