// German for clients.
import type { Catalogue } from '../catalogue.ts';

export const clients: Catalogue = {
  'Save a crash bundle': 'Absturzpaket speichern',
  'One zip with everything known about how this server ended. Secrets are masked.':
    'Ein Zip mit allem, was über das Ende dieses Servers bekannt ist. Geheimnisse sind unkenntlich.',
  'There is nothing to bundle': 'Es gibt nichts einzupacken',
  'The bundle was not saved': 'Das Paket wurde nicht gespeichert',
  'Its contents are not known yet': 'Sein Inhalt ist noch nicht bekannt',
  'Save bundle': 'Paket speichern',
  'Contents of the bundle': 'Inhalt des Pakets',
  Clients: 'Clients',
  'Clear ended': 'Beendete entfernen',
  'Client {label}': 'Client {label}',
  'End client {label}': 'Client {label} beenden',
  'Output of client {label}': 'Ausgabe von Client {label}',
  'No output yet.': 'Noch keine Ausgabe.',
  '{n} clients open': {
    one: '{n} Client offen',
    other: '{n} Clients offen',
  },
  '{n} clients open, {ended} ended': {
    one: '{n} Client offen, {ended} beendet',
    other: '{n} Clients offen, {ended} beendet',
  },
  'Client {label} did not start': 'Client {label} wurde nicht gestartet',
  'The client could not be opened': 'Der Client konnte nicht geöffnet werden',
  'The client could not be ended': 'Der Client konnte nicht beendet werden',
  'Crash bundle saved': 'Absturzpaket gespeichert',
  'Crash bundle downloaded': 'Absturzpaket heruntergeladen',
  '{name}, without {n} files': {
    one: '{name}, ohne {n} Datei',
    other: '{name}, ohne {n} Dateien',
  },
  'Set up the game client': 'Spiel-Client einrichten',
  'Set up client': 'Client einrichten',
  'A program on this machine with its arguments, or a web address. It is saved for this game and runs without a shell.':
    'Ein Programm auf diesem Rechner mit seinen Argumenten oder eine Webadresse. Es wird für dieses Spiel gespeichert und läuft ohne Shell.',
  'Command or address': 'Befehl oder Adresse',
  "{host}, {port} and {address} are replaced by the server's address. Put quotes around spaces.":
    '{host}, {port} und {address} werden durch die Adresse des Servers ersetzt. Setze Leerzeichen in Anführungszeichen.',
  'Runs {command}': 'Startet {command}',
  'Slipway runs as root, so this program does too.': 'Slipway läuft als root, also auch dieses Programm.',
  'Save and open a client': 'Speichern und einen Client öffnen',
  'It is not reachable yet': 'Er ist noch nicht erreichbar',
  'Open client': 'Client öffnen',
  'Opens {page} in the browser of this machine': 'Öffnet {page} im Browser dieses Rechners',
  'Opens the client on this machine, connected to {address}':
    'Öffnet den Client auf diesem Rechner, verbunden mit {address}',
  'Open clients': 'Clients öffnen',
  'More ways to open clients': 'Weitere Wege, Clients zu öffnen',
  'Open {count} clients': '{count} Clients öffnen',
  'Open its page in the browser': 'Seine Seite im Browser öffnen',
  'Set up the game client…': 'Spiel-Client einrichten …',
};
