// German for choose.
import type { Catalogue } from '../catalogue.ts';

export const choose: Catalogue = {
  'It is sent as it is.': 'Es wird gesendet, wie es ist.',
  'To change what is in it, unpack it and drop the folder.':
    'Um den Inhalt zu ändern, entpack es und leg den Ordner ab.',
  'A browser leaves out symbolic links. If the folder has some, drop a .tar of it instead.':
    'Ein Browser lässt symbolische Links weg. Hat der Ordner welche, leg stattdessen ein .tar davon ab.',
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
  'Use Linux line endings for scripts in the package. The files on disk do not change.':
    'Für Skripte im Paket Linux-Zeilenenden verwenden. Die Dateien auf der Platte ändern sich nicht.',
  Engine: 'Engine',
  'of {size}': 'von {size}',
  'of {files}': 'von {files}',
  '{size} unpacked': '{size} entpackt',
  'The upload could not start': 'Der Upload konnte nicht beginnen',
  'Choose another build': 'Anderen Build wählen',
  'Loading the game': 'Lädt das Spiel',
  'Decide about each secret first': 'Entscheide zuerst über jedes Geheimnis',
  'Program, arguments and ports are set as in {version}, the last version.':
    'Programm, Argumente und Ports sind wie in {version} gesetzt, der letzten Version.',
  'Use what was found': 'Gefundenes verwenden',
  '{version}, the last version, was started differently.': '{version}, die letzte Version, wurde anders gestartet.',
  'Choose the program to start': 'Wähle das zu startende Programm',
  'A server of {version}, the last version, listens on {ports}.':
    'Ein Server von {version}, der letzten Version, lauscht auf {ports}.',
  'Use this port': 'Diesen Port nehmen',
  'Use these ports': 'Diese Ports nehmen',
  'Choose a program': 'Wähle ein Programm',
  'Start it the same way': 'Ebenso starten',
  'Starts {program}{ports}': 'Startet {program}{ports}',
  'It is started as {command}{ports}.': 'Gestartet wird es als {command}{ports}.',
  ', port {name} ({protocol})': ', Port {name} ({protocol})',
  'One per line. {example} is replaced by the number of the port named game.':
    'Eines pro Zeile. {example} wird durch die Nummer des Ports namens game ersetzt.',
  'New game': 'Neues Spiel',
  '{name} of {instance}': '{name} von {instance}',
  'Upload and launch on {name_id}': 'Hochladen und auf {name_id} starten',
  'Upload to {game} and launch on {name_id}': 'Zu {game} hochladen und auf {name_id} starten',
  'Upload to {game}': 'Zu {game} hochladen',
  'Builds of {game} so far started {before}. This one starts {program}.':
    'Bisherige Builds von {game} starteten {before}. Dieser startet {program}.',
  'Upload to {instance}': 'Nach {instance} hochladen',
  'the instance': 'die Instanz',
  '{hint} This is about this machine; the remote may differ.':
    '{hint} Das gilt für diesen Rechner; beim Remote kann es anders sein.',
  'This is not valid.': 'Das ist nicht gültig.',
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
  'Another build is open here. Upload it or close it first.':
    'Hier ist ein anderer Build offen. Lade ihn hoch oder schließ ihn zuerst.',
  'One build at a time': 'Ein Build nach dem anderen',
  '{names} were dropped together. Drop only the folder or archive of the build.':
    '{names} wurden zusammen abgelegt. Leg nur den Ordner oder das Archiv des Builds ab.',
  'The folder': 'Der Ordner',
  'What you dropped is not a file on this machine.': 'Was du abgelegt hast, ist keine Datei auf diesem Rechner.',
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
  'Scanning {name}': 'Durchsucht {name}',
  'Scanning {name}: {n} files so far': {
    one: 'Durchsucht {name}: bisher {n} Datei',
    other: 'Durchsucht {name}: bisher {n} Dateien',
  },
  'Reading {name}: {n} files so far, {size}': {
    one: 'Liest {name}: bisher {n} Datei, {size}',
    other: 'Liest {name}: bisher {n} Dateien, {size}',
  },
  'Scanning {n} files, {size}': { one: 'Durchsucht {n} Datei, {size}', other: 'Durchsucht {n} Dateien, {size}' },
  'Copying {size} of {all}, {n} files': {
    one: 'Kopiert {size} von {all}, {n} Datei',
    other: 'Kopiert {size} von {all}, {n} Dateien',
  },
  'Any OS (on the Node.js of Slipway)': 'Jedes System (mit dem Node.js von Slipway)',
  'Any OS (needs {runBy})': 'Jedes System (braucht {runBy})',
  '{message} Nothing was sent.': '{message} Nichts wurde gesendet.',
  'The upload of {name} could not start': 'Der Upload von {name} konnte nicht beginnen',
  '{message} Look at Transfers before you upload it again.':
    '{message} Sieh unter Übertragungen nach, bevor du es noch einmal hochlädst.',
  'The game has no namespace yet. Create one on its page, then upload.':
    'Das Spiel hat noch keinen Namespace. Leg auf seiner Seite einen an und lade dann hoch.',
  'The game was created, but has no namespace yet. Create one on its page, then upload.':
    'Das Spiel wurde angelegt, hat aber noch keinen Namespace. Leg auf seiner Seite einen an und lade dann hoch.',
  'The game could not be created.': 'Das Spiel konnte nicht angelegt werden.',
  '{name_id} is switched to it once it is there.': '{name_id} wechselt darauf, sobald er da ist.',
  'Nothing is launched.': 'Nichts wird gestartet.',
  '{hint} Or clear the launch checkbox to only upload it.':
    '{hint} Oder nimm das Häkchen beim Starten weg, um ihn nur hochzuladen.',
};
