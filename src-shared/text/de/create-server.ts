// German for create-server.
import type { Catalogue } from '../catalogue.ts';

export const createServer: Catalogue = {
  'Start a server on {namespace}': 'Server auf {namespace} starten',
  'One server more, beside those that the namespace keeps. It is not started again when it ends.':
    'Ein Server mehr, neben denen, die der Namespace hält. Endet er, wird er nicht wieder gestartet.',
  'The builds could not be read': 'Die Builds konnten nicht gelesen werden',
  'The server was not started': 'Der Server wurde nicht gestartet',
  'Start server': 'Server starten',
  'One on each line. Empty: those of the version.': 'Eines pro Zeile. Leer: die der Version.',
  Environment: 'Umgebung',
  'NAME=value, one on each line.': 'NAME=Wert, je einer pro Zeile.',
  'name=value, one on each line, up to eight.': 'name=Wert, je einer pro Zeile, bis zu acht.',
  'CPU, millicores': 'CPU, Millicores',
  'Memory, MB': 'Speicher, MB',
  'Grace, seconds': 'Frist, Sekunden',
  'its own': 'seine eigene',
  'This namespace has no complete build yet. Upload one first.':
    'Dieser Namespace hat noch keinen vollständigen Build. Lade zuerst einen hoch.',
  'Choose the build that it runs.': 'Wähle den Build, mit dem er läuft.',
  '"{line}" has no name or no "=". Write NAME=value, one on each line.':
    '„{line}“ hat keinen Namen oder kein „=“. Schreib NAME=Wert, je einen pro Zeile.',
  'Each port needs a name, "game" for one.': 'Jeder Port braucht einen Namen, zum Beispiel „game“.',
  'Two ports are called "{key}". Give each a name of its own.':
    'Zwei Ports heißen „{key}“. Gib jedem einen eigenen Namen.',
  'Host routing takes TCP and UDP only. Choose Game guard for web ports.':
    'Host-Routing nimmt nur TCP und UDP. Wähle Game Guard für Web-Ports.',
  'Type seconds, less than two hours: up to 7199.': 'Gib Sekunden ein, weniger als zwei Stunden: bis 7199.',
  'It is too long.': 'Es ist zu lang.',
  'It is too short.': 'Es ist zu kurz.',
  'It has too many entries.': 'Es hat zu viele Einträge.',
  'None here: those of the version and of its slipway.json count.':
    'Hier keine: Es gelten die der Version und ihrer slipway.json.',
  'Add a port': 'Port hinzufügen',
  'Name of port {number}': 'Name von Port {number}',
  'Protocol of port {number}': 'Protokoll von Port {number}',
  'Internal number of port {number}': 'Interne Nummer von Port {number}',
  'Routing of port {number}': 'Routing von Port {number}',
  'Remove port {number}': 'Port {number} entfernen',
  '{namespace} is protected': '{namespace} ist geschützt',
  'People may play on {server}. Type the name of the namespace to go on.':
    'Auf {server} spielen vielleicht Leute. Gib den Namen des Namespace ein, um weiterzumachen.',
  'Stop {name}': '{name} stoppen',
  'Kill {name}': '{name} töten',
  'A character in this cannot be given to a program. Type the line by hand instead of pasting it.':
    'Ein Zeichen darin kann keinem Programm gegeben werden. Tippe die Zeile von Hand, statt sie einzufügen.',
  'Argument {n}': 'Argument {n}',
  'The internal number of port {name} is a whole number from 1 to 65535, or empty for any.':
    'Die interne Nummer von Port {name} ist eine ganze Zahl von 1 bis 65535, oder leer für eine beliebige.',
  'Type a whole number from 1 to {most}.': 'Gib eine ganze Zahl von 1 bis {most} ein.',
  '{name} has no value. Write name=value.': '{name} hat keinen Wert. Schreib name=Wert.',
  '{name} appears twice. Remove one of them.': '{name} steht zweimal da. Lass eines von beiden stehen.',
  '{name} is too long: up to {most} bytes fit. Make it shorter.':
    '{name} ist zu lang: Bis zu {most} Byte passen. Kürze es.',
};
