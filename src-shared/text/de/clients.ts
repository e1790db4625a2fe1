// German for clients.
import type { Catalogue } from '../catalogue.ts';

export const clients: Catalogue = {
  'Save a crash bundle': 'Absturzpaket speichern',
  "One zip with what is known of this server's end, to look into or to send along. Secrets are masked in all of it.":
    'Ein Zip mit allem, was über das Ende dieses Servers bekannt ist, zum Nachsehen oder Weitergeben. Geheimnisse sind überall unkenntlich.',
  'There is nothing to bundle': 'Es gibt nichts einzupacken',
  'The bundle was not saved': 'Das Paket wurde nicht gespeichert',
  'What it would hold is not known yet': 'Was es enthielte, ist noch nicht bekannt',
  'Save bundle': 'Paket speichern',
  'What the bundle would hold': 'Was das Paket enthielte',
  Clients: 'Clients',
  'Clear ended': 'Beendete entfernen',
  'Client {label}': 'Client {label}',
  'End client {label}': 'Client {label} beenden',
  'What client {label} writes': 'Was Client {label} schreibt',
  'It has written nothing so far.': 'Er hat noch nichts geschrieben.',
  '{n} clients open': {
    one: '{n} Client offen',
    other: '{n} Clients offen',
  },
  '{n} clients open, {ended} ended': {
    one: '{n} Client offen, {ended} beendet',
    other: '{n} Clients offen, {ended} beendet',
  },
  'No client was opened': 'Kein Client wurde geöffnet',
  'The client was not ended': 'Der Client wurde nicht beendet',
  'The crash bundle is saved': 'Das Absturzpaket ist gespeichert',
  'The crash bundle is downloaded': 'Das Absturzpaket ist heruntergeladen',
  '{name}, without {n} files': {
    one: '{name}, ohne {n} Datei',
    other: '{name}, ohne {n} Dateien',
  },
  'Set up the game client': 'Spiel-Client einrichten',
  'A program on this machine with its arguments, or a web address. It is kept for this game, and runs without a shell.':
    'Ein Programm auf diesem Rechner mit seinen Argumenten oder eine Webadresse. Es wird für dieses Spiel aufbewahrt und läuft ohne Shell.',
  'Command or address': 'Befehl oder Adresse',
  '{host}, {port} and {address} become where the server is reached. Quotes keep spaces together.':
    '{host}, {port} und {address} werden zu der Stelle, an der der Server zu erreichen ist. Anführungszeichen halten Leerzeichen zusammen.',
  'Comes to {command}': 'Ergibt {command}',
  'Keep it and open a client': 'Behalten und einen Client öffnen',
  'Nobody can reach it yet': 'Noch kann ihn niemand erreichen',
  'Open client': 'Client öffnen',
  'Open clients': 'Clients öffnen',
  'More ways to open clients': 'Weitere Wege, Clients zu öffnen',
  'Open {count} clients': '{count} Clients öffnen',
  'Open its page in the browser': 'Seine Seite im Browser öffnen',
  'Set up the game client…': 'Spiel-Client einrichten …',
};
