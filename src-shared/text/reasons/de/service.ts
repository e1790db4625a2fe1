// German for why the service refuses a call.
import type { service as english } from '../en/service.ts';

export const service = {
  'http.other-host':
    'Dieser Dienst antwortet nur auf seine eigene Adresse, und der Name in dieser Anfrage ist ein anderer. Wer ihn betreibt, kann mit --public-url einen zweiten nennen.',
  'http.other-site':
    'Webseiten anderer Herkunft dürfen diesen Dienst nicht aufrufen. Wer ihn betreibt, kann eine mit --allow-origin erlauben.',
  'http.too-many-requests': 'Zu viele Anfragen. Warte {seconds} s und versuche es noch einmal.',
  'http.body-too-slow': 'Der Inhalt kam zu langsam an.',
  'http.query-invalid': 'Die Anfrageparameter passen nicht: {why}.',
  'http.query-field-invalid': '„{field}“ in den Anfrageparametern passt nicht: {why}.',
  'http.body-invalid': 'Der Inhalt passt nicht: {why}.',
  'http.body-field-invalid': '„{field}“ im Inhalt passt nicht: {why}.',
  'http.head-too-large': 'Der Kopf dieser Anfrage ist zu groß.',
  'http.request-too-slow': 'Diese Anfrage kam zu langsam an.',
  'upload.connection-ended': 'Die Verbindung endete, bevor der Teil ganz da war.',
  'upload.build-too-large': 'Ein Build darf hier {limit} Bytes lang sein, nicht mehr.',
  'upload.part-not-in': 'Dieser Teil ist noch nicht da.',
  'upload.part-length-wrong': 'Dieser Teil ist {length} Bytes lang, nicht {given}.',
  'upload.range-wrong':
    'Content-Range muss bis zum Ende dieses Teils gehen, der {length} Bytes lang ist. „{given}“ tut das nicht.',
  'upload.digest-of-stretch': 'Ein Teil, der weitergeht, braucht den Digest des ganzen Teils in Repr-Digest.',
  'upload.not-so-much-held':
    'Der Teil kann nicht bei Byte {from} weitergehen: {held} Bytes davon sind hier. Ein HEAD seiner Adresse sagt, wie viele es sind.',
  'upload.part-in-already': 'Dieser Teil ist schon da, also geht er nicht weiter. Sende ihn ganz oder gar nicht.',
  'upload.digest-unreadable': 'Content-Digest ist nicht lesbar; er sieht aus wie „sha-256=:<base64>:“.',
  'upload.address-changed':
    'Diese Upload-Adresse wurde verändert, oder ist keine von uns. Frage nach einer neuen, und nimm sie, wie sie ist.',
  'upload.finished-with-other-part': 'Dieser Upload ist fertig, mit anderen Bytes in diesem Teil.',
  'upload.finished-with-other-bytes': 'Dieser Upload ist fertig, mit anderen Bytes, als diese Datei hat.',
  'upload.no-such-part': 'Diesen Teil hat dieser Upload nicht.',
  'upload.digest-wrong': 'Die angekommenen Bytes sind nicht die, die Content-Digest nennt. Sende den Teil noch einmal.',
  'upload.part-too-long': 'Mehr als die {length} Bytes dieses Teils kamen an.',
  'upload.part-too-short': 'Nur {received} der {length} Bytes dieses Teils kamen an.',
  'upload.ranges-invalid': 'Die Bereiche zum Wiederverwenden müssen der Reihe nach und innerhalb der Datei liegen.',
  'upload.no-room':
    'Das braucht {needed}, und auf der Platte dieses Dienstes sind noch {free} für Uploads frei. Nichts wurde gesendet. Entferne dort Builds, die niemand mehr betreibt, lösche Schnappschüsse behaltener Ordner oder schaffe Platz auf dieser Platte, und versuche es noch einmal.',
  'upload.one-part-only': 'Nur ein Upload aus einem Teil lässt sich als Datei übernehmen.',
  'upload.file-changed': '{file} enthält nicht mehr die Bytes, die angekündigt wurden.',
  'upload.file-unreadable': '{file} ist nicht mehr lesbar ({code}).',
  'upload.sent-twice':
    'Dieser Teil kam ganz über eine andere Verbindung, also wurde hier nicht länger darauf gewartet.',
  'upload.too-many-open':
    'Dieser Token hat {most} Uploads, die nicht fertig sind. Beende oder lösche erst einige ihrer Builds.',
  'upload.too-many-to-address':
    'Dieser Teil kommt schon über mehrere Verbindungen. Sende ihn in {seconds} s noch einmal.',
  'upload.part-missing': 'Teil {part} fehlt noch.',
  'upload.parts-missing': '{count} Teile fehlen noch.',
  'objects.unreachable':
    'Der Objektspeicher {store} ist nicht erreichbar ({why}). Nichts ging verloren; es geht weiter, sobald er wieder antwortet.',
  'objects.silent':
    'Der Objektspeicher {store} antwortet nicht. Nichts ging verloren; es geht weiter, sobald er wieder antwortet.',
  'objects.busy':
    'Der Objektspeicher {store} nimmt und gibt gerade nichts ({why}). Nichts ging verloren; es geht weiter, sobald er wieder antwortet.',
  'objects.keys-refused':
    'Der Objektspeicher {store} nimmt die Schlüssel dieses Dienstes nicht an ({why}). Wer den Dienst betreibt, kann ihm Schlüssel geben, die dort lesen, schreiben, auflisten und löschen dürfen.',
  'objects.clock':
    'Die Uhr dieses Dienstes und die des Objektspeichers {store} gehen zu weit auseinander. Stelle die Uhr des Rechners, auf dem der Dienst läuft.',
  'objects.no-bucket':
    'Der Objektspeicher hat keinen Bucket für {store}. Wer den Dienst betreibt, kann ihn anlegen oder mit --blobs einen anderen nennen.',
  'objects.full':
    'Der Objektspeicher {store} ist voll. Nichts ging verloren. Schaffe dort Platz, oder entferne Builds, die niemand mehr betreibt, und versuche es noch einmal.',
  'objects.refused': 'Der Objektspeicher {store} hat das abgelehnt ({why}). Nichts ging verloren.',
  'objects.part-gone': 'Der Objektspeicher hat nicht mehr alle Teile dieses Builds. Sende, was fehlt.',
  'objects.removed':
    'Die Bytes dieses Builds sind nicht mehr im Objektspeicher {store}. Lade den Build noch einmal hoch.',
  'objects.changed':
    'Die Bytes dieses Builds im Objektspeicher {store} wurden verändert, seit sie geprüft wurden. Lade den Build noch einmal hoch.',
  'objects.not-connected':
    'Die Bytes dieses Builds sind in einem Objektspeicher, und dieser Dienst wurde ohne ihn gestartet. Starte ihn wie zuvor mit --blobs.',
  'objects.one-part-too-long':
    'Ein Objektspeicher nimmt höchstens {limit} in einem Teil. Bereite diesen Build mit „multipart_upload“: true vor.',
  'download.over': 'Diese Download-Adresse ist nicht mehr bekannt. Frage nach einer neuen: jede gilt zehn Minuten.',
  'picture.too-many-bytes': 'Ein {kind} darf {limit} Bytes lang sein, nicht mehr.',
  'picture.no-bytes': 'Ein {kind} ohne Bytes zeigt nichts.',
  'picture.kind-unknown':
    'Diese Bytes sind kein Bild in PNG, JPEG oder WebP. SVG wird nicht genommen, da es Skripte enthalten kann.',
  'picture.size-wrong': 'Dieses Bild ist {width} x {height} Pixel groß; 1 bis {limit} auf jeder Seite sind in Ordnung.',
  'picture.damaged': 'Dieses Bild ist auf der Platte dieses Dienstes beschädigt. Lade es noch einmal hoch.',
  'picture.other-place': '{host} nennt ein Bild bei {other}; dorthin darf es nicht führen.',
  'picture.not-answered': '{host} antwortet mit {status} statt mit einem Bild.',
  'picture.download-too-large': 'Das Bild bei {host} hat mehr als {limit} MB.',
  'picture.took-too-long': 'Dieses Bild hat zu lange gebraucht. Sichere es noch einmal.',
  'picture.not-whole': 'Das Bild kam nicht ganz an. Sichere es noch einmal.',
  'picture.too-large': 'Ein {kind} darf {limit} MB haben, und dieses hat mehr.',
  'picture.not-sent':
    'Das Bild ließ sich nicht senden: {why}. Was vorher zu sehen war, bleibt. Versuche es noch einmal.',
  'token.none':
    'Dieser Aufruf braucht einen Token, und keiner kam mit. Sende einen im Kopf als „Authorization: Bearer TOKEN“.',
  'token.malformed':
    'Die Zeile Authorization dieses Aufrufs ist nicht lesbar. Sende darin „Bearer“, ein Leerzeichen und den Token.',
  'token.unknown':
    'Diese Instanz kennt den Token nicht: er wurde widerrufen, ist nicht vollständig oder gehört zu einer anderen Instanz. Kopiere ihn noch einmal, oder lass dir von denen, die die Instanz betreiben, einen neuen geben.',
  'token.revoked':
    'Der Token, mit dem das angefragt wurde, wurde widerrufen, und damit ist es zu Ende. Lass dir von denen, die die Instanz betreiben, einen neuen geben.',
  'token.expired':
    'Dieser Token ist seit {at} abgelaufen. Lass dir von denen, die die Instanz betreiben, einen neuen geben.',
  'token.may-not':
    'Dieser Token darf: {can}. Dafür braucht es einen, der das darf: {needs}. Nimm einen anderen, oder lass dir von denen, die die Instanz betreiben, einen geben.',
  'token.admin-by-owner':
    'Einen Token, der alles eines Spiels darf, vergibt nur der Besitzer. Lass dieses Recht weg, oder bitte den Besitzer um den Token.',
  'token.other-game':
    'Dieser Token ist für ein anderes Spiel. Nimm einen für dieses Spiel, oder lass dir von denen, die die Instanz betreiben, einen geben.',
  'token.other-namespace':
    'Dieser Token ist für einen anderen Namespace. Nimm einen für diesen Namespace oder für das ganze Spiel.',
  'token.whole-game':
    'Dieser Token ist für einen Namespace, und hier geht es um das ganze Spiel. Nimm einen für das ganze Spiel.',
  'token.not-for-service': 'Ein Service-Token darf das nicht. Nimm stattdessen einen Token des Spiels.',
  'token.owner-alone':
    'Das darf nur der Besitzer. Nimm den Token des Besitzers, oder bitte die darum, die die Instanz betreiben.',
  'token.not-for-metrics':
    'Die Messwerte brauchen den Token aus der Datei metrics-token im Datenordner oder den des Besitzers, im Kopf als „Authorization: Bearer TOKEN“. Der angegebene ist keiner von beiden.',
  'token.none-for-metrics':
    'Die Messwerte brauchen einen Token, und keiner kam mit. Sende den aus der Datei metrics-token im Datenordner im Kopf als „Authorization: Bearer TOKEN“.',
  'token.name-invalid': 'Der Name des Tokens passt nicht.',
  'token.file-not-writable': 'Die Datei mit Token, {file}, lässt sich nicht schreiben: {why}.',
  'token.keychain-locked':
    'Der Schlüsselbund dieses Systems öffnet den aufbewahrten Token nicht. Entsperre ihn, oder melde dich neu an.',
  'token.file-unusable': 'Die Datei mit Token, {file}, ist nicht benutzbar: {why}.',
  'token.file-damaged': 'sie ist beschädigt. Entferne sie und melde dich neu an',
  'token.has-spaces':
    'Das ist kein Token: ein Token ist ein Wort ohne Leerzeichen. Kopiere ihn noch einmal, ganz und allein.',
  'token.too-narrow': 'Der Token dieser Instanz ist für {scope} und darf das nicht. Nimm einen, der das darf.',
  'token.for-one-namespace': 'einen Namespace',
  'token.for-one-game': 'ein Spiel',
  'token.odd-characters':
    'Der Token hat ein Leerzeichen, einen Zeilenumbruch oder ein Zeichen, das kein Token hat. Kopiere ihn noch einmal, ganz und allein.',
  'token.keychain-refuses':
    'Der Schlüsselbund dieses Systems nimmt den Token nicht an. Entsperre ihn, und versuche es noch einmal.',
  'token.may-not-make-game': 'Der Token ist für {scope} und darf kein Spiel anlegen. Nimm einen, der das darf.',
  'token.may-not-send-build': 'Der Token ist für {scope} und darf keinen Build senden. Nimm einen, der das darf.',
  'token.may-not-switch': 'Der Token ist für {scope} und darf keinen Namespace umschalten. Nimm einen, der das darf.',
  'build.not-complete': 'Dieser Build ist noch nicht vollständig, also ist nichts herauszugeben.',
  'build.not-examined-yet':
    'Dieser Build lässt sich noch nicht untersuchen, da nicht alle Bytes da sind. Sende die fehlenden Teile und frage dann noch einmal.',
  'build.files-not-known-yet':
    'Was in diesem Build ist, ist noch nicht bekannt, da nicht alle Bytes da sind. Sende die fehlenden Teile und frage dann noch einmal.',
  'build.tag-exclusive-unknown': '„{tag}“ ist exklusiv, aber nicht unter den Tags.',
  'build.too-many-tags': 'Ein Build hat höchstens {limit} Tags.',
  'build.confirm-deletion': '{who} {name}. Bestätige mit seinem Namen, „{name}“.',
  'build.no-drag-from-browser':
    'Aus einem Browserfenster lassen sich keine Dateien ziehen. Sichere die Datei stattdessen.',
  'build.not-saved': 'Der Build ließ sich nicht als {file} sichern: {why}.',
  'version.build-missing':
    'Der Build der Version {version} wurde gelöscht, deshalb kann sie nicht laufen. Lade ihn neu hoch oder wähle eine andere Version.',
  'build.in-use': 'Auf {namespace} läuft dieser Build. Schalte zuerst auf eine andere Version um.',
  'build.in-use-by-many': 'Auf {namespaces} läuft dieser Build. Schalte zuerst auf eine andere Version um.',
  'build.no-copy-to-take':
    'Dieser Rechner hat keine Kopie von {name}. Nimm sie dort, wo gesendet wurde, oder auf dem Rechner, der sie aufbewahrt.',
  'build.still-uploading':
    'Die Bytes von {name} sind noch nicht alle da, also kann nichts ihn ausführen. Beende zuerst den Upload.',
  'namespace.named-twice':
    'Ein Namespace ist zweimal genannt. Nennen Sie jeden einmal, in der gewünschten Reihenfolge.',
  'namespace.last': 'Das ist der letzte Namespace des Spiels, und ein Spiel braucht einen.',
  'namespace.protected': '{name} ist geschützt. Bestätige die Änderung mit seinem Namen, „{name}“.',
  'namespace.switched-by-others':
    'Auf {namespace} läuft jetzt {present}, nicht mehr {expected}: jemand anders hat umgeschaltet. Nichts wurde geändert.',
  'validation.not-fitting': '{what} passt nicht: {problems}.',
  'validation.not-fitting-in-many': '{what} passt nicht: {problems} und {more} weitere.',
  'problem.name-empty': 'der Name ist leer',
  'problem.name-too-long': 'der Name ist länger als 128 Bytes, das sind 128 einfache Buchstaben',
  'problem.name-spaces':
    'der Name hat einzelne Leerzeichen zwischen Wörtern, keine an Anfang oder Ende, und keine unsichtbaren Zeichen',
  'problem.name-taken': 'hier gibt es den Namen schon',
  'problem.name-id-empty': 'die Namens-Id ist leer',
  'problem.name-id-too-long': 'die Namens-Id ist länger als 16 Buchstaben',
  'problem.name-id-characters': 'die Namens-Id hat Kleinbuchstaben, Ziffern und einzelne Bindestriche dazwischen',
  'problem.name-id-taken': 'hier gibt es die Namens-Id schon',
  'thread.lost': 'Der Thread {name} ging mitten darin verloren. Nichts ist halb getan. Versuche es noch einmal.',
  'service.id-invalid': '„{id}“ kann keine ID sein.',
  'service.no-reason': 'Der Dienst antwortete mit Status {status} und ohne Grund.',
  'service.answered': 'Der Dienst antwortete mit Status {status}: {why}',
  'listening.port-taken': 'Port {port} ist von {owner} belegt; benutzt wird {used}.',
  'listening.kept-port-taken':
    'Port {port} ist von {owner} belegt, und andere suchen den Dienst dort, darum startete er nicht. Beende jenes Programm und starte ihn noch einmal, oder setze einen anderen Port, auch für alle, die ihn rufen.',
  'listening.other-taken':
    'An {address}, was auch localhost ist, ist Port {port} von {owner} belegt. Programme, die Slipway unter dem Namen localhost rufen, senden ihm vielleicht ihre Tokens: Lass sie {here} rufen, und schließe das andere Programm.',
  'listening.program': '{name} (Prozess {pid})',
  'listening.another-program': 'einem anderen Programm',
  'listening.port-needs-rights':
    'Port {port} braucht Rechte, die dieser Benutzer nicht hat, wie alle unter 1024. Wähle einen ab 1024 und lass einen Proxy davor lauschen, oder gib das Recht CAP_NET_BIND_SERVICE.',
  'listening.ports-taken':
    'Die Ports {from} bis {to} sind alle belegt ({from} von {owner}). Schließe eines dieser Programme, oder wähle einen anderen Port.',
  'log.pattern-too-slow':
    'Das Muster braucht in Zeile {line} zu lange, darum endete die Suche dort. Vereinfache es, oder suche nach einem Text.',
  'log.pattern-invalid': 'Das ist kein regulärer Ausdruck: {why}. Suche stattdessen danach als Text.',
  'invalid.body': 'Der Inhalt',
  'invalid.build': 'Der Build',
  'invalid.namespace-name': 'Der Name des Namespace',
  'invalid.new-namespace-name': 'Der neue Name des Namespace',
  'invalid.picture': 'Das Bild',
  'invalid.region-name': 'Der Name der Region',
  'invalid.group-name': 'Der Name der Gruppe',
  'invalid.game-name': 'Der Name des Spiels',
  'invalid.new-game-name': 'Der neue Name des Spiels',
  'invalid.version-name': 'Der Name der Version',
} satisfies Record<keyof ReturnType<typeof english>, string>;
