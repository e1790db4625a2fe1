// German for why a server did not start, is not reached or ended, and what to do about it.
import type { servers as english } from '../en/servers.ts';

export const servers = {
  'server.build-deleted': 'Der Build dieses Servers wurde gelöscht.',
  'server.do-use-port':
    'Der Port war belegt. Nimm {place} in seinen Argumenten, oder lies PORT, damit Slipway einen freien wählen kann.',
  'server.do-end-holder':
    'Port {port} ist von {owner} belegt. Stoppe ihn, nimm hier {place} in den Argumenten, oder lass PORT lesen, damit Slipway einen freien wählen kann.',
  'server.do-wait-for-holder':
    'Port {port} ist von {owner} belegt, und der geht zu Ende. Stoppe ihn gleich oder warte, bis er zu Ende ist, und starte diesen erneut. Damit beide laufen, nimm hier {place} in den Argumenten, oder lass PORT lesen.',
  'server.do-end-holder-of-declared':
    'Port {port}, den seine slipway.json als internal_port nennt, ist von {owner} belegt. Beende das gleich oder warte, bis es zu Ende ist, und starte diesen Server erneut.',
  'server.do-end-holder-of-set':
    'Port {port}, der für diesen Server festgelegt ist, ist von {owner} belegt. Beende das gleich oder warte, bis es zu Ende ist, und starte diesen Server erneut.',
  'server.library-missing': 'Die Bibliothek {library} fehlt. {ended}',
  'server.do-install-named-library':
    'Installiere {library}, oder nimm sie in den Build auf und starte das Programm mit einem Skript, das LD_LIBRARY_PATH setzt.',
  'server.do-add-module': 'Im Build fehlt ein Modul. Nimm node_modules auf, oder bündle das Programm.',
  'server.do-build-on-older-linux':
    'Er ist für ein neueres Linux gebaut. Baue ihn auf einem älteren, oder linke ihn statisch.',
  'server.do-not-run-as-root': 'Server aus Unreal laufen nicht als root. Starte Slipway als gewöhnlicher Benutzer.',
  'server.do-save-with-unix-line-ends':
    'Sein Startskript hat Zeilenenden von Windows. Sichere es mit denen von Unix (LF) und packe neu.',
  'server.do-write-to-own-folder': 'Er darf etwas nicht, das er versuchte. Schreiben soll er in seinen eigenen Ordner.',
  'server.do-free-disk': 'Die Platte ist voll. Schaffe Platz, dann starte ihn neu.',
  'server.do-install-newer-java':
    'Er braucht ein neueres Java, als dieser Rechner hat. Installiere es, oder baue für ein älteres.',
  'server.do-accept-licence':
    'Er will erst seine Lizenz angenommen haben: lege eine eula.txt in den Build, die das sagt.',
  'server.too-many-processes': 'Er startete mehr Prozesse, als ein Server haben darf, und wurde beendet.',
  'server.unhealthy': 'Er meldete über das Agones-SDK {seconds} s lang nicht, dass es ihm gut geht, und wurde beendet.',
  'server.do-report-health':
    'Rufe Health mindestens einmal in jedem Zeitraum auf, oder gib ihm unter "health" in seiner slipway.json mehr Zeit.',
  'server.do-find-process-loop': 'Suche, was immer wieder Prozesse startet.',
  'server.too-much-memory': 'Er nahm mehr als seine {limit} MB Speicher und wurde beendet.',
  'server.do-give-memory': 'Gib ihm in seinen Einstellungen mehr Speicher, oder suche, was wächst.',
  'server.ended-by-signal': 'Durch {signal} beendet: {meaning}, nach {ran}.',
  'server.ended-without-code': 'Nach {ran} zu Ende gegangen, ohne zu sagen wie.',
  'server.exited': 'Mit Code {code} beendet, nach {ran}.',
  'server.exited-with-signal':
    'Mit Code {code} beendet (Signal {signal} eines Programms, das er startete), nach {ran}.',
  'server.filled-disk': 'Er hat den Datenträger gefüllt: Es war kaum noch Platz, und er hatte am meisten geschrieben.',
  'server.wrote-too-much':
    'Er schrieb mehr als die {limit} MB, die dieser Dienst einem Server auf dem Datenträger lässt.',
  'server.do-write-less-or-raise':
    'Lass ihn weniger schreiben, oder lass den Betreiber des Dienstes --server-disk erhöhen, und starte ihn erneut.',
  'server.do-write-less': 'Lass ihn weniger schreiben oder schaffe Platz, und starte ihn erneut.',
  'server.given-up':
    '{before} Seine Server endeten {endings}-mal in einer Minute, also werden keine mehr gestartet. Behebe den Build und schalte die Version um, oder starte einen von Hand neu.',
  'server.switched-back':
    '{before} Der Namespace führt wieder Version {version} aus, weil diese nicht startet oder sich nicht hält. Behebe den Build und schalte erneut um.',
  'server.service-ended': 'Der Dienst endete unerwartet, während er lief, also wurde er auch beendet.',
  'server.service-ended-before-start': 'Der Dienst endete unerwartet, bevor dieser Server gestartet wurde.',
  'server.service-ended-while-stopping': 'Der Dienst endete unerwartet, während er beendet wurde. Zu Ende: gestoppt.',
  'server.service-ended-while-restarting':
    'Der Dienst endete unerwartet, während dieser Server neu startete, also wurde er gestoppt und nicht wieder gestartet.',
  'server.output-lost-after': '{why} Was er schrieb, nachdem der Dienst endete, steht hier nicht.',
  'server.still-runs': 'Dieser Server läuft noch. Ein Absturzpaket entsteht aus einem, der zu Ende ist.',
  'console.closed': 'Der Server liest seine Standardeingabe nicht: Er hat sie geschlossen oder läuft noch nicht.',
  'console.not-read':
    'Der Server hat noch nicht gelesen, was zuvor getippt wurde. Warte, bis er es tut, oder starte ihn neu.',
  'server.has-ended': 'Dieser Server ist zu Ende.',
  'server.drains': 'Leert sich: Er endet, wenn seine Spieler gegangen sind, spätestens nach {time}.',
  'server.drains-uncounted': 'Leert sich: Er endet nach {time}. Spieler an seinen eigenen Ports werden nicht gezählt.',
  'server.drains-no-more': 'Er leert sich nicht mehr und bleibt.',
  'server.drains-no-restart':
    'Dieser Server wurde nicht neu gestartet, da er sich leert: Er endet, wenn seine Spieler gegangen sind oder seine Zeit zum Leeren um ist. Stoppe ihn, um ihn jetzt zu beenden.',
  'share.no-such-address':
    '{address} ist keine Adresse dieses Rechners in einem privaten Netz. Wähle eine davon: {known}.',
  'share.no-private-address':
    'Der Server wurde nicht geteilt, da dieser Rechner gerade in keinem privaten Netz ist. Verbinde ihn mit einem, per WLAN oder Kabel, und teile den Server noch einmal.',
  'share.not-guarded':
    'Nur Ports mit dem Routing Game Guard können im Netz geteilt werden, und nur bei einem Dienst, den allein dieser Rechner erreicht.',
  'bundle.exit': 'Wie der Server endete',
  'bundle.log-tail': 'Die letzten {count} Zeilen seines Logs, ohne Geheimnisse',
  'bundle.log-head': 'Die ersten {count} Zeilen seines Logs, ohne Geheimnisse',
  'bundle.settings': 'Wie er gestartet wurde; Geheimnisse sind verdeckt',
  'bundle.usage': 'Was er verbrauchte, während er lief',
  'bundle.core':
    'Der Speicher des Servers beim Absturz, für einen Debugger. Bekannte Geheimnisse sind überschrieben; andere können darin sein.',
  'bundle.manifest': 'Was in diesem Paket ist, und wovon es ist',
  'bundle.left-out-by-you': 'von dir weggelassen',
  'bundle.larger-than': 'größer als {size} MiB',
  'bundle.core-elsewhere':
    'Dieses System übergibt Core-Dumps an {program} (sieh dort nach, oft mit coredumpctl), darum ist im Ordner des Servers keiner.',
  'bundle.core-elsewhere-on-node':
    'Das System seines Knotens übergibt Core-Dumps an {program} (suche dort, oft mit coredumpctl), darum kam keiner hierher.',
  'bundle.core-limit':
    'Es gibt keinen Core-Dump, weil dieser Dienst keinen schreiben darf (sein Core-Limit ist 0). Setze LimitCORE=infinity in seiner Unit, oder führe "ulimit -c unlimited" aus, bevor er startet.',
  'bundle.core-limit-of-engine':
    'Es gibt keinen Core-Dump, weil die Container-Engine seines Knotens Container keinen schreiben lässt (ihr Core-Limit ist 0). Setze LimitCORE=infinity in der Unit der Engine, oder starte sie mit --default-ulimit core=-1.',
  'bundle.core-too-large':
    'Der Core-Dump hatte {size} MiB. Knoten senden höchstens {most} MiB, darum wurde er mit dem Server gelöscht.',
  'bundle.core-not-sent':
    'Der Core-Dump kam nicht vom Knoten zum Dienst ({why}), darum wurde er mit dem Server gelöscht.',
  'server.bundle-not-saved': 'Das Paket ließ sich nicht als {file} sichern: {why}.',
  'server.log-says-more': 'Sein Log sagt mehr.',
  'server.too-many':
    'Der Namespace {namespace} darf {limit} Server zugleich haben, und {living} laufen. Beende einen, oder erhöhe „Lobbys höchstens“ in seinen Einstellungen.',
  'server.variable-not-for-token':
    'Die Variable {name} bestimmt, welchen Code ein Programm ausführt, darum darf ein Service-Token sie nicht setzen. Schreib sie in die slipway.json des Builds, oder starte den Server mit einem Token des Spiels.',
  'server.no-such-datacenter': 'Ein Rechenzentrum „{name}“ gibt es hier nicht. Es gibt: {known}.',
  'signal.abort': 'er gab selbst auf (abort), oft nach einer gescheiterten Prüfung',
  'signal.bus': 'er las Speicher, den es nicht gibt, oder seine Platte verschwand',
  'signal.arithmetic': 'er teilte durch null oder Schlimmeres',
  'signal.instruction': 'er führte einen Befehl aus, den diese CPU nicht hat',
  'signal.kill': 'etwas außerhalb von Slipway hat ihn abgeschossen',
  'signal.segmentation': 'er griff auf fremden Speicher zu (Speicherzugriffsfehler)',
  'signal.terminate': 'etwas außerhalb von Slipway bat ihn zu enden',
  'signal.interrupt': 'etwas außerhalb von Slipway hat ihn unterbrochen',
  'signal.pipe': 'er schrieb in etwas, das geschlossen war',
  'signal.file-size': 'er schrieb eine größere Datei, als er darf',
  'signal.other': 'ein Signal, das von außen kam',
  'start.no-program-found':
    'In diesem Build fand sich kein Programm zum Starten. Lege in seine Wurzel eine slipway.json, die eines nennt: {"program": "..."}.',
  'start.program-outside-build':
    'Das Programm „{program}“ liegt nicht im Build. Nenne es mit seinem Pfad unter der Wurzel des Builds.',
  'start.program-not-in-build': 'ist nicht in diesem Build',
  'start.program-unusable': 'Das Programm „{program}“ {what}. Nenne die Startdatei in slipway.json.',
  'start.runtime-missing':
    'Dieser Build läuft mit {runtime}, und auf diesem Rechner gibt es kein {command}. Installiere es, dann starte neu.',
  'start.manifest-not-json':
    'Die slipway.json dieses Builds ist kein JSON. {fault} Lade den Build dann noch einmal hoch.',
  'start.manifest-invalid': '{misfit} Behebe es im Build, und lade den Build noch einmal hoch.',
  'start.no-ports-for-place':
    'Ein Argument dieses Servers verlangt {place}, und er hat keine Ports. Füge einen hinzu, oder nimm das aus dem Argument.',
  'start.no-such-port-for-place':
    'Ein Argument dieses Servers verlangt {place}, und seine Ports sind {ports}. Nenne einen Port, den er hat, oder füge diesen hinzu.',
  'start.program-empty': '{program} ist leer. Baue es noch einmal und lade es neu hoch.',
  'start.program-unknown-kind':
    '{program} ist kein Programm, das dieses System starten kann: weder ein Binärprogramm noch ein Skript mit einer ersten Zeile wie „#!/bin/sh“.',
  'start.folder-unusable': 'Der Arbeitsordner {folder} ist nicht benutzbar: {code}.',
  'start.folder-is-file': 'Der Arbeitsordner {folder} ist eine Datei, kein Ordner.',
  'start.program-missing': 'Das Programm {program} gibt es nicht. Prüfe seinen Namen in slipway.json.',
  'start.program-is-folder': '{program} ist ein Ordner, kein Programm.',
  'start.program-not-executable':
    'Das Programm {program} ist nicht als ausführbar markiert. Gib es mit „chmod +x“ frei und baue neu, oder packe mit einem Programm, das die Markierung behält.',
  'start.script-for-unix': 'ein Skript für Linux oder macOS',
  'start.script-windows-line-ends':
    'Das Skript {program} hat Zeilenenden von Windows (CRLF), also sucht das System ein Programm namens „{interpreter}\\r“. Sichere es mit Zeilenenden LF.',
  'start.program-for': 'ein Programm für {system} auf {machine}',
  'start.program-for-other-system':
    '{program} ist {kind}, und das hier ist {system} auf {machine}. Baue es für dieses System und lade es noch einmal hoch.',
  'start.interpreter-missing':
    'Das Programm {program} braucht {interpreter}, und das gibt es auf diesem Rechner nicht. Installiere es, oder baue ohne.',
  'start.program-no-right':
    'Dieser Benutzer darf {program} nicht ausführen. Gib der Datei und ihren Ordnern die Rechte dafür.',
  'isolation.wall':
    'Jeder Server kann seine Kopie des Builds ändern, das Netz nutzen und Programme und Einstellungen des Systems lesen, etwa in /usr, /etc und /opt. Auf sonst nichts von diesem Rechner kann er zugreifen.',
  'isolation.none':
    'Builds laufen hier mit deinen Rechten: Dieser Rechner kann Server nicht isolieren ({why}). {remedy}',
  'isolation.do-install-tools': 'Installiere util-linux oder bubblewrap.',
  'isolation.do-allow-mounts':
    'Ein Container, in dem Slipway läuft, muss Mounts erlauben: mit Docker oder Podman --cap-add=SYS_ADMIN und --security-opt=seccomp=unconfined.',
  'isolation.do-set-sysctl': 'Erlaube User-Namespaces: sudo sysctl {setting}.',
  'isolation.do-allow-bubblewrap':
    'AppArmor erlaubt hier keine User-Namespaces. Installiere bubblewrap und dazu das Profil, das es erlaubt: bwrap-userns-restrict aus dem Paket apparmor-profiles.',
  'isolation.do-allow-user-namespaces': 'Erlaube User-Namespaces für diesen Benutzer, oder installiere bubblewrap.',
  'isolation.do-use-linux': 'Nimm dafür Linux, oder betreibe hier nur Builds von Leuten, denen du vertraust.',
  'start.wall-failed': 'Die Abschirmung des Servers ließ sich nicht aufbauen. Sein Protokoll sagt, warum.',
  'start.no-wall-here':
    'Dieser Rechner kann Server nicht isolieren: {why}. {remedy} Oder starte den Dienst mit --unsafe-hosting.',
  'start.no-room-for-copy':
    'Die Platte wurde voll, während der Server seine Kopie des Builds bekam. Schaffe Platz und starte den Server noch einmal.',
  'start.disk-full':
    'Die Platte wurde voll, während der Server gestartet wurde. Schaffe Platz und starte den Server noch einmal.',
  'start.system-refused': 'Das System hat {program} nicht gestartet ({code}).',
  'start.program-went-away': 'Das Programm {program} verschwand beim Starten. Versuche es noch einmal.',
  'start.system-forbids-noexec':
    'Das System lässt diesen Benutzer {program} nicht ausführen. Vielleicht ist die Platte mit „noexec“ eingehängt.',
  'start.system-forbids': 'Das System lässt diesen Benutzer {program} nicht ausführen.',
  'start.not-for-this-system': '{program} ist kein Programm für dieses System. Baue es für dieses System.',
  'start.too-many-processes':
    'Das System startet für diesen Benutzer keine Prozesse mehr. Stoppe einige Server und versuche es noch einmal.',
  'start.too-many-files':
    'Slipway hat so viele Dateien offen, wie das System erlaubt. Stoppe einige Server und versuche es noch einmal.',
  'start.too-many-files-on-machine':
    'Der Rechner hat so viele Dateien offen, wie er erlaubt. Beende einige Programme und versuche es noch einmal.',
  'start.too-little-memory':
    'Der Rechner hat zu wenig freien Speicher, um {program} zu starten. Stoppe einige Server und versuche es noch einmal.',
  'start.arguments-too-long': 'Die Argumente und die Umgebung von {program} sind länger, als das System annimmt.',
  'start.program-being-written':
    '{program} wird gerade geschrieben. Warte, bis das fertig ist, und versuche es noch einmal.',
  'start.no-reason-given': 'ohne Angabe von Gründen',
  'silence.do-set-protocol': 'Die Nummer stimmt. Setze das Protokoll des Ports {name} auf {protocol}.',
  'silence.no-port': 'Er läuft und lauscht noch nicht auf {ports}.',
  'silence.other-address': '{problem} Er lauscht auf {open}, wo {host} ihn nicht erreicht.',
  'silence.do-listen-on-host':
    'Lass ihn auf {host} oder auf allen Adressen lauschen; {place} in seinen Argumenten und SLIPWAY_HOST sagen, auf welcher.',
  'silence.no-open-port': '{problem} Er hat gar keinen offenen Port.',
  'silence.other-ports': '{problem} Stattdessen lauscht er auf {open}.',
  'silence.do-use-port': 'Gib ihm den Port mit {place} in seinen Argumenten, oder lass ihn PORT lesen.',
  'silence.do-use-or-set-port':
    'Gib ihm den Port mit {place} in seinen Argumenten, oder lass ihn PORT lesen. Lauscht er immer auf {number}, setze beim Hochladen die interne Nummer von {name} auf {number} (internal_port in slipway.json).',
  'silence.not-ready': 'Er lauscht auf seinen Ports und hat über das Agones-SDK noch nicht Ready gemeldet.',
  'silence.do-say-ready':
    'Lass ihn Ready aufrufen, wenn Spieler kommen dürfen, oder entferne "ready": "sdk" aus seiner slipway.json.',
  'silence.do-wait':
    'Vielleicht lädt er noch. Sein Log sagt, was er tut; {place} in seinen Argumenten, oder PORT, gibt ihm den Port.',
  'process.does-not-end':
    'Das System beendet den Prozess {pid} nicht, obwohl es das sollte. Er wartet auf ein Gerät oder eine Platte; ein Neustart des Rechners beendet ihn.',
  'process.do-not-end':
    'Das System beendet die Prozesse {pids} nicht, obwohl es das sollte. Sie warten auf ein Gerät oder eine Platte; ein Neustart des Rechners beendet sie.',
  'port.taken-for-server':
    'Port {port} ({kind}) ist von {owner} belegt. Beende es, oder gib dem Server einen anderen Port.',
  'port.none-free':
    'Keiner der Ports {from} bis {to} ist frei: {ours} haben Server dieses Slipway, die anderen haben andere Programme. Stoppe einige Server, oder gib Slipway mehr Ports.',
  'port.taken': '{what} ist von {owner} belegt. Schließe dieses Programm, oder wähle einen anderen Port.',
  'port.named': 'Der Port {port} ({protocol}) für „{name}“',
  'port.another-server': 'einem anderen Server dieses Slipway',
  'port.server': 'dem Server {server} in „{namespace}“',
  'port.fixed-taken':
    'Der Port {port} ({kind}) für „{name}“ steht mit „number“ fest und ist von {owner} belegt. Beende das, oder nimm „number“ heraus, damit jeder freie Port recht ist.',
  'port.got-another': '„{name}“ wollte den Port {port} und bekam {other}: {why}',
  'kept.unreachable':
    'Die behaltenen Ordner dieses Namespace in {folder} sind nicht zu erreichen. Verbinde den Datenträger, auf dem sie liegen, und starte den Server erneut.',
  'kept.no-folder-in-build':
    '„{name}“ soll behalten werden, ist in diesem Build aber eine Datei oder ein Link. Nenne einen Ordner im „keep“ seiner slipway.json, und lade den Build erneut hoch.',
  'kept.no-folder-in-image':
    '„{name}“ ist ein Volume dieses Images, aber eine Datei darin. Nenne einen Ordner als VOLUME, und lade das Image erneut hoch.',
  'template.unfit': 'Die Stellen in {file} sind nicht auszufüllen: {why}',
  'template.not-there': 'Diese Datei gibt es im Build nicht. Nenne in „templates“ der slipway.json Dateien des Builds.',
  'template.link':
    'Sie ist ein Link oder liegt hinter einem und würde woandershin führen. Lege die Datei selbst in den Build.',
  'template.no-file': 'Das ist keine Datei. Nenne in „templates“ der slipway.json eine Datei.',
  'template.too-large': 'Sie hat {size}, und ausgefüllt werden höchstens {limit}.',
  'template.no-text': 'Sie ist kein Text in UTF-8. Sichere sie als UTF-8, oder nimm sie aus „templates“.',
  'template.in-kept-folder':
    'Sie liegt in {folder}, das behalten wird und allen späteren Servern gehört. Verschiebe sie.',
  'template.do-name-file': 'Berichtige „templates“ in der slipway.json, oder lege die Datei dorthin.',
  'kept.unreadable': 'Was von den behaltenen Ordnern geschickt wurde, ist nicht lesbar.',
  'kept.lost': '{why} {said}',
  'kept.lost-since-start':
    'Seine behaltenen Ordner gehen weiter, wie sie bei seinem Beginn waren. Kommt sein Knoten zurück, kommt als Snapshot, was er geschrieben hat.',
  'kept.lost-since-copy':
    'Seine behaltenen Ordner gehen von einer Kopie von {minutes} min davor weiter. Kommt sein Knoten zurück, kommt als Snapshot, was er später geschrieben hat.',
  'kept.not-fetched':
    'Sein Knoten konnte die behaltenen Ordner nicht holen. Sieh nach, ob er diesen Dienst erreicht, und starte ihn noch einmal.',
  'kept.send-again':
    'Die behaltenen Ordner ließen sich noch nicht an den Dienst schicken. Es wird eine Stunde lang noch einmal versucht.',
  'kept.not-sent':
    'Die behaltenen Ordner ließen sich nicht an den Dienst schicken. Was seit der letzten Kopie geschrieben wurde, ist verloren.',
  'kept.not-saved': 'Die behaltenen Dateien ließen sich nicht als {file} sichern: {why}.',
  'kept.no-snapshot': 'Diesen Schnappschuss gibt es nicht. Liste die vorhandenen auf.',
  'kept.no-file': '„{path}“ gibt es in den behaltenen Ordnern nicht.',
  'kept.closed':
    '„{path}“ in den behaltenen Ordnern ist nicht lesbar: Es ist für diesen Dienst gesperrt, liegt zu tief, oder sein Name ist kein UTF-8. Benenne es auf dem Rechner des Dienstes um, oder lösche es dort, und versuche es erneut.',
  'kept.in-use': 'Server {server} hat die behaltenen Ordner. Beende ihn zuerst, und versuche es erneut.',
  'kept.busy':
    'Die behaltenen Ordner werden gerade kopiert, wiederhergestellt oder geleert. Versuche es gleich noch einmal.',
  'kept.replaced':
    'Die behaltenen Ordner wurden ersetzt oder gelöscht, während sie gelesen wurden. Versuche es erneut.',
  'namespace.has-kept':
    'Dieser Namespace hat behaltene Ordner seiner Server: {files} Dateien, {size}, mit Schnappschüssen. Sie wären endgültig weg. Lade herunter, was gebraucht wird, und lösche den Namespace dann mit ihnen.',
  'kept.no-room':
    'Der Datenträger ist voll, daher konnten die behaltenen Ordner nicht angelegt werden. Schaffe Platz, und versuche es erneut.',
  'kept.waits-for-holder': 'Wartet auf das Ende von Server {server}, der die behaltenen Ordner hat.',
  'kept.waits-for-players':
    'Wartet auf Server {server}, der die behaltenen Ordner hat und auf dem noch gespielt wird. Er endet, wenn die Spieler gegangen sind oder seine Zeit zum Leeren um ist; bis dahin kommen neue Spieler auf ihn. Stoppe ihn, um diesen sofort zu starten.',
  'kept.waited-never-started':
    'Er wartete auf Server {server}, der die behaltenen Ordner hatte, und wurde nie gestartet.',
  'kept.drains':
    'Server {server} wartet auf die behaltenen Ordner dieses Servers, der endet, wenn seine Spieler gegangen sind oder seine Zeit zum Leeren um ist.',
  'port.waits-for-holder': 'Wartet auf das Ende von Server {server}, der den Port {port} hat.',
  'port.waits-for-players':
    'Wartet auf Server {server}, der den Port {port} hat und auf dem noch gespielt wird. Er endet, wenn die Spieler gegangen sind oder seine Zeit zum Leeren um ist; bis dahin kommen neue Spieler auf ihn. Stoppe ihn, um diesen sofort zu starten.',
  'port.waited-never-started': 'Er wartete auf Server {server}, der den Port {port} hatte, und wurde nie gestartet.',
  'port.drains':
    'Server {server} wartet auf den Port {port} dieses Servers, der endet, wenn seine Spieler gegangen sind oder seine Zeit zum Leeren um ist.',
  'port.reserved': '{what} hält das System zurück. Wähle einen über 1023.',
  'port.no-such-address':
    '{what} lässt sich nicht auf {host} öffnen, da dieser Rechner diese Adresse nicht hat. Nimm 127.0.0.1 oder eine Adresse dieses Rechners.',
  'port.invalid': '{port} ist kein Port („{name}“). Wähle einen von {least} bis 65535.',
  'relay.server-known': 'Das Relay hat schon Ports für den Server {server}.',
  'relay.server-unknown': 'Das Relay hat keine Ports für den Server {server}. Er ist zu Ende.',
  'client.too-many': '{limit} Clients laufen schon. Beende zuerst einige davon.',
  'client.no-such-program': 'Dieses Programm gibt es nicht',
  'client.program-not-run': 'Das System führt es nicht aus',
  'client.not-started': '{program} wurde nicht gestartet. {why}. Nimm den ganzen Pfad.',
  'client.refuses-root':
    'Slipway läuft als root, was dieser Client verweigert. Starte Slipway als anderer Benutzer, oder lass den Client es erlauben: Browser wie Chromium nehmen --no-sandbox.',
  'client.ended-by-signal': 'Durch {signal} beendet.',
  'client.ended': 'Von selbst beendet.',
  'client.ended-with-code': 'Mit Code {code} beendet.',
} satisfies Record<keyof ReturnType<typeof english>, string>;
