// German for what the doctor says of a build: clues, findings, what to do about them, and why files stay out of a package.
import type { Catalogue } from '../catalogue.ts';

export const doctor: Catalogue = {
  // what a build is
  'A container image, as "docker save" writes it.': 'Ein Container-Image, wie „docker save“ es schreibt.',
  'An OCI bundle: a root file system with its configuration.':
    'Ein OCI-Bundle: ein Wurzeldateisystem mit seiner Konfiguration.',
  'No file of it tells what it was made with.': 'Keine Datei darin verrät, womit es gemacht ist.',
  '{1} is a pack of Godot': '{1} ist ein Paket von Godot',
  '{1} carries a pack of Godot': '{1} trägt ein Paket von Godot in sich',
  '{1} names its main class': '{1} nennt seine Hauptklasse',
  '{1} with assets/ beside it, and no files of another engine':
    '{1} mit assets/ daneben, und keine Dateien einer anderen Engine',
  '{1} is a program': '{1} ist ein Programm',
  // containers
  'This build is a container image. It is run by Podman or Docker, so one of them has to be where its servers run.':
    'Dieser Build ist ein Container-Image. Podman oder Docker führt es aus, also muss eines davon da sein, wo seine Server laufen.',
  'Install Podman or Docker there, or upload the server as an archive, which needs neither.':
    'Installiere dort Podman oder Docker, oder lade den Server als Archiv hoch, das keines braucht.',
  'This build is an OCI bundle. It is run by an OCI runtime, such as runc with Podman, so one has to be where its servers run.':
    'Dieser Build ist ein OCI-Bundle. Eine OCI-Laufzeit wie runc mit Podman führt es aus, also muss eine da sein, wo seine Server laufen.',
  'Install Podman there, or upload the server as an archive, which needs no container program.':
    'Installiere dort Podman, oder lade den Server als Archiv hoch, das kein Containerprogramm braucht.',
  // engines
  'Servers made with Unreal refuse to run as root': 'Server aus Unreal laufen nicht als root',
  'Run Slipway as an ordinary user.': 'Starte Slipway als gewöhnlicher Benutzer.',
  '{1}, and this Slipway runs as root.': '{1}, und dieses Slipway läuft als root.',
  '{1}. This Slipway does not; a remote one must not either.':
    '{1}. Dieses Slipway tut das nicht; ein entferntes darf es auch nicht.',
  'A server made with this engine prints nothing to its output unless it is started with {1}.':
    'Ein Server aus dieser Engine gibt nichts aus, wenn er nicht mit {1} gestartet wird.',
  'Nothing to do: these arguments are among those proposed.':
    'Nichts zu tun: diese Argumente sind unter den vorgeschlagenen.',
  'Add {1} to "arguments" in slipway.json.': 'Füge {1} in slipway.json zu „arguments“ hinzu.',
  '{1} looks like the game that players run, not like its dedicated server.':
    '{1} sieht nach dem Spiel aus, das Spieler starten, nicht nach seinem Server.',
  'Package the Server target of the project: its program ends in "Server".':
    'Packe das Server-Target des Projekts: sein Programm endet auf „Server“.',
  '{1} looks for {2}.pck beside it, and there is none.': '{1} sucht neben sich {2}.pck, und die gibt es nicht.',
  'Name the pack {1}.pck, or add --main-pack and its name to the arguments.':
    'Nenne das Paket {1}.pck, oder füge den Argumenten --main-pack und seinen Namen hinzu.',
  'This is a development build of Unity: slower, and it opens a port for the editor.':
    'Das ist ein Development Build von Unity: langsamer, und er öffnet einen Port für den Editor.',
  'Turn off "Development Build" for what players are to use.':
    'Schalte „Development Build“ aus für das, was Spieler benutzen sollen.',
  'eula.txt does not agree to the terms, and such a server ends at once until it does.':
    'eula.txt stimmt den Bedingungen nicht zu, und bis dahin endet so ein Server sofort.',
  'Read the terms, then write eula=true into eula.txt.': 'Lies die Bedingungen, dann schreib eula=true in eula.txt.',
  'This is {1}, not a server made from it.': 'Das ist {1}, kein Server daraus.',
  'a project of Godot': 'ein Projekt von Godot',
  'Export it for Linux as a dedicated server, and take that.':
    'Exportiere es für Linux als dedizierten Server, und nimm den.',
  'a project of Unity': 'ein Projekt von Unity',
  'Build it with the Dedicated Server target, and take the folder that comes out.':
    'Baue es mit dem Target Dedicated Server, und nimm den Ordner, der herauskommt.',
  'a project of Unreal': 'ein Projekt von Unreal',
  'Package its Server target, and take the folder LinuxServer or WindowsServer.':
    'Packe sein Server-Target, und nimm den Ordner LinuxServer oder WindowsServer.',
  'a project of Rust': 'ein Projekt von Rust',
  'Run cargo build --release, and take the program with its assets folder.':
    'Führe cargo build --release aus, und nimm das Programm mit seinem Ordner assets.',
  'Which ports this server needs cannot be told from its files.':
    'Welche Ports dieser Server braucht, ist an seinen Dateien nicht zu erkennen.',
  'Name them in slipway.json: {"program": "...", "ports": {"game": {"protocol": "udp"}}}. It gets them as PORT and PORT_GAME.':
    'Nenne sie in slipway.json: {"program": "...", "ports": {"game": {"protocol": "udp"}}}. Er bekommt sie als PORT und PORT_GAME.',
  // entries
  'No server can be started from it. Pack the folder again, with Slipway or another tool, and upload that.':
    'Daraus lässt sich kein Server starten. Packe den Ordner neu, mit Slipway oder etwas anderem, und lade das hoch.',
  '{1} cannot be read: {2}.': '{1} ist nicht lesbar: {2}.',
  'you have no right to read it': 'du hast kein Recht, es zu lesen',
  'the system does not allow it': 'das System erlaubt es nicht',
  'its name cannot be given to the system as it is read': 'sein Name lässt sich dem System nicht so geben, wie er ist',
  'it became a link meanwhile': 'es wurde inzwischen ein Link',
  'the disk has a fault there': 'die Platte hat dort einen Fehler',
  'the system says {1}': 'das System sagt {1}',
  'Give yourself the right to read it, or leave it out with .slipwayignore.':
    'Gib dir das Recht, es zu lesen, oder lass es mit .slipwayignore weg.',
  '{1} is a pipe, a socket or a device, and is not packed.':
    '{1} ist eine Pipe, ein Socket oder ein Gerät, und wird nicht gepackt.',
  'Nothing to do, unless the server needs it: then it has to make it when it starts.':
    'Nichts zu tun, außer der Server braucht es: dann muss er es beim Start selbst anlegen.',
  'There are more than {1} files and folders in it, more than Slipway unpacks.':
    'Darin sind mehr als {1} Dateien und Ordner, mehr als Slipway entpackt.',
  'There are {1} files and folders in it, more than servers have. Packing and unpacking them takes minutes.':
    'Darin sind {1} Dateien und Ordner, mehr als Server haben. Sie zu packen und zu entpacken dauert Minuten.',
  'Choose the folder of the server alone, or leave folders out with .slipwayignore.':
    'Wähle nur den Ordner des Servers, oder lass Ordner mit .slipwayignore weg.',
  'The same holds for 1 more entry.': 'Dasselbe gilt für 1 weiteren Eintrag.',
  'The same holds for {1} more entries.': 'Dasselbe gilt für {1} weitere Einträge.',
  // libraries
  '{1} needs the library {2}, which is neither in the build nor on this machine.':
    '{1} braucht die Bibliothek {2}, die weder im Build noch auf diesem Rechner ist.',
  'Put {1} beside the program, or install the package that has it where the server runs.':
    'Lege {1} neben das Programm, oder installiere das Paket damit dort, wo der Server läuft.',
  '{1} needs the library {2}. The build has it as {3}, but the program is not told to look there.':
    '{1} braucht die Bibliothek {2}. Der Build hat sie als {3}, aber dort sucht das Programm nicht.',
  'Link the program with -rpath $ORIGIN, or start it by a script that sets LD_LIBRARY_PATH.':
    'Linke das Programm mit -rpath $ORIGIN, oder starte es mit einem Skript, das LD_LIBRARY_PATH setzt.',
  // names and links
  '{1} and {2} are one and the same name on Windows and macOS; there, one would replace the other.':
    '{1} und {2} sind unter Windows und macOS derselbe Name; dort würde eines das andere ersetzen.',
  'Rename one of them.': 'Benenne eines davon um.',
  'Windows cannot hold the name {1}: it is reserved, or has a character or an end that Windows forbids.':
    'Windows kann den Namen {1} nicht halten: er ist reserviert, oder hat ein Zeichen oder Ende, das Windows verbietet.',
  'Rename it.': 'Benenne es um.',
  'Rename it if the build is ever to run on Windows.': 'Benenne es um, falls der Build je unter Windows laufen soll.',
  'This path is nested more than {1} folders deep, which Slipway does not unpack.':
    'Dieser Pfad liegt mehr als {1} Ordner tief, was Slipway nicht entpackt.',
  'This path is {1} characters long. Many programs on Windows stop at {2}.':
    'Dieser Pfad ist {1} Zeichen lang. Viele Programme unter Windows kommen nur bis {2}.',
  'Move it nearer to the root, or shorten the names of its folders.':
    'Lege es näher an die Wurzel, oder kürze die Namen seiner Ordner.',
  'The name {1} is not written in UTF-8, so that it cannot be kept as it is.':
    'Der Name {1} ist nicht in UTF-8 geschrieben und kann so nicht bleiben.',
  'Rename it with letters that every system knows.': 'Benenne es mit Buchstaben, die jedes System kennt.',
  '{1} is a link to {2}, which is outside the build. Unpacking refuses such links.':
    '{1} ist ein Link auf {2}, außerhalb des Builds. Solche Links werden nicht entpackt.',
  'Put the file itself there, or link to a file of the build by a relative path.':
    'Lege die Datei selbst dorthin, oder verlinke relativ auf eine Datei des Builds.',
  '{1} is a link to {2}, and there is nothing, or nothing that is packed.':
    '{1} ist ein Link auf {2}, und dort ist nichts, oder nichts, was gepackt wird.',
  'Remove the link, or put what it leads to into the build.':
    'Entferne den Link, oder nimm sein Ziel in den Build auf.',
  '{1} is a link to {2} that leads back to itself.': '{1} ist ein Link auf {2}, der zu sich selbst zurückführt.',
  'Remove the link.': 'Entferne den Link.',
  // system and processor
  '{1} is a program for {2} on {3}. This machine is {4} on {5} and cannot run it.':
    '{1} ist ein Programm für {2} auf {3}. Dieser Rechner ist {4} auf {5} und kann es nicht ausführen.',
  'Export the server for {1} on {2}, or deploy this build to a service on {3}.':
    'Exportiere den Server für {1} auf {2}, oder nimm für diesen Build einen Dienst auf {3}.',
  '{1} is for the processor {2}. This machine has {3} and cannot run it.':
    '{1} ist für den Prozessor {2}. Dieser Rechner hat {3} und kann es nicht ausführen.',
  'Export the server for {1} on {2}, or deploy this build to a service on such a machine.':
    'Exportiere den Server für {1} auf {2}, oder nimm für diesen Build einen Dienst auf so einem Rechner.',
  '{1} is for {2} on {3}, and this machine has {4}. It runs only through translation, and slower.':
    '{1} ist für {2} auf {3}, und dieser Rechner hat {4}. Es läuft nur übersetzt, und langsamer.',
  'It needs Rosetta: softwareupdate --install-rosetta.': 'Es braucht Rosetta: softwareupdate --install-rosetta.',
  'Export the server for {1} as well.': 'Exportiere den Server auch für {1}.',
  'This build is started by a script for Linux or macOS, which Windows does not run.':
    'Diesen Build startet ein Skript für Linux oder macOS, das Windows nicht ausführt.',
  'Export the server for Windows, or name a program of it in slipway.json.':
    'Exportiere den Server für Windows, oder nenne in slipway.json ein Programm daraus.',
  '{1} is a native module for another system or processor, and Node cannot load it here.':
    '{1} ist ein natives Modul für ein anderes System oder einen anderen Prozessor, und Node kann es hier nicht laden.',
  'Run "npm ci --omit=dev" on the system that the server is to run on, and pack that node_modules.':
    'Führe „npm ci --omit=dev“ auf dem System aus, auf dem der Server laufen soll, und packe dessen node_modules.',
  '{1}, which is not on this machine.': '{1}; auf diesem Rechner gibt es das nicht.',
  '{1} is run by {2}': '{1} wird von {2} ausgeführt',
  '{1} is loaded by {2}': '{1} wird von {2} geladen',
  'Install {1}, or pack the server so that it needs none.':
    'Installiere {1}, oder packe den Server so, dass er keine braucht.',
  'a Java runtime': 'eine Java-Laufzeit',
  'the .NET runtime': 'die .NET-Laufzeit',
  'Install {1}.': 'Installiere {1}.',
  'It was built on Alpine Linux or for musl. Build it for glibc, or as a static program.':
    'Es ist unter Alpine Linux oder für musl gebaut. Baue es für glibc, oder als statisches Programm.',
  'Install the libraries of its processor, or build it on a system like this one.':
    'Installiere die Bibliotheken seines Prozessors, oder baue es auf einem System wie diesem.',
  // the program
  'slipway.json does not fit: {1}': 'slipway.json passt nicht: {1}',
  'slipway.json does not fit, at {1}: {2}': 'slipway.json passt nicht, bei {1}: {2}',
  'It is no readable file of at most 256 KiB.': 'Es ist keine lesbare Datei von höchstens 256 KiB.',
  'This cannot be the path of a file.': 'Das kann kein Pfad einer Datei sein.',
  'Expected a path below the root of the build, not an absolute one.':
    'Erwartet wird ein Pfad unter der Wurzel des Builds, kein absoluter.',
  'Expected a path that stays inside the build.': 'Erwartet wird ein Pfad, der im Build bleibt.',
  'It is not JSON. {1}': 'Es ist kein JSON. {1}',
  'It is not saved as UTF-8. Save it as UTF-8.': 'Es ist nicht als UTF-8 gesichert. Sichere es als UTF-8.',
  'It is empty. Write JSON into it, or take it out.': 'Es ist leer. Schreibe JSON hinein, oder nimm es heraus.',
  'Line {1}, column {2}: {3}': 'Zeile {1}, Spalte {2}: {3}',
  'it ends here, and a bracket or a value is missing. Add it.':
    'Hier endet es, und eine Klammer oder ein Wert fehlt. Ergänze das.',
  'no comma may stand before a closing bracket. Take it out.':
    'Vor einer schließenden Klammer darf kein Komma stehen. Nimm es heraus.',
  'JSON has no comments. Take this one out.': 'JSON kennt keine Kommentare. Nimm diesen heraus.',
  'a comma or a closing bracket is missing before this. Add it.':
    'Davor fehlt ein Komma oder eine schließende Klammer. Ergänze das.',
  'a colon is missing before this. Add it.': 'Davor fehlt ein Doppelpunkt. Ergänze ihn.',
  'names and texts stand in double quotes ("). Put them around this.':
    'Namen und Texte stehen in geraden Anführungszeichen ("). Setze sie darum.',
  'this may not stand here. Take it out, or put what belongs here in its place.':
    'Das darf hier nicht stehen. Nimm es heraus, oder setze an seine Stelle, was hierher gehört.',
  'this backslash means nothing in JSON. Write two of them, or a slash.':
    'Dieser Rückstrich bedeutet in JSON nichts. Schreibe zwei davon, oder einen Schrägstrich.',
  'a tab stands in a text here. Write \\t for it.': 'Hier steht ein Tabulator in einem Text. Schreibe \\t dafür.',
  'this text has no quote at its end. Add one; a line break in it is written as \\n.':
    'Diesem Text fehlt das Anführungszeichen am Ende. Ergänze es; ein Zeilenumbruch darin wird als \\n geschrieben.',
  'It is empty. Expected a text of one character or more.':
    'Es ist leer. Erwartet wird ein Text aus mindestens einem Zeichen.',
  'It is missing. Expected {1}.': 'Es fehlt. Erwartet wird: {1}.',
  'It is {1}. Expected {2}.': 'Es ist {1}. Erwartet wird: {2}.',
  'It is {1} bytes long. At most {2} fit.': 'Es ist {1} Bytes lang. Höchstens {2} passen.',
  'It has {1} entries. At most {2} fit.': 'Es hat {1} Einträge. Höchstens {2} passen.',
  'Its name is empty. Expected one character or more.': 'Sein Name ist leer. Erwartet wird mindestens ein Zeichen.',
  'Its name is {1} bytes long. At most {2} fit.': 'Sein Name ist {1} Bytes lang. Höchstens {2} passen.',
  'a text': 'ein Text',
  'a number': 'eine Zahl',
  'a whole number': 'eine ganze Zahl',
  'a list': 'eine Liste',
  'an object': 'ein Objekt',
  'one of {1}': 'eines von {1}',
  'at least {1}': 'mindestens {1}',
  'at most {1}': 'höchstens {1}',
  'Mend it or remove it. Its shape: {"program": "...", "arguments": [], "ports": {"game": {"protocol": "udp"}}}.':
    'Behebe oder entferne es. Seine Form: {"program": "...", "arguments": [], "ports": {"game": {"protocol": "udp"}}}.',
  'slipway.json names the program {1}, which {2}.': 'slipway.json nennt das Programm {1}, und das {2}.',
  'is left out by the rule {1}': 'lässt die Regel {1} weg',
  'is a folder': 'ist ein Ordner',
  'is not in the build': 'ist nicht im Build',
  'Take it in after all, or write "!" and its name into .slipwayignore.':
    'Nimm es doch auf, oder schreib „!“ und seinen Namen in .slipwayignore.',
  'Name the file to start by its path below the root of the build; large and small letters count.':
    'Nenne die Startdatei mit ihrem Pfad unter der Wurzel des Builds; Groß- und Kleinschreibung zählt.',
  'There is no file in this build.': 'In diesem Build ist keine Datei.',
  'No program that could be started was found in this build.':
    'In diesem Build fand sich kein Programm, das sich starten ließe.',
  'Choose the folder that your engine exported the server into.':
    'Wähle den Ordner, in den deine Engine den Server exportiert hat.',
  'Choose the folder that your engine exported, or put a slipway.json at its root that names the program.':
    'Wähle den Ordner, den deine Engine exportiert hat, oder lege in seine Wurzel eine slipway.json, die das Programm nennt.',
  'slipway.json names {1}, which does not look like a program.':
    'slipway.json nennt {1}, und das sieht nicht nach einem Programm aus.',
  'Name the file that starts the server: a program, a script that begins with #!, or a .js or .jar file.':
    'Nenne die Datei, die den Server startet: ein Programm, ein Skript, das mit #! beginnt, oder eine .js- oder .jar-Datei.',
  '{1} is an installer, not a server: it asks people questions and puts files elsewhere.':
    '{1} ist ein Installationsprogramm, kein Server: es stellt Fragen und legt Dateien woanders ab.',
  'Install it on your own machine, and take the folder that it made.':
    'Installiere es auf deinem Rechner, und nimm den Ordner, der dabei entsteht.',
  'There is nothing in it but the archive {1}, which is not unpacked a second time.':
    'Darin ist nur das Archiv {1}, das nicht noch einmal entpackt wird.',
  'Take that archive itself, or the folder that it holds.': 'Nimm dieses Archiv selbst, oder den Ordner darin.',
  // scripts
  '{1} has the line endings of Windows. Linux then looks for a program whose name ends in an invisible character, and says "bad interpreter".':
    '{1} hat die Zeilenenden von Windows. Linux sucht dann ein Programm, dessen Name auf ein unsichtbares Zeichen endet, und sagt „bad interpreter“.',
  'Let Slipway mend it in the package, or save it with LF line endings: "*.sh text eol=lf" in .gitattributes keeps them.':
    'Lass Slipway es im Paket beheben, oder sichere es mit Zeilenenden LF: „*.sh text eol=lf“ in .gitattributes erhält sie.',
  '{1} is a program, but its permission to run is gone, as after a way through Windows or some zip tools.':
    '{1} ist ein Programm, aber sein Ausführungsrecht fehlt, wie nach einem Weg über Windows oder manche Zip-Programme.',
  'Nothing to do: Slipway gives it back when it packs and unpacks.':
    'Nichts zu tun: Slipway gibt es beim Packen und Entpacken zurück.',
  '{1} does not begin with a line that says what runs it, so the system refuses to start it.':
    '{1} beginnt nicht mit einer Zeile, die sagt, was es ausführt, also startet das System es nicht.',
  'Make "#!/bin/sh" its first line, or name the program itself in slipway.json.':
    'Mach „#!/bin/sh“ zur ersten Zeile, oder nenne in slipway.json das Programm selbst.',
  // what stays out of a package
  'History of a version control system': 'Verlauf einer Versionsverwaltung',
  'Left by the operating system': 'Vom Betriebssystem hinterlassen',
  'Left by another uploader': 'Von einem anderen Uploader hinterlassen',
  'Unity writes it beside a build and says in its name that it is not to be shipped':
    'Unity schreibt es neben einen Build und sagt im Namen, dass es nicht mit soll',
  'Debug symbols: large, and only for finding faults': 'Debug-Symbole: groß, und nur zur Fehlersuche',
  'Needed to link programs, not to run them': 'Zum Linken von Programmen nötig, nicht zum Ausführen',
  'Files of an editor or engine, not of the game': 'Dateien eines Editors oder einer Engine, nicht des Spiels',
  'A cache of build tools': 'Ein Cache von Build-Werkzeugen',
  'Written while it ran': 'Geschrieben, während es lief',
  'Memory of a process that crashed': 'Speicher eines abgestürzten Prozesses',
  'Says what to leave out, and is not needed after that': 'Sagt, was wegbleibt, und wird danach nicht gebraucht',
  'Environment files usually hold passwords and keys': 'Umgebungsdateien enthalten meist Passwörter und Schlüssel',
  'An example, without the secrets': 'Ein Beispiel, ohne die Geheimnisse',
  'A key to other machines': 'Ein Schlüssel zu anderen Rechnern',
  'The public half of a key': 'Die öffentliche Hälfte eines Schlüssels',
  'May hold a private key': 'Kann einen privaten Schlüssel enthalten',
  'Passwords of other services': 'Passwörter anderer Dienste',
  'Keys of a cloud account': 'Schlüssel eines Cloud-Kontos',
  'Listed in {1}': 'Steht in {1}',
};
