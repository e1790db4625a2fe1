// German for create-server.
import type { Catalogue } from '../catalogue.ts';

export const createServer: Catalogue = {
  'Start a server on {namespace}': 'Server auf {namespace} starten',
  'An extra server, on top of those that the namespace keeps running. It is not restarted when it ends.':
    'Ein zusätzlicher Server neben denen, die der Namespace laufen lässt. Endet er, wird er nicht neu gestartet.',
  'The builds could not be read': 'Die Builds konnten nicht gelesen werden',
  'The server could not be started': 'Der Server konnte nicht gestartet werden',
  'Start server': 'Server starten',
  'One per line. Leave empty to use those of the version.':
    'Eines pro Zeile. Leer lassen, um die der Version zu nehmen.',
  Environment: 'Umgebung',
  'Each line is one argument, with its spaces. Put {option} and {value} on two lines.':
    'Jede Zeile ist ein Argument, samt Leerzeichen. Schreib {option} und {value} in zwei Zeilen.',
  'NAME=value, one per line.': 'NAME=Wert, je einer pro Zeile.',
  'name=value, one per line, up to eight.': 'name=Wert, je einer pro Zeile, bis zu acht.',
  'CPU, millicores': 'CPU, Millicores',
  'Memory, MB': 'Speicher, MB',
  'Shutdown timeout, seconds': 'Frist zum Beenden, Sekunden',
  'its own': 'seine eigene',
  'This game has no complete build yet. Upload one first.':
    'Dieses Spiel hat noch keinen vollständigen Build. Lade zuerst einen hoch.',
  'Choose the build that it runs.': 'Wähle den Build, mit dem er läuft.',
  '"{line}" has no name or no "=". Write NAME=value, one per line.':
    '„{line}“ hat keinen Namen oder kein „=“. Schreib NAME=Wert, je einen pro Zeile.',
  'Each port needs a name, such as "game".': 'Jeder Port braucht einen Namen, zum Beispiel „game“.',
  'Two ports are called "{key}". Give each a name of its own.':
    'Zwei Ports heißen „{key}“. Gib jedem einen eigenen Namen.',
  'Host routing supports TCP and UDP only. Choose Game guard for web ports.':
    'Host-Routing kann nur TCP und UDP. Wähle Game Guard für Web-Ports.',
  'Type seconds, less than two hours: up to 7199.': 'Gib Sekunden ein, weniger als zwei Stunden: bis 7199.',
  'It is too long.': 'Es ist zu lang.',
  'It is too short.': 'Es ist zu kurz.',
  'It has too many entries.': 'Es hat zu viele Einträge.',
  'None set here: the ports of the version and its slipway.json are used.':
    'Hier keine: Die Ports der Version und ihrer slipway.json werden verwendet.',
  'Add a port': 'Port hinzufügen',
  'Name of port {number}': 'Name von Port {number}',
  'Protocol of port {number}': 'Protokoll von Port {number}',
  'Internal number': 'Interne Nummer',
  'Internal number of port {number}': 'Interne Nummer von Port {number}',
  'Routing of port {number}': 'Routing von Port {number}',
  'Remove port {number}': 'Port {number} entfernen',
  '{namespace} is protected': '{namespace} ist geschützt',
  'People may be playing on {server}. Type the name of the namespace to continue.':
    'Auf {server} spielen vielleicht Leute. Gib den Namen des Namespace ein, um weiterzumachen.',
  'Stop {name}': '{name} stoppen',
  'Kill {name}': '{name} sofort beenden',
  'This contains a character that cannot be passed to a program. Type the line instead of pasting it.':
    'Darin ist ein Zeichen, das keinem Programm übergeben werden kann. Tippe die Zeile, statt sie einzufügen.',
  'Argument {n}': 'Argument {n}',
  'The internal number of port {name} is a whole number from 1 to 65535, or empty for any.':
    'Die interne Nummer von Port {name} ist eine ganze Zahl von 1 bis 65535, oder leer für eine beliebige.',
  'Type a whole number from 1 to {most}.': 'Gib eine ganze Zahl von 1 bis {most} ein.',
  '{name} has no value. Write name=value.': '{name} hat keinen Wert. Schreib name=Wert.',
  '{name} appears twice. Remove one of them.': '{name} steht zweimal da. Lass eines von beiden stehen.',
  '{name} is too long: up to {most} bytes fit. Make it shorter.':
    '{name} ist zu lang: Bis zu {most} Byte passen. Kürze es.',
};
