// German for choose.
import type { Catalogue } from '../catalogue.ts';

export const choose: Catalogue = {
  'It is sent as it is. To change what is in it, unpack it and drop the folder.':
    'Es wird gesendet, wie es ist. Um den Inhalt zu ändern, entpack es und leg den Ordner ab.',
  'Secrets stop the upload': 'Geheimnisse halten den Upload an',
  'Secrets are sent, as you decided': 'Geheimnisse werden gesendet, wie du entschieden hast',
  'Everybody who gets the build can read them. List them in {file} to leave them out, or decide to send them.':
    'Alle, die den Build bekommen, können sie lesen. Trag sie in {file} ein, um sie wegzulassen, oder entscheide, sie zu senden.',
  'Send {path} anyway': '{path} trotzdem senden',
  'Left out: {n} kinds of files, {size}': {
    one: 'Weggelassen: {n} Art von Dateien, {size}',
    other: 'Weggelassen: {n} Arten von Dateien, {size}',
  },
  'Leave out {rule}': '{rule} weglassen',
  '{n} places': {
    one: '{n} Ort',
    other: '{n} Orte',
  },
  '{reason}; change it there': '{reason}; ändere es dort',
  'Give scripts the line ends of Linux in the package. On disk they stay as they are.':
    'Skripten im Paket die Zeilenenden von Linux geben. Auf der Platte bleiben sie, wie sie sind.',
  Engine: 'Engine',
  'of {size}': 'von {size}',
  'of {files}': 'von {files}',
  '{size} unpacked': '{size} entpackt',
  'The upload did not begin': 'Der Upload hat nicht begonnen',
  'Choose another build': 'Anderen Build wählen',
  'The game is still being read': 'Das Spiel wird noch gelesen',
  'Decide about each secret first': 'Entscheide zuerst über jedes Geheimnis',
  'Starts {program}{ports}': 'Startet {program}{ports}',
  'It is started as {command}{ports}.': 'Gestartet wird es als {command}{ports}.',
  ', port {name} ({protocol})': ', Port {name} ({protocol})',
  'One on each line. {example} becomes the number of the port called game.':
    'Eines pro Zeile. {example} wird zur Nummer des Ports namens game.',
  'New game': 'Neues Spiel',
  'Upload and launch on {name_id}': 'Hochladen und auf {name_id} starten',
  'Upload to {instance}': 'Nach {instance} hochladen',
  'the instance': 'die Instanz',
  '{hint} That is said of this machine; the remote may be another.':
    '{hint} Das gilt für diesen Rechner; das Remote kann ein anderer sein.',
  'It does not fit.': 'Es passt nicht.',
  'Choose the program to start.': 'Wähle das Programm, das startet.',
  'Type {name} to launch on it: it is protected.': 'Gib {name} ein, um darauf zu starten: Er ist geschützt.',
  'Type a name for the version.': 'Gib einen Namen für die Version ein.',
  'There is already a version {name}. Choose another name.':
    'Eine Version {name} gibt es schon. Wähle einen anderen Namen, damit man sie unterscheiden kann.',
  'Where it goes': 'Wohin er geht',
  'Name of the new game': 'Name des neuen Spiels',
  'Launch on {name_id} once it is there': 'Auf {name_id} starten, sobald er da ist',
  'which is protected: it is only uploaded': 'er ist geschützt: Es wird nur hochgeladen',
  'A new game': 'Ein neues Spiel',
  'Another build is open here. Upload it or close the card first; what came after it was not read.':
    'Hier ist ein anderer Build offen. Lade ihn hoch oder schließ zuerst die Karte; was danach kam, wurde nicht gelesen.',
  'One build at a time': 'Ein Build nach dem anderen',
  '{names} came together, and were not read. Drop the one folder or archive that is the build.':
    '{names} kamen zusammen und wurden nicht gelesen. Leg den einen Ordner oder das eine Archiv ab, das der Build ist.',
  'The folder': 'Der Ordner',
  'What was dropped is no file of this machine.': 'Was abgelegt wurde, ist keine Datei dieses Rechners.',
  'There is nothing to upload': 'Es gibt nichts hochzuladen',
  '{name} could not be read': '{name} konnte nicht gelesen werden',
  'Drop the folder or archive of a server anywhere in this window':
    'Leg den Ordner oder das Archiv eines Servers irgendwo in diesem Fenster ab',
  'Choose a folder': 'Ordner wählen',
  'Choose an archive': 'Archiv wählen',
  'Archive of a build': 'Archiv eines Builds',
  'Folder of a build': 'Ordner eines Builds',
  'Slipway does not answer. Nothing was kept; drop it again when it runs.':
    'Slipway antwortet nicht. Nichts wurde behalten; leg es noch einmal ab, wenn es läuft.',
  '{name} is not there any more. Nothing was kept. Put it back, or drop the folder again without it.':
    '{name} ist nicht mehr da. Nichts wurde behalten. Leg es zurück, oder leg den Ordner ohne es noch einmal ab.',
  '{name} cannot be read: the system does not let this window. Nothing was kept. Give yourself the right to read it, or take it out of the folder, and drop it again.':
    '{name} kann nicht gelesen werden: Das System lässt dieses Fenster nicht. Nichts wurde behalten. Gib dir das Recht, es zu lesen, oder nimm es aus dem Ordner und leg ihn noch einmal ab.',
  '{name} holds more than {most} files, which no server build does. Nothing was copied. Choose the folder that the server was exported into, not the project around it.':
    '{name} enthält mehr als {most} Dateien, was kein Server-Build tut. Nichts wurde kopiert. Wähle den Ordner, in den der Server exportiert wurde, nicht das Projekt darum.',
  '{name} holds no files. Choose the folder that the server was exported into.':
    '{name} enthält keine Dateien. Wähle den Ordner, in den der Server exportiert wurde.',
  'The instance did not report the game in time.': 'Die Instanz hat das Spiel nicht rechtzeitig genannt.',
  'How much of {name} is copied': 'Wie viel von {name} kopiert ist',
  'Give up': 'Aufgeben',
  'Looking {name} over': 'Sieht {name} durch',
  'Counting what is in {name}: {n} files so far': {
    one: '{name} wird gezählt: bisher {n} Datei',
    other: '{name} wird gezählt: bisher {n} Dateien',
  },
  'Reading {name}: {n} files so far, {size}': {
    one: 'Liest {name}: bisher {n} Datei, {size}',
    other: 'Liest {name}: bisher {n} Dateien, {size}',
  },
  'Looking over {n} files, {size}': {
    one: 'Sieht {n} Datei durch, {size}',
    other: 'Sieht {n} Dateien durch, {size}',
  },
  'Copying {size} of {all}, {n} files': {
    one: 'Kopiert {size} von {all}, {n} Datei',
    other: 'Kopiert {size} von {all}, {n} Dateien',
  },
  'Any, by {runBy}': 'Jedes, mit {runBy}',
  '{message} Nothing was sent.': '{message} Nichts wurde gesendet.',
  'The game has no namespace yet. Make one on its page, then upload.':
    'Das Spiel hat noch keinen Namespace. Leg auf seiner Seite einen an und lade dann hoch.',
  'The game was made, and has no namespace yet. Make one on its page, then upload.':
    'Das Spiel wurde angelegt und hat noch keinen Namespace. Leg auf seiner Seite einen an und lade dann hoch.',
  'The game could not be made.': 'Das Spiel konnte nicht angelegt werden.',
  '{name_id} is switched to it once it is there.': '{name_id} wechselt darauf, sobald er da ist.',
  'Nothing is launched.': 'Nichts wird gestartet.',
  '{hint} Or take the tick off its launch: then it is only uploaded.':
    '{hint} Oder nimm das Häkchen am Starten weg: Dann wird er nur hochgeladen.',
};
