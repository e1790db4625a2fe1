// German for why a server did not start, cannot be reached or ended, and what to do about it.
import type { Catalogue } from '../catalogue.ts';

export const endings: Catalogue = {
  // how it ended
  'Exited with code {1} after {2}.': 'Mit Code {1} beendet, nach {2}.',
  'Exited with code {1} (signal {2} of a program it started) after {3}.':
    'Mit Code {1} beendet (Signal {2} eines Programms, das er startete), nach {3}.',
  'Ended without saying how after {1}.': 'Nach {1} zu Ende gegangen, ohne zu sagen wie.',
  'Ended by {1}: {2}, after {3}.': 'Durch {1} beendet: {2}, nach {3}.',
  'it gave up by itself (abort), often after a failed check':
    'er gab selbst auf (abort), oft nach einer gescheiterten Prüfung',
  'it read memory that is not there, or its disk went away':
    'er las Speicher, den es nicht gibt, oder seine Platte verschwand',
  'it divided by zero or worse': 'er teilte durch null oder Schlimmeres',
  'it ran an instruction that this CPU does not have': 'er führte einen Befehl aus, den diese CPU nicht hat',
  'something outside Slipway killed it': 'etwas außerhalb von Slipway hat ihn abgeschossen',
  'it touched memory that is not its own (segmentation fault)':
    'er griff auf fremden Speicher zu (Speicherzugriffsfehler)',
  'something outside Slipway asked it to end': 'etwas außerhalb von Slipway bat ihn zu enden',
  'something outside Slipway interrupted it': 'etwas außerhalb von Slipway hat ihn unterbrochen',
  'it wrote to something that was closed': 'er schrieb in etwas, das geschlossen war',
  'it wrote a file larger than it may': 'er schrieb eine größere Datei, als er darf',
  'a signal that came from outside': 'ein Signal, das von außen kam',
  'The service ended unexpectedly while it ran, so it was ended as well.':
    'Der Dienst endete unerwartet, während er lief, also wurde er auch beendet.',
  'The service ended unexpectedly while it was ending. Ended: stopped.':
    'Der Dienst endete unerwartet, während er beendet wurde. Zu Ende: gestoppt.',
  '{1} What it wrote after the service had ended is not here.':
    '{1} Was er schrieb, nachdem der Dienst endete, steht hier nicht.',
  'Ended by {1}.': 'Durch {1} beendet.',
  'Ended by itself.': 'Von selbst beendet.',
  'Ended with code {1}.': 'Mit Code {1} beendet.',
  'There is no such program': 'Dieses Programm gibt es nicht',
  'The system does not run it': 'Das System führt es nicht aus',
  // what to do
  'The port was taken. Use {port} in its arguments, or read PORT, so that Slipway can choose a free one.':
    'Der Port war belegt. Nimm {port} in seinen Argumenten, oder lies PORT, damit Slipway einen freien wählen kann.',
  'A library it needs is not on this machine. Install it, or put it into the build.':
    'Eine Bibliothek, die er braucht, fehlt auf diesem Rechner. Installiere sie, oder nimm sie in den Build auf.',
  'A module is missing from the build. Put node_modules into it, or bundle the program.':
    'Im Build fehlt ein Modul. Nimm node_modules auf, oder bündle das Programm.',
  'It was built for a newer Linux. Build it on an older one, or link it statically.':
    'Er ist für ein neueres Linux gebaut. Baue ihn auf einem älteren, oder linke ihn statisch.',
  'Unreal servers refuse to run as root. Run Slipway as an ordinary user.':
    'Server aus Unreal laufen nicht als root. Starte Slipway als gewöhnlicher Benutzer.',
  'Its start script has Windows line endings. Save it with Unix ones (LF) and pack again.':
    'Sein Startskript hat Zeilenenden von Windows. Sichere es mit denen von Unix (LF) und packe neu.',
  'It may not do something it tried. Its own folder is the place to write to.':
    'Er darf etwas nicht, das er versuchte. Schreiben soll er in seinen eigenen Ordner.',
  'The disk is full. Make room, then start it again.': 'Die Platte ist voll. Schaffe Platz, dann starte ihn neu.',
  'It needs a newer Java than this machine has. Install it, or build for an older one.':
    'Er braucht ein neueres Java, als dieser Rechner hat. Installiere es, oder baue für ein älteres.',
  'It wants its licence accepted first: put an eula.txt that says so into the build.':
    'Er will erst seine Lizenz angenommen haben: lege eine eula.txt in den Build, die das sagt.',
  'Look for what starts processes again and again.': 'Suche, was immer wieder Prozesse startet.',
  'Give it more memory in its settings, or look for what grows.':
    'Gib ihm in seinen Einstellungen mehr Speicher, oder suche, was wächst.',
  '{1} Its servers ended {2} times within a minute, so no more are started. Mend the build and switch the version, or restart one by hand.':
    '{1} Seine Server endeten {2}-mal in einer Minute, also werden keine mehr gestartet. Behebe den Build und schalte die Version um, oder starte einen von Hand neu.',
  // why it cannot be reached
  'It runs, and does not listen on {1} yet.': 'Er läuft und lauscht noch nicht auf {1}.',
  '{1} It listens on {2}, where {3} does not reach it.': '{1} Er lauscht auf {2}, wo {3} ihn nicht erreicht.',
  'Make it listen on {1} or on all addresses; {host} in its arguments and SLIPWAY_HOST say which.':
    'Lass ihn auf {1} oder auf allen Adressen lauschen; {host} in seinen Argumenten und SLIPWAY_HOST sagen, auf welcher.',
  '{1} It has no open port at all.': '{1} Er hat gar keinen offenen Port.',
  '{1} It listens on {2} instead.': '{1} Stattdessen lauscht er auf {2}.',
  'Give it the port with {port} in its arguments, or let it read PORT.':
    'Gib ihm den Port mit {port} in seinen Argumenten, oder lass ihn PORT lesen.',
  'It may still be loading. Its log says what it is doing; {port} in its arguments, or PORT, hand it the port.':
    'Vielleicht lädt er noch. Sein Log sagt, was er tut; {port} in seinen Argumenten, oder PORT, gibt ihm den Port.',
  // why it did not start
  'No program to start was found in this build. Put a slipway.json at its root that names one: {"program": "..."}.':
    'In diesem Build fand sich kein Programm zum Starten. Lege in seine Wurzel eine slipway.json, die eines nennt: {"program": "..."}.',
  'The program "{1}" is not inside the build. Name it by its path below the build\'s root.':
    'Das Programm „{1}“ liegt nicht im Build. Nenne es mit seinem Pfad unter der Wurzel des Builds.',
  'The program "{1}" {2}. Name the file to start in slipway.json.':
    'Das Programm „{1}“ {2}. Nenne die Startdatei in slipway.json.',
  'is not in this build': 'ist nicht in diesem Build',
  'This build runs on {1}, and there is no {2} on this machine. Install it, then start again.':
    'Dieser Build läuft mit {1}, und auf diesem Rechner gibt es kein {2}. Installiere es, dann starte neu.',
  'What it tells of itself is not what Slipway knows. Update it.':
    'Was sie von sich sagt, ist nicht, was Slipway kennt. Aktualisiere sie.',
  'The slipway.json of this build is not JSON. {1} Then upload the build again.':
    'Die slipway.json dieses Builds ist kein JSON. {1} Lade den Build dann noch einmal hoch.',
  '{1} Mend it in the build, and upload the build again.':
    '{1} Behebe es im Build, und lade den Build noch einmal hoch.',
  '{1} is empty. Build it again and upload it anew.': '{1} ist leer. Baue es noch einmal und lade es neu hoch.',
  '{1} is not a program this system can start: it is neither a binary nor a script with a first line like "#!/bin/sh".':
    '{1} ist kein Programm, das dieses System starten kann: weder ein Binärprogramm noch ein Skript mit einer ersten Zeile wie „#!/bin/sh“.',
  "The working folder {1} can't be used: {2}.": 'Der Arbeitsordner {1} ist nicht benutzbar: {2}.',
  'The working folder {1} is a file, not a folder.': 'Der Arbeitsordner {1} ist eine Datei, kein Ordner.',
  'The program {1} does not exist. Check its name in slipway.json.':
    'Das Programm {1} gibt es nicht. Prüfe seinen Namen in slipway.json.',
  '{1} is a folder, not a program.': '{1} ist ein Ordner, kein Programm.',
  'The program {1} is not marked as executable. Run "chmod +x" on it and build again, or pack with an archiver that keeps the mark.':
    'Das Programm {1} ist nicht als ausführbar markiert. Gib es mit „chmod +x“ frei und baue neu, oder packe mit einem Programm, das die Markierung behält.',
  'The script {1} has Windows line ends (CRLF), so the system looks for a program named "{2}\\r". Save it with LF line ends.':
    'Das Skript {1} hat Zeilenenden von Windows (CRLF), also sucht das System ein Programm namens „{2}\\r“. Sichere es mit Zeilenenden LF.',
  '{1} is {2}, and this is {3} on {4}. Build it for this system and upload it again.':
    '{1} ist {2}, und das hier ist {3} auf {4}. Baue es für dieses System und lade es noch einmal hoch.',
  'a script for Linux or macOS': 'ein Skript für Linux oder macOS',
  'a program for {1} on {2}': 'ein Programm für {1} auf {2}',
  'The program {1} needs {2}, which is not on this machine. Install it, or build without it.':
    'Das Programm {1} braucht {2}, und das gibt es auf diesem Rechner nicht. Installiere es, oder baue ohne.',
  'This user may not run {1}. Give the file and its folders the rights for it.':
    'Dieser Benutzer darf {1} nicht ausführen. Gib der Datei und ihren Ordnern die Rechte dafür.',
  'The system did not start {1} ({2}).': 'Das System hat {1} nicht gestartet ({2}).',
  'The program {1} went away while it was started. Try again.':
    'Das Programm {1} verschwand beim Starten. Versuche es noch einmal.',
  'The system does not let this user run {1}. Its disk may be mounted with "noexec".':
    'Das System lässt diesen Benutzer {1} nicht ausführen. Vielleicht ist die Platte mit „noexec“ eingehängt.',
  'The system does not let this user run {1}.': 'Das System lässt diesen Benutzer {1} nicht ausführen.',
  '{1} is not a program for this system. Build it for this system.':
    '{1} ist kein Programm für dieses System. Baue es für dieses System.',
  'The system starts no more processes for this user. Stop some servers and try again.':
    'Das System startet für diesen Benutzer keine Prozesse mehr. Stoppe einige Server und versuche es noch einmal.',
  'Slipway has as many files open as the system allows. Stop some servers and try again.':
    'Slipway hat so viele Dateien offen, wie das System erlaubt. Stoppe einige Server und versuche es noch einmal.',
  'The machine has as many files open as it allows. Stop some programs and try again.':
    'Der Rechner hat so viele Dateien offen, wie er erlaubt. Beende einige Programme und versuche es noch einmal.',
  'The machine has too little free memory to start {1}. Stop some servers and try again.':
    'Der Rechner hat zu wenig freien Speicher, um {1} zu starten. Stoppe einige Server und versuche es noch einmal.',
  'The arguments and the environment of {1} are longer than the system takes.':
    'Die Argumente und die Umgebung von {1} sind länger, als das System annimmt.',
  '{1} is being written right now. Wait until that is done and try again.':
    '{1} wird gerade geschrieben. Warte, bis das fertig ist, und versuche es noch einmal.',
  'no reason given': 'ohne Angabe von Gründen',
  // containers
  'It runs {1} containers. Switch it to Linux containers.': 'Es führt Container von {1} aus. Stelle es auf Linux um.',
  'Install Podman (podman.io) and run "podman machine init" and "podman machine start", or install Docker Desktop':
    'Installiere Podman (podman.io) und führe „podman machine init“ und „podman machine start“ aus, oder installiere Docker Desktop',
  'Install Podman Desktop (podman.io) or Docker Desktop, and start it':
    'Installiere Podman Desktop (podman.io) oder Docker Desktop, und starte es',
  'Install Podman (on Debian and Ubuntu: "apt-get install podman") or Docker':
    'Installiere Podman (unter Debian und Ubuntu: „apt-get install podman“) oder Docker',
  '{1} is not installed': '{1} ist nicht installiert',
  '{1} is installed but does not answer: {2}': '{1} ist installiert, antwortet aber nicht: {2}',
  'Its program is for another processor: build the image for this one (docker build --platform).':
    'Sein Programm ist für einen anderen Prozessor: baue das Image für diesen (docker build --platform).',
  "The image does not name a program that it has: look at its ENTRYPOINT and CMD, or give the server's arguments.":
    'Das Image nennt kein Programm, das es enthält: prüfe ENTRYPOINT und CMD, oder gib dem Server Argumente.',
  'Its program may not be run: make it executable (chmod +x) before it is copied into the image.':
    'Sein Programm ist nicht ausführbar: gib es frei (chmod +x), bevor es ins Image kopiert wird.',
  'The system does not let the engine limit containers. Update the engine, or install runc beside it.':
    'Das System lässt die Engine Container nicht begrenzen. Aktualisiere die Engine, oder installiere runc dazu.',
  "The engine's disk is full. Remove images and containers that nobody needs (podman system prune).":
    'Die Platte der Engine ist voll. Entferne Images und Container, die niemand braucht (podman system prune).',
  'Try the image by hand with the same engine to see more.':
    'Probiere das Image von Hand mit derselben Engine, um mehr zu sehen.',
};
