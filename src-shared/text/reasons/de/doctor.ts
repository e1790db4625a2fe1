// German for what the doctor finds in a build, and what to do about it.
import type { doctor as english } from '../en/doctor.ts';

export const doctor = {
  'doctor.a-file': 'eine Datei',
  'doctor.neither-folder-nor-file': 'weder ein Ordner noch eine Datei',
  'doctor.not-a-folder': '{path} ist {what}. Wähle den Ordner, in den der Server exportiert wurde.',
  'doctor.not-allowed': 'das System erlaubt es nicht',
  'doctor.name-not-usable': 'sein Name lässt sich dem System nicht so geben, wie er ist',
  'doctor.became-link': 'es wurde inzwischen ein Link',
  'doctor.disk-fault': 'die Platte hat dort einen Fehler',
  'doctor.container-image':
    'Dieser Build ist ein Container-Image. Podman oder Docker führt es aus, also muss eines davon da sein, wo seine Server laufen.',
  'doctor.do-install-container-engine':
    'Installiere dort Podman oder Docker, oder lade den Server als Archiv hoch, das keines braucht.',
  'doctor.oci-bundle':
    'Dieser Build ist ein OCI-Bundle. Eine OCI-Laufzeit wie runc mit Podman führt es aus, also muss eine da sein, wo seine Server laufen.',
  'doctor.do-install-oci-runtime':
    'Installiere dort Podman, oder lade den Server als Archiv hoch, das kein Containerprogramm braucht.',
  'doctor.unreal-refuses-root': 'Server aus Unreal laufen nicht als root',
  'doctor.do-run-as-user': 'Starte Slipway als gewöhnlicher Benutzer.',
  'doctor.runs-as-root': '{why}, und dieses Slipway läuft als root.',
  'doctor.does-not-run-as-root': '{why}. Dieses Slipway tut das nicht; ein entferntes darf es auch nicht.',
  'doctor.engine-prints-nothing':
    'Ein Server aus dieser Engine gibt nichts aus, wenn er nicht mit {arguments} gestartet wird.',
  'doctor.do-nothing-arguments-proposed': 'Nichts zu tun: diese Argumente sind unter den vorgeschlagenen.',
  'doctor.do-add-arguments': 'Füge {arguments} beim Hochladen oder in slipway.json zu seinen Argumenten hinzu.',
  'doctor.looks-like-game': '{program} sieht nach dem Spiel aus, das Spieler starten, nicht nach seinem Server.',
  'doctor.do-package-server': 'Packe das Server-Target des Projekts: sein Programm endet auf „Server“.',
  'doctor.pack-missing': '{program} sucht neben sich {pack}.pck, und die gibt es nicht.',
  'doctor.do-name-pack': 'Nenne das Paket {pack}.pck, oder füge den Argumenten --main-pack und seinen Namen hinzu.',
  'doctor.development-build':
    'Das ist ein Development Build von Unity: langsamer, und er öffnet einen Port für den Editor.',
  'doctor.do-turn-off-development': 'Schalte „Development Build“ aus für das, was Spieler benutzen sollen.',
  'doctor.eula-not-accepted': 'eula.txt stimmt den Bedingungen nicht zu, und bis dahin endet so ein Server sofort.',
  'doctor.do-accept-eula': 'Lies die Bedingungen, dann schreib eula=true in eula.txt.',
  'doctor.is-project': 'Das ist {what}, kein Server daraus.',
  'doctor.godot-project': 'ein Projekt von Godot',
  'doctor.do-export-from-godot': 'Exportiere es für Linux als dedizierten Server, und nimm den.',
  'doctor.unity-project': 'ein Projekt von Unity',
  'doctor.do-export-from-unity': 'Baue es mit dem Target Dedicated Server, und nimm den Ordner, der herauskommt.',
  'doctor.unreal-project': 'ein Projekt von Unreal',
  'doctor.do-package-with-unreal': 'Packe sein Server-Target, und nimm den Ordner LinuxServer oder WindowsServer.',
  'doctor.rust-project': 'ein Projekt von Rust',
  'doctor.do-build-with-cargo': 'Führe cargo build --release aus, und nimm das Programm mit seinem Ordner assets.',
  'doctor.ports-unknown': 'Welche Ports dieser Server braucht, ist an seinen Dateien nicht zu erkennen.',
  'doctor.do-name-ports':
    'Gib sie beim Hochladen oder in slipway.json an: {"program": "...", "ports": {"game": {"protocol": "udp"}}}. Er bekommt sie als PORT und PORT_GAME.',
  'doctor.do-pack-again':
    'Daraus lässt sich kein Server starten. Packe den Ordner neu, mit Slipway oder etwas anderem, und lade das hoch.',
  'doctor.unreadable': '{path} ist nicht lesbar: {why}.',
  'doctor.do-get-right-to-read': 'Gib dir das Recht, es zu lesen, oder lass es mit .slipwayignore weg.',
  'doctor.special-file': '{path} ist eine Pipe, ein Socket oder ein Gerät, und wird nicht gepackt.',
  'doctor.do-nothing-unless-needed':
    'Nichts zu tun, außer der Server braucht es: dann muss er es beim Start selbst anlegen.',
  'doctor.too-many-entries': 'Darin sind mehr als {limit} Dateien und Ordner, mehr als Slipway entpackt.',
  'doctor.many-entries':
    'Darin sind {count} Dateien und Ordner, mehr als Server haben. Sie zu packen und zu entpacken dauert Minuten.',
  'doctor.do-choose-server-folder': 'Wähle nur den Ordner des Servers, oder lass Ordner mit .slipwayignore weg.',
  'doctor.library-missing':
    '{program} braucht die Bibliothek {library}, die weder im Build noch auf diesem Rechner ist.',
  'doctor.do-add-library':
    'Installiere das Paket damit dort, wo der Server läuft; bei Knoten im Image, das sie ausführen. Oder nimm {library} in den Build auf, und linke das Programm mit -rpath $ORIGIN, oder starte es mit einem Skript, das LD_LIBRARY_PATH setzt.',
  'doctor.library-not-found-there':
    '{program} braucht die Bibliothek {library}. Der Build hat sie als {place}, aber dort sucht das Programm nicht.',
  'doctor.do-link-with-rpath':
    'Linke das Programm mit -rpath $ORIGIN, oder starte es mit einem Skript, das LD_LIBRARY_PATH setzt.',
  'doctor.same-name':
    '{path} und {other} sind unter Windows und macOS derselbe Name; dort würde eines das andere ersetzen.',
  'doctor.do-rename-one': 'Benenne eines davon um.',
  'doctor.name-not-for-windows':
    'Windows kann den Namen {path} nicht halten: er ist reserviert, oder hat ein Zeichen oder Ende, das Windows verbietet.',
  'doctor.do-rename': 'Benenne es um.',
  'doctor.do-rename-for-windows': 'Benenne es um, falls der Build je unter Windows laufen soll.',
  'doctor.too-deep': 'Dieser Pfad liegt mehr als {limit} Ordner tief, was Slipway nicht entpackt.',
  'doctor.path-too-long':
    'Dieser Pfad ist {length} Zeichen lang. Viele Programme unter Windows kommen nur bis {limit}.',
  'doctor.do-shorten-path': 'Lege es näher an die Wurzel, oder kürze die Namen seiner Ordner.',
  'doctor.name-not-utf-8': 'Der Name {path} ist nicht in UTF-8 geschrieben und kann so nicht bleiben.',
  'doctor.do-rename-simply': 'Benenne es mit Buchstaben, die jedes System kennt.',
  'doctor.link-outside': '{path} ist ein Link auf {target}, außerhalb des Builds. Solche Links werden nicht entpackt.',
  'doctor.do-link-within': 'Lege die Datei selbst dorthin, oder verlinke relativ auf eine Datei des Builds.',
  'doctor.link-leads-nowhere': '{path} ist ein Link auf {target}, und dort ist nichts, oder nichts, was gepackt wird.',
  'doctor.do-remove-link-or-add': 'Entferne den Link, oder nimm sein Ziel in den Build auf.',
  'doctor.link-to-itself': '{path} ist ein Link auf {target}, der zu sich selbst zurückführt.',
  'doctor.do-remove-link': 'Entferne den Link.',
  'doctor.other-system':
    '{path} ist ein Programm für {system} auf {processor}. Dieser Rechner ist {here} auf {own} und kann es nicht ausführen.',
  'doctor.do-export-for-system':
    'Exportiere den Server für {system} auf {processor}, oder nimm für diesen Build einen Dienst auf {other}.',
  'doctor.other-processor':
    '{path} ist für den Prozessor {processor}. Dieser Rechner hat {own} und kann es nicht ausführen.',
  'doctor.do-export-for-processor':
    'Exportiere den Server für {system} auf {processor}, oder nimm für diesen Build einen Dienst auf so einem Rechner.',
  'doctor.translated':
    '{path} ist für {system} auf {processor}, und dieser Rechner hat {own}. Es läuft nur übersetzt, und langsamer.',
  'doctor.do-install-rosetta': 'Es braucht Rosetta: softwareupdate --install-rosetta.',
  'doctor.do-export-as-well': 'Exportiere den Server auch für {processor}.',
  'doctor.script-not-for-windows': 'Diesen Build startet ein Skript für Linux oder macOS, das Windows nicht ausführt.',
  'doctor.do-export-for-windows': 'Exportiere den Server für Windows, oder nenne in slipway.json ein Programm daraus.',
  'doctor.native-module':
    '{path} ist ein natives Modul für ein anderes System oder einen anderen Prozessor, und Node kann es hier nicht laden.',
  'doctor.do-install-modules-there':
    'Führe „npm ci --omit=dev“ auf dem System aus, auf dem der Server laufen soll, und packe dessen node_modules.',
  'doctor.java-runtime': 'eine Java-Laufzeit',
  'doctor.dotnet-runtime': 'die .NET-Laufzeit',
  'doctor.run-by': '{path} wird von {program} ausgeführt',
  'doctor.do-install-runtime': 'Installiere {runtime}, oder packe den Server so, dass er keine braucht.',
  'doctor.do-install': 'Installiere {program}.',
  'doctor.do-build-for-glibc':
    'Es ist unter Alpine Linux oder für musl gebaut. Baue es für glibc, oder als statisches Programm.',
  'doctor.do-install-libraries':
    'Installiere die Bibliotheken seines Prozessors, oder baue es auf einem System wie diesem.',
  'doctor.loaded-by': '{path} wird von {loader} geladen',
  'doctor.not-on-this-machine': '{what}; auf diesem Rechner gibt es das nicht.',
  'doctor.left-out-by-rule': 'lässt die Regel {rule} weg',
  'doctor.not-in-build': 'ist nicht im Build',
  'doctor.named-program-missing': 'slipway.json nennt das Programm {program}, und das {why}.',
  'doctor.do-take-in': 'Nimm es doch auf, oder schreib „!“ und seinen Namen in .slipwayignore.',
  'doctor.do-name-by-path':
    'Nenne die Startdatei mit ihrem Pfad unter der Wurzel des Builds; Groß- und Kleinschreibung zählt.',
  'doctor.no-file': 'In diesem Build ist keine Datei.',
  'doctor.no-program': 'In diesem Build fand sich kein Programm, das sich starten ließe.',
  'doctor.do-choose-exported-folder': 'Wähle den Ordner, in den deine Engine den Server exportiert hat.',
  'doctor.do-choose-or-name-program':
    'Wähle den Ordner, den deine Engine exportiert hat, oder lege in seine Wurzel eine slipway.json, die das Programm nennt.',
  'doctor.named-program-odd': 'slipway.json nennt {program}, und das sieht nicht nach einem Programm aus.',
  'doctor.do-name-start-file':
    'Nenne die Datei, die den Server startet: ein Programm, ein Skript, das mit #! beginnt, oder eine .js- oder .jar-Datei.',
  'doctor.unsure-program': 'Mehrere Programme könnten der Server sein: {programs}.',
  'doctor.do-choose-program': 'Wähle das zu startende, oder nenne es in slipway.json, etwa {example}.',
  'doctor.installer':
    '{path} ist ein Installationsprogramm, kein Server: es stellt Fragen und legt Dateien woanders ab.',
  'doctor.do-install-and-take-folder': 'Installiere es auf deinem Rechner, und nimm den Ordner, der dabei entsteht.',
  'doctor.archive-within': 'Darin ist nur das Archiv {path}, das nicht noch einmal entpackt wird.',
  'doctor.do-take-archive-itself': 'Nimm dieses Archiv selbst, oder den Ordner darin.',
  'doctor.windows-line-ends':
    '{path} hat die Zeilenenden von Windows. Linux sucht dann ein Programm, dessen Name auf ein unsichtbares Zeichen endet, und sagt „bad interpreter“.',
  'doctor.do-save-with-unix-line-ends':
    'Lass Slipway es im Paket beheben (--fix-line-ends bei push und pack), oder sichere es mit Zeilenenden LF: „*.sh text eol=lf“ in .gitattributes erhält sie.',
  'doctor.no-permission-to-run':
    '{path} ist ein Programm, aber sein Ausführungsrecht fehlt, wie nach einem Weg über Windows oder manche Zip-Programme.',
  'doctor.do-nothing-permission': 'Nichts zu tun: Slipway gibt es beim Packen und Entpacken zurück.',
  'doctor.missing-arguments': '{path} liest sein Argument {word} und wird ohne Argumente gestartet.',
  'doctor.do-give-arguments':
    'Gib sie beim Hochladen oder in slipway.json an, etwa {example}. Oder lass es PORT lesen, das jeder Server bekommt.',
  'doctor.no-first-line':
    '{path} beginnt nicht mit einer Zeile, die sagt, was es ausführt, also startet das System es nicht.',
  'doctor.do-add-first-line': 'Mach „#!/bin/sh“ zur ersten Zeile, oder nenne in slipway.json das Programm selbst.',
  'doctor.one-more-entry': 'Dasselbe gilt für 1 weiteren Eintrag.',
  'doctor.more-entries': 'Dasselbe gilt für {count} weitere Einträge.',
  'doctor.do-name-folder': 'Nenne im „keep“ der slipway.json einen Ordner.',
  'doctor.port-in-script': '{path} startet ihn mit {option}, und Slipway gibt dem Port {name} eine andere Nummer.',
  'doctor.port-in-arguments':
    'In seinen Argumenten steht {option}, und Slipway gibt dem Port {name} eine andere Nummer.',
  'doctor.port-of-engine':
    'Ohne Port in seinen Argumenten lauscht er auf {number}, und Slipway gibt dem Port {name} eine andere Nummer.',
  'doctor.do-pass-or-set-port':
    'Übergib ihm {place}, oder setze beim Hochladen die interne Nummer von {name} auf {number} (internal_port in slipway.json).',
  'doctor.do-name-port':
    'Nenne in „arguments“ einen dieser Ports, oder füge diesen den „ports“ der slipway.json hinzu.',
  'doctor.folder-missing': 'Bei {folder} ist nichts. Prüfe den Pfad, oder wähle den Ordner noch einmal.',
  'doctor.folder-unreadable': 'Das System ({code}) lässt Slipway {folder} nicht ansehen. Wähle den Ordner noch einmal.',
  'engine.container-image': 'Ein Container-Image, wie „docker save“ es schreibt.',
  'engine.oci-bundle': 'Ein OCI-Bundle: ein Wurzeldateisystem mit seiner Konfiguration.',
  'engine.nothing-tells': 'Keine Datei darin verrät, womit es gemacht ist.',
  'engine.godot-pack': '{path} ist ein Paket von Godot',
  'engine.carries-godot-pack': '{path} trägt ein Paket von Godot in sich',
  'engine.names-main-class': '{path} nennt seine Hauptklasse',
  'engine.has-assets': '{program} mit assets/ daneben, und keine Dateien einer anderen Engine',
  'engine.is-program': '{path} ist ein Programm',
  'path.is-folder': 'ist ein Ordner',
  'path.no-right-to-read': 'du hast kein Recht, es zu lesen',
} satisfies Record<keyof ReturnType<typeof english>, string>;
