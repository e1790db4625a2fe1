// German for namespaces.
import type { Catalogue } from '../catalogue.ts';

export const namespaces: Catalogue = {
  'What you changed here before is kept. Cancel takes it back.':
    'Was du hier zuvor geändert hast, ist noch da. Abbrechen nimmt es zurück.',
  'The protection stays as it was': 'Der Schutz bleibt, wie er war',
  'Asks for its name before a switch or a change from here, and takes no dropped build to launch.':
    'Fragt vor einem Wechsel oder einer Änderung von hier nach seinem Namen und startet keinen abgelegten Build.',
  'The settings could not be read': 'Die Einstellungen konnten nicht gelesen werden',
  'Read again': 'Noch einmal lesen',
  'Type a whole number from 0 to {most}.': 'Gib eine ganze Zahl von 0 bis {most} ein.',
  'Type seconds, from 0 to {most}.': 'Gib Sekunden ein, von 0 bis {most}.',
  '{servers} servers at once is unusual for one machine.':
    '{servers} Server zugleich sind für einen Rechner ungewöhnlich.',
  'With 0 seconds no match is waited for.': 'Bei 0 Sekunden wird auf kein Match gewartet.',
  'With 0, no server may run here and nobody can play.':
    'Bei 0 darf hier kein Server laufen, und niemand kann spielen.',
  'It keeps {n} servers, and only {lobbies} may run.': 'Es hält {n} Server, und nur {lobbies} dürfen laufen.',
  '{lobbies} servers at once is unusual.': '{lobbies} Server zugleich sind ungewöhnlich.',
  'With 0, nobody can join a server.': 'Bei 0 kann niemand einem Server beitreten.',
  'One server has {n} players now. They stay; nobody joins until there are fewer.':
    'Ein Server hat jetzt {n} Spieler. Sie bleiben; niemand tritt bei, bis es weniger sind.',
  '{players} players on one server is unusual.': '{players} Spieler auf einem Server sind ungewöhnlich.',
  'There is no earlier version to roll back to': 'Es gibt keine frühere Version zum Zurückrollen',
  'It was not rolled back': 'Es wurde nicht zurückgerollt',
  'The names could not be checked: {message}': 'Die Namen konnten nicht geprüft werden: {message}',
  '{name_id} is there': '{name_id} ist da',
  'How many servers it keeps is in its settings.': 'Wie viele Server er hält, steht in seinen Einstellungen.',
  'Create a namespace of {game}': 'Namespace von {game} anlegen',
  'A place on {instance} where one version runs, with servers and limits of its own.':
    'Ein Ort auf {instance}, an dem eine Version läuft, mit eigenen Servern und Limits.',
  'This game has no version yet. Upload a build first':
    'Dieses Spiel hat noch keine Version. Lade zuerst einen Build hoch',
  'The namespace was not made': 'Der Namespace wurde nicht angelegt',
  'Create namespace': 'Namespace anlegen',
  'The short name in commands and addresses. Up to 16 letters, digits and hyphens.':
    'Der kurze Name in Befehlen und Adressen. Bis zu 16 Buchstaben, Ziffern und Bindestriche.',
  'Version that it runs': 'Version, die er hat',
  'Use small letters, digits and single hyphens between them, such as play-test.':
    'Nimm Kleinbuchstaben, Ziffern und einzelne Bindestriche dazwischen, zum Beispiel play-test.',
  'Another namespace of this game has this name id. Choose a different one.':
    'Ein anderer Namespace dieses Spiels hat diese Namens-Id. Wähle eine andere.',
  'No namespace was made.': 'Es wurde kein Namespace angelegt.',
  'Settings of {name} saved': '{name} ist neu eingestellt',
  'Not everything was changed': 'Nicht alles wurde geändert',
  'Save settings': 'Einstellungen speichern',
  'Correct the marked values first': 'Einige Zahlen passen nicht; was falsch ist, steht bei ihnen',
  'Nothing is changed yet': 'Noch ist nichts geändert',
  'Start again, slower each time': 'Wieder starten, jedes Mal langsamer',
  'Leave it ended': 'Beendet lassen',
  'Matchmaker limits': 'Limits des Matchmakers',
  'Lobbies at most': 'Lobbys höchstens',
  'Players per lobby': 'Spieler pro Lobby',
  'Empty: no limit.': 'Leer: keine Grenze.',
  'Servers to keep': 'Server, die laufen sollen',
  'As many are always running.': 'So viele laufen immer.',
  'Longest wait for a match, seconds': 'Längstes Warten auf ein Match, Sekunden',
  'Then a server is stopped all the same.': 'Danach wird ein Server trotzdem gestoppt.',
  'After a switch': 'Nach einem Wechsel',
  'When a server ends': 'Wenn ein Server endet',
  '{was} until now': 'bisher {was}',
};
