// German for sentences that stand in tables of src-shared.
import type { Catalogue } from '../catalogue.ts';

export const elsewhere: Catalogue = {
  'Go to a game or run a command': 'Zu einem Spiel gehen oder einen Befehl ausführen',
  'Open an instance': 'Eine Instanz öffnen',
  'Open the transfers': 'Die Übertragungen öffnen',
  'Open the settings': 'Die Einstellungen öffnen',
  'Open what the game deploys': 'Öffnen, was das Spiel deployt',
  'Open the builds of the game': 'Die Builds des Spiels öffnen',
  'Open the servers of the game': 'Die Server des Spiels öffnen',
  'Open the calls about the game': 'Die Aufrufe zum Spiel öffnen',
  'Go back': 'Zurückgehen',
  'Go forward': 'Vorwärtsgehen',
  'Move in a list, as the arrows do': 'In einer Liste wandern, wie mit den Pfeilen',
  Open: 'Öffnen',
  'Peek at a server, and close it again': 'Einen Server kurz ansehen und wieder schließen',
  'Search here, or the log of the open server': 'Hier suchen, oder im Log des offenen Servers',
  'Follow that log': 'Diesem Log folgen',
  'Bring the selected version to a namespace': 'Die gewählte Version in einen Namespace bringen',
  'Promote the selected version': 'Die gewählte Version befördern',
  'Roll back the namespace that has the focus': 'Den Namespace mit dem Fokus zurückrollen',
  'Close the top layer': 'Die oberste Ebene schließen',
};
