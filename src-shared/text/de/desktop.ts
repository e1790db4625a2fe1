// German for desktop.
import type { Catalogue } from '../catalogue.ts';

export const desktop: Catalogue = {
  'Look at it': 'Ansehen',
  'The question could not be put away': 'Die Frage konnte nicht weggelegt werden',
  '{host} was added': '{host} wurde hinzugefügt',
  'Signing in did not work': 'Die Anmeldung hat nicht geklappt',
  'Nobody opened the device link in time': 'Niemand hat den Geräte-Link rechtzeitig geöffnet',
  'Begin again with a new one.': 'Beginne noch einmal mit einem neuen.',
  Address: 'Adresse',
  Name: 'Name',
  Certificate: 'Zertifikat',
  'Add remote': 'Remote hinzufügen',
  'Sign in': 'Anmelden',
  'Open game': 'Spiel öffnen',
  'This certificate is not known here': 'Dieses Zertifikat ist hier nicht bekannt',
  'Trust this certificate': 'Diesem Zertifikat vertrauen',
  'The line is not safe': 'Die Verbindung ist nicht sicher',
  'Continue without encryption': 'Unverschlüsselt fortfahren',
  Token: 'Token',
  'From the people who run it. It is kept as safely as this system allows.':
    'Von den Leuten, die das Remote betreiben. Er wird so sicher aufbewahrt, wie dieses System es erlaubt.',
  'That did not work': 'Das hat nicht geklappt',
  Cancel: 'Abbrechen',
  'The remote was added': 'Das Remote wurde hinzugefügt',
  'Approve this device to sign in': 'Bestätige dieses Gerät, um dich anzumelden',
  'Open the page again': 'Seite noch einmal öffnen',
  'Slipway is still starting': 'Slipway startet noch',
  'A browser window has no folder picker. Start Slipway with another data folder instead':
    'Ein Browserfenster hat keine Ordnerauswahl. Starte Slipway stattdessen mit einem anderen Datenordner',
  'A browser window cannot open the file manager. Copy the path instead':
    'Ein Browserfenster kann den Dateimanager nicht öffnen. Kopiere stattdessen den Pfad',
};
