// German for games.
import type { Catalogue } from '../catalogue.ts';

export const games: Catalogue = {
  '{names} are down': { one: '{names} läuft nicht', other: '{names} laufen nicht' },
  'Create a game on {instance}': 'Spiel auf {instance} anlegen',
  'It starts with the namespaces Production and Staging, and no build yet.':
    'Es beginnt mit den Namespaces Production und Staging und noch ohne Build.',
  'The game could not be created': 'Das Spiel konnte nicht angelegt werden',
  'Create game': 'Spiel anlegen',
  'Copy name id': 'Namens-Id kopieren',
  'Upload build': 'Build hochladen',
  Activity: 'Aktivität',
  'player now': 'Spieler jetzt',
  'players now': 'Spieler jetzt',
  'Add a game by its id': 'Spiel über seine Id hinzufügen',
  'Games appear here once they can be read.': 'Hier erscheinen Spiele, sobald sie gelesen werden können.',
  'No games yet. A game appears here with its first build.':
    'Noch keine Spiele. Mit seinem ersten Build erscheint hier ein Spiel.',
  'Remove {game} from this list': '{game} aus dieser Liste entfernen',
  'As of {clock}. {instance} does not answer; this updates when it does.':
    'Stand {clock}. {instance} antwortet nicht; sobald es wieder geht, wird dies aktualisiert.',
  'This game cannot be shown': 'Dieses Spiel kann nicht gezeigt werden',
  'Go to the welcome page': 'Zur Willkommensseite',
  '{message} It may have been removed, or the link is from another instance.':
    '{message} Vielleicht wurde es entfernt, oder der Link stammt von einer anderen Instanz.',
  'Paste the id of the game.': 'Füge die Id des Spiels ein.',
  'The game could not be removed from the list': 'Das Spiel konnte nicht aus der Liste entfernt werden',
  'This name is too long: it may have up to {limit} bytes, which is {limit} plain letters.':
    'Dieser Name ist zu lang: Er darf bis zu {limit} Bytes haben, das sind {limit} einfache Buchstaben.',
  'Use single spaces between words, none at the start or end, and no invisible characters.':
    'Setze einzelne Leerzeichen zwischen Wörter, keine an Anfang oder Ende, und keine unsichtbaren Zeichen.',
  'Another game here has this name. Choose a different one.':
    'Ein anderes Spiel hier hat diesen Namen. Wähle einen anderen.',
  'Another one here has this name. Choose a different one.': 'Hier gibt es diesen Namen schon. Wähle einen anderen.',
  'Type a name id.': 'Gib eine Namens-Id ein.',
  'This name id is too long: it may have up to {limit} letters.':
    'Diese Namens-Id ist zu lang: Sie darf bis zu {limit} Buchstaben haben.',
  'Use small letters, digits and single hyphens between them, such as tide-break.':
    'Nimm Kleinbuchstaben, Ziffern und einzelne Bindestriche dazwischen, zum Beispiel tide-break.',
  'Another one here has this name id. Choose a different one.':
    'Hier gibt es diese Namens-Id schon. Wähle eine andere.',
  'The instance refused this: {reason}.': 'Die Instanz hat das abgelehnt: {reason}.',
  'Add a game of {instance}': 'Spiel von {instance} hinzufügen',
  'Add a game that is not in the list by its id.': 'Füge ein Spiel, das nicht in der Liste steht, über seine Id hinzu.',
  'Game id': 'Spiel-Id',
  'It is stored only in this app. Nothing changes on the instance.':
    'Sie wird nur in dieser App gespeichert. Auf der Instanz ändert sich nichts.',
  'Add game': 'Spiel hinzufügen',
  'No game was created.': 'Es wurde kein Spiel angelegt.',
};
