// German for namespaces.
import type { Catalogue } from '../catalogue.ts';

export const namespaces: Catalogue = {
  'Your earlier changes are still here. Cancel discards them.':
    'Deine früheren Änderungen sind noch da. Abbrechen verwirft sie.',
  'The protection was not changed': 'Der Schutz wurde nicht geändert',
  'Asks for its name before a switch or a change made by Slipway on this computer, where dropped builds are only uploaded. Other computers are not asked. Saved at once.':
    'Fragt vor einem Wechsel oder einer Änderung durch Slipway auf diesem Computer nach seinem Namen; abgelegte Builds werden hier nur hochgeladen. Andere Computer werden nicht gefragt. Sofort gespeichert.',
  'The settings could not be read': 'Die Einstellungen konnten nicht gelesen werden',
  Reload: 'Neu laden',
  'Type a whole number from 0 to {most}.': 'Gib eine ganze Zahl von 0 bis {most} ein.',
  'Type seconds, from 0 to {most}.': 'Gib Sekunden ein, von 0 bis {most}.',
  '{servers} servers at once is unusual for one machine.':
    '{servers} Server zugleich sind für einen Rechner ungewöhnlich.',
  'With 0 seconds, servers stop without waiting for matches.':
    'Bei 0 Sekunden stoppen Server, ohne auf Matches zu warten.',
  'With 0, no server may run here and nobody can play.':
    'Bei 0 darf hier kein Server laufen, und niemand kann spielen.',
  'It keeps {n} servers, and only {lobbies} may run.': 'Es hält {n} Server, und nur {lobbies} dürfen laufen.',
  '{lobbies} servers at once is unusual.': '{lobbies} Server zugleich sind ungewöhnlich.',
  'With 0, nobody can join a server.': 'Bei 0 kann niemand einem Server beitreten.',
  'One server has {n} players now. They stay; nobody joins until there are fewer.':
    'Ein Server hat jetzt {n} Spieler. Sie bleiben; niemand tritt bei, bis es weniger sind.',
  '{players} players on one server is unusual.': '{players} Spieler auf einem Server sind ungewöhnlich.',
  'No earlier version ran well here': 'Hier lief keine frühere Version gut',
  'If servers end 4 times within a minute, restarts stop. If they do in the first 2 minutes after a switch, Slipway rolls back.':
    'Enden Server 4-mal in einer Minute, startet keiner mehr neu. In den ersten 2 Minuten nach einem Wechsel rollt Slipway stattdessen zurück.',
  'If the servers of a new version end before anybody can join them, Slipway rolls back.':
    'Enden die Server einer neuen Version, bevor jemand beitreten kann, rollt Slipway zurück.',
  'It was not rolled back': 'Es wurde nicht zurückgerollt',
  'The names could not be checked: {message}': 'Die Namen konnten nicht geprüft werden: {message}',
  '{name_id} was created': '{name_id} wurde angelegt',
  'How many servers it keeps is in its settings.': 'Wie viele Server er hält, steht in seinen Einstellungen.',
  'Create a namespace of {game}': 'Namespace von {game} anlegen',
  'A place on {instance} where one version runs, with servers and limits of its own.':
    'Ein Ort auf {instance}, an dem eine Version läuft, mit eigenen Servern und Limits.',
  'This game has no version yet. Upload a build first':
    'Dieses Spiel hat noch keine Version. Lade zuerst einen Build hoch',
  'The namespace could not be created': 'Der Namespace konnte nicht angelegt werden',
  'Create namespace': 'Namespace anlegen',
  'The short name in commands and addresses. Up to {limit} letters, digits and hyphens.':
    'Der kurze Name in Befehlen und Adressen. Bis zu {limit} Buchstaben, Ziffern und Bindestriche.',
  'Version that it runs': 'Version, die er hat',
  'Use small letters, digits and single hyphens between them, such as play-test.':
    'Nimm Kleinbuchstaben, Ziffern und einzelne Bindestriche dazwischen, zum Beispiel play-test.',
  'Another namespace of this game has this name id. Choose a different one.':
    'Ein anderer Namespace dieses Spiels hat diese Namens-Id. Wähle eine andere.',
  'No namespace was created.': 'Es wurde kein Namespace angelegt.',
  'Settings of {name} saved': 'Einstellungen von {name} gespeichert',
  'Not everything was changed': 'Nicht alles wurde geändert',
  'Save settings': 'Einstellungen speichern',
  'Correct the marked values first': 'Korrigiere zuerst die markierten Werte',
  'Restart, with growing delays': 'Neu starten, mit wachsender Pause',
  "Don't restart": 'Nicht neu starten',
  'Matchmaker limits': 'Limits des Matchmakers',
  'Maximum lobbies': 'Lobbys höchstens',
  'Players per lobby': 'Spieler pro Lobby',
  'Leave empty for no limit.': 'Leer lassen für kein Limit.',
  'Servers to keep': 'Server, die laufen sollen',
  'So many servers may run at once.': 'So viele Server dürfen zugleich laufen.',
  'Always running.': 'Laufen immer.',
  'Wait for matches at most, seconds': 'Höchstens auf Matches warten, Sekunden',
  'After that, the server is stopped.': 'Danach wird der Server gestoppt.',
  'After a switch': 'Nach einem Wechsel',
  'When a server ends': 'Wenn ein Server endet',
  '{was} until now': 'bisher {was}',
};
