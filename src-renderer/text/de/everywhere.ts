// German for what many features say, and for the parts that they share.
import type { Catalogue } from '../catalogue.ts';

export const everywhere: Catalogue = {
  '{day} {month}': '{day}. {month}',
  Transfers: 'Übertragungen',
  Settings: 'Einstellungen',
  Copied: 'Kopiert',
  'The system did not let the window copy': 'Das System ließ das Fenster nicht kopieren',
  Shortcuts: 'Tastenkürzel',
  Notifications: 'Benachrichtigungen',
  Close: 'Schließen',
  Command: 'Befehlstaste',
  'Up and down': 'Hoch und runter',
  Messages: 'Meldungen',
  Dismiss: 'Ausblenden',
};
