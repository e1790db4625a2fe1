// German for what the command line refuses, `slipway serve` warns of, and `slipway data` finds.
import type { commandLine as english } from '../en/command-line.ts';

export const commandLine = {
  'cli.usage': '{sentence} Siehe slipway {command} --help.',
  'cli.no-token': 'Einen Token „{name}“ hat dieses Spiel nicht. `slipway tokens list` zeigt, welche es gibt.',
  'cli.no-node': 'Es gibt keinen Knoten „{name}“. `slipway nodes` zeigt, welche es gibt.',
  'cli.node-ambiguous': 'Mehrere Knoten heißen „{name}“. Sag mit der Id, welcher: {ids}.',
  'cli.token-ambiguous': 'Mehrere Token heißen „{name}“. Sag mit der Id, welcher: {ids}.',
  'cli.no-game': 'Ein Spiel „{name}“ gibt es hier nicht. {known}',
  'cli.health-waiting': 'Wartet bis zu {seconds} Sekunden, dass die Server erreichbar sind.',
  'cli.health-ended': 'Ein Server von ihr ist zu Ende.',
  'cli.health-not-reachable': 'Ihre Server waren nach {seconds} Sekunden nicht erreichbar.',
  'cli.health-keeps-none':
    '{namespace} hält 0 Server, also gibt es keinen zu beobachten. Lege fest, wie viele er hält, oder sende ohne --wait-healthy.',
  'cli.health-rolled-back': '{why} {namespace} wurde auf {version} zurückgerollt.',
  'cli.health-runs-none': '{why} {namespace} hat wieder keine Version, wie vorher.',
  'cli.health-not-awaited':
    'Angehalten. {namespace} hat jetzt {version}; ob die Server erreichbar bleiben, wurde nicht abgewartet. Zurück geht es mit slipway rollback.',
  'cli.health-stays': '{why} {namespace} konnte nicht zurückgerollt werden, da vorher nichts lief, das laufen kann.',
  'cli.health-not-rolled-back': '{why} {namespace} wurde nicht zurückgerollt. {failed}',
  'cli.game-ambiguous': 'Mehrere Spiele heißen „{name}“. Nenne eines mit seiner Namens-ID: {ids}.',
  'cli.version-ambiguous': 'Mehrere Versionen heißen „{name}“. Nenne eine mit ihrer ID: {ids}.',
  'cli.no-version': '{game} hat keine Version „{name}“. {known}',
  'cli.no-namespace': '{game} hat keinen Namespace „{name}“. Es hat: {known}.',
  'cli.no-command': 'Einen Befehl „{name}“ gibt es nicht. Siehe slipway --help.',
  'cli.no-command-but': 'Einen Befehl „{name}“ gibt es nicht. Meintest du {meant}? Siehe slipway --help.',
  'cli.pack-stopped': 'Angehalten. Vom Paket wurde nichts behalten.',
  'cli.confirm-switch': '{namespace} ist geschützt. Bestätige das Umschalten mit --confirm {namespace}.',
  'cli.confirm-keep': '{namespace} ist geschützt. Bestätige mit --confirm {namespace}, wie dort Server laufen sollen.',
  'cli.confirm-end': '{namespace} ist geschützt. Bestätige das Ende seines Servers mit --confirm {namespace}.',
  'cli.no-network-to-change':
    'Spieler erreichen {id} an Slipway vorbei, also ist sein Netz nicht zu ändern. Gib einem Port das Routing game_guard.',
  'cli.file-is-there':
    '{file} gibt es schon. Nichts wurde geschrieben. Nenne eine andere Datei, oder ersetze sie mit --force.',
  'cli.version-name-invalid': 'Die Version passt nicht: {problems}.',
  'cli.no-namespace-at-all': '{game} hat keinen Namespace, an den gesendet werden kann.',
  'cli.link-cancelled': 'Abgebrochen. Der Link tut nichts mehr.',
  'cli.allow-http': '{sentence} Auf der Befehlszeile ist das --allow-http.',
  'cli.trust-fingerprint':
    '{sentence}\nEs ist für {subject} und gilt bis {until}. Ist es dasselbe, ergänze --trust-fingerprint {fingerprint}',
  'cli.serve-usage': '{sentence} Siehe slipway serve --help.',
  'cli.own-node-unwritable':
    'Slipway bewahrt das Node, das gehostete Server ausführt, in {folder} auf und konnte es nicht schreiben: {reason}. Schaffe dort Platz oder gib Rechte, oder nenne in XDG_CACHE_HOME einen anderen Ordner.',
  'cli.certificate-needs-key':
    '--tls-cert und --tls-key gehören zusammen: ein Zertifikat nützt ohne seinen Schlüssel nichts.',
  'cli.number-invalid': '{option} nimmt eine ganze Zahl von {least} bis {most}, nicht „{text}“.',
  'acme.port-refused':
    'Die Zertifizierungsstelle fragt diesen Rechner über HTTP am Port {port}, und der lässt sich nicht öffnen: {why}. Gib ihn frei, oder starte dort, wo er geöffnet werden darf.',
  'acme.refused':
    'Für {host} kam kein Zertifikat von {authority}: {why}. Der Name muss zu diesem Rechner führen, und Port {port} muss von außen offen sein.',
  'cli.acme-beside-other-tls':
    '--acme-email holt selbst ein Zertifikat; lass --tls-cert, --tls-key und --trust-proxy weg.',
  'cli.acme-needs-name': '--acme-email braucht --public-url mit einem Namen, wie https://games.example.',
  'cli.acme-email-invalid': '--acme-email nimmt eine Adresse wie ops@games.example, nicht „{text}“.',
  'cli.acme-directory-invalid': '--acme-directory nimmt die https-Adresse eines ACME-Verzeichnisses, nicht „{text}“.',
  'cli.blobs-invalid': '--blobs nimmt den Ort der Builds wie s3://bucket/prefix, nicht „{text}“.',
  'cli.s3-endpoint-invalid': '--s3-endpoint nimmt die Adresse des Speichers wie https://s3.example, nicht „{text}“.',
  'cli.s3-without-place': '{option} gehört zu einem Ort wie s3://bucket/prefix, in --blobs oder für eine Sicherung.',
  'cli.store-away':
    'Der Objektspeicher {store} mit der Sicherung lässt sich gerade nicht benutzen ({why}). Nichts wurde geändert. Prüfe seine Adresse, und starte den Befehl noch einmal, wenn der Speicher wieder antwortet.',
  'cli.store-silent':
    'Der Objektspeicher {store} mit der Sicherung antwortet nicht. Nichts wurde geändert. Prüfe seine Adresse, und starte den Befehl noch einmal, wenn der Speicher wieder antwortet.',
  'cli.store-away-at-start':
    'Der Objektspeicher {store} mit der Sicherung lässt sich gerade nicht benutzen ({why}), darum ist der Dienst nicht gestartet. Nichts ging verloren. Starte ihn noch einmal, wenn der Speicher wieder antwortet.',
  'cli.store-silent-at-start':
    'Der Objektspeicher {store} mit der Sicherung antwortet nicht, darum ist der Dienst nicht gestartet. Nichts ging verloren. Starte ihn noch einmal, wenn der Speicher wieder antwortet.',
  'cli.backup-place-invalid':
    'Eine Sicherung kommt in einen Ordner, nach s3://bucket/prefix oder nach ssh://user@host/ordner, nicht nach „{text}“.',
  'cli.s3-keys-missing':
    'Der Objektspeicher braucht Schlüssel. Setze AWS_ACCESS_KEY_ID und AWS_SECRET_ACCESS_KEY, oder nenne mit --s3-keys eine Datei, in der sie stehen.',
  'cli.s3-keys-unreadable':
    'Die Datei {file} enthält keine Schlüssel eines Objektspeichers. Schreibe die Zeilen „aws_access_key_id = ...“ und „aws_secret_access_key = ...“ hinein.',
  'cli.config-unreadable': 'Die Datei mit Optionen {file} ließ sich nicht lesen: {why}.',
  'cli.config-unknown':
    '{place}: „{line}“ ist keine Option von slipway serve. Eine Zeile ist „Name = Wert“, mit einem Namen aus slipway serve --help ohne seine Striche, oder ein Kommentar nach #.',
  'cli.config-empty': '{place}: {name} hat keinen Wert. Gib einen an oder setze # vor die Zeile.',
  'cli.config-yes-or-no': '{place}: {name} ist yes oder no, nicht „{value}“.',
  'cli.fleet-invalid': '--fleet nimmt docker:///run/docker.sock oder tcp://HOST:2376, nicht „{text}“.',
  'cli.fleet-needs-tls':
    'Eine Engine unter {text} könnte ohne TLS jeder benutzen. Gib --fleet-tls-ca, --fleet-tls-cert und --fleet-tls-key an.',
  'cli.host-needs-token':
    'Wer einen Server für einen Dienst ausführt, braucht das Token für ihn in {name}. Der Dienst, der ihn startet, legt es dort hin.',
  'cli.server-ports-invalid': '--server-ports nimmt einen Bereich wie 20000-29999, nicht „{text}“.',
  'cli.version-without-build':
    '{version} hat keinen Build, also ist nichts zu starten. Sende einen, oder nenne einen Build mit --build.',
  'cli.switch-without-build':
    '{version} hat keinen Build: {namespace} würde seine Server beenden und keinen starten. Nichts wurde geändert. Um keine Server zu behalten, nimm slipway servers keep --count 0.',
  'cli.grace-invalid': '--grace nimmt Sekunden von 0 bis {limit}, nicht „{text}“.',
  'cli.token-not-kept':
    'Der Token von {name} liegt nicht, wo die Befehlszeile ihn lesen kann; vielleicht hat ihn die App im Schlüsselbund. Gib ihn in SLIPWAY_TOKEN an.',
  'cli.no-service':
    'Auf {folder} läuft kein Dienst. Starte Slipway oder `slipway serve`, nenne mit --data den Ordner eines Dienstes, der läuft, oder eine Instanz mit --url oder --remote.',
  'cli.not-https':
    '{url} ist nicht https: der Token ließe sich unterwegs lesen. Nimm https, oder stimme dem mit --allow-http zu.',
  'cli.token-needed': 'Gib den Token von {url} in SLIPWAY_TOKEN an.',
  'cli.several-remotes':
    'Mehrere Remotes haben die Adresse {url}: {names}. Nenne eins mit --remote, oder gib seinen Token in SLIPWAY_TOKEN an.',
  'backup.other-data':
    '{place} enthält die Sicherung eines anderen Dienstes. Dort wurde nichts geändert. Nenne einen anderen Ordner, oder starte mit dem Datenordner, zu dem sie gehört.',
  'backup.newer':
    '{place} hat ein späterer Dienst geschrieben (Nummer {generation}, seit {since}; dieser Datenordner steht bei {own}), also ist dieser Ordner nicht der neueste. Nichts wurde geändert. Starte mit einem leeren Datenordner und --restore, oder nenne einen anderen Ordner für die Sicherung.',
  'backup.taken-over':
    'Ein anderer Dienst hat die Sicherung in {place} übernommen. Dieser hier stoppt, weil niemand behielte, was er noch schreibt.',
  'backup.gone':
    'Die Sicherung dieses Dienstes ist nicht mehr da. Prüfe, ob die Platte oder Freigabe von {place} eingehängt ist.',
  'backup.gone-at-start':
    'Die Sicherung dieses Dienstes ist nicht mehr in {place}, also ist er nicht gestartet. Nichts ging verloren. Prüfe, ob ihre Platte oder Freigabe eingehängt ist, und starte noch einmal. Damit dort eine neue Sicherung beginnt, entferne vorher {file}.',
  'backup.within':
    'Die Sicherung kann nicht in {place} liegen, weil sie getrennt von den Daten in {folder} sein muss. Nenne einen Ordner außerhalb, am besten auf einer anderen Platte.',
  'backup.within-blobs':
    'Die Sicherung kann nicht in {place} liegen: Aus {blobs}, wo seine Builds liegen, räumt der Dienst weg, was er nicht kennt. Nenne ein anderes Präfix oder Bucket.',
  'backup.file-changed':
    '{name} ist nicht mehr in {place}, oder wurde dort geändert. Starte die Wiederherstellung noch einmal.',
  'backup.ssh-failed':
    'Die Sicherung in {place} ist per ssh nicht erreichbar: {why}. Versuche dieselbe Adresse von Hand mit ssh; es muss mit einem Schlüssel und ohne Rückfrage gehen.',
  'backup.generation-unreadable':
    '{file} ist nicht lesbar, also ist nicht bekannt, welcher Dienst diese Sicherung schreiben darf. Hole die Datei aus einer Kopie zurück, oder nenne einen anderen Ordner.',
  'backup.none':
    'In {place} ist keine Sicherung. Prüfe die Angabe: Es ist die, die slipway serve --backup bekommen hat.',
  'backup.no-such-copy': 'In {place} gibt es keine Kopie {name}. Siehe slipway backup list.',
  'backup.copy-damaged': 'Die Kopie {name} ist beschädigt. Wähle eine frühere; slipway backup list zeigt sie.',
  'backup.folder-not-empty':
    '{folder} ist nicht leer, und nichts darin wird ersetzt. Stelle in einen leeren oder neuen Ordner wieder her.',
  'backup.no-room':
    'Für die Sicherung ist in {folder} kein Platz. Schaffe Platz, oder stelle auf einer anderen Platte wieder her.',
  'cli.no-remote': 'Ein Remote „{name}“ gibt es nicht. {known}',
  'cli.no-server': 'Einen Server mit der ID „{id}“ gibt es hier nicht. Siehe slipway servers list.',
  'cli.server-ambiguous': 'Mehrere Server haben eine ID, die mit „{id}“ beginnt: {ids}. Gib mehr davon an.',
  'cli.push-stopped': 'Angehalten. Was gesendet wurde, bleibt: derselbe Befehl macht dort weiter.',
  'cli.push-stopped-by-doctor': 'Nichts wurde gesendet. {findings} Mit --force wird es trotzdem gesendet.',
  'cli.dry-push-stopped': 'Angehalten. Nichts wurde gesendet.',
  'cli.server-ended': '{id} ist zu Ende.',
  'cli.server-silent':
    '{id} ist nach {seconds} s nicht bereit. Er läuft und lauscht auf keinem seiner Ports. Siehe slipway servers logs {id}.',
  'cli.server-not-up': '{id} ist nach {seconds} s nicht bereit. Zustand: {state}. Siehe slipway servers logs {id}.',
  'listening.certificate-ended': 'Das Zertifikat in {file} ist am {date} abgelaufen.',
  'listening.not-https':
    '{url} ist nicht https: Token der Aufrufer sind unterwegs lesbar, wenn dieses Netz nicht privat ist.',
  'listening.file-unreadable': 'die Datei ist nicht lesbar',
  'listening.no-ip-address': 'Der Dienst lauscht auf einer IP-Adresse, und „{host}“ ist keine.',
  'listening.in-the-clear':
    'Auf {host} ohne TLS zu lauschen würde Token unverschlüsselt über das Netz senden. Gib --tls-cert und --tls-key an, oder --trust-proxy, wenn davor ein Proxy TLS übernimmt.',
  'listening.needs-public-url':
    'Auf {host} zu lauschen braucht --public-url, damit der Dienst weiß, unter welchem Namen er aufgerufen wird.',
  'listening.public-url-not-https': '{url} sagt http, aber mit einem Zertifikat spricht der Dienst https.',
  'listening.public-url-invalid':
    '--public-url nimmt eine Adresse wie https://games.example, mit nichts hinter dem Namen, nicht „{text}“.',
  'listening.origin-invalid': '--allow-origin nimmt eine Herkunft wie https://tools.example, nicht „{text}“.',
  'listening.tls-certificate-missing': 'Das TLS-Zertifikat {file} ist nicht lesbar: die Datei gibt es nicht.',
  'listening.tls-certificate-unreadable': 'Das TLS-Zertifikat {file} ist nicht lesbar: {code}.',
  'listening.tls-key-missing': 'Der TLS-Schlüssel {file} ist nicht lesbar: die Datei gibt es nicht.',
  'listening.tls-key-unreadable': 'Der TLS-Schlüssel {file} ist nicht lesbar: {code}.',
  'listening.tls-key-not-of-certificate':
    'Der Schlüssel in {key} ist nicht lesbar, oder gehört nicht zum Zertifikat in {certificate}.',
  'export.none': '{folder} ist kein Export: {file} fehlt darin.',
  'export.other-format':
    '{folder} ist ein Export eines anderen Slipway (Format {written}.{records}; dieses nimmt {known}.{known_records}). Nimm das Slipway, das ihn geschrieben hat, und exportiere mit diesem noch einmal.',
  'export.damaged': 'Der Export in {folder} ist beschädigt: {what}. Nichts wurde übernommen.',
  'export.folder-damaged':
    '{folder} ist beschädigt: {what} Nichts wurde exportiert. `slipway data check` listet alles auf, was beschädigt ist.',
  'data.folder-not-empty': '{folder} ist nicht leer. Nichts wurde geändert. Nenne einen neuen oder leeren Ordner.',
  'data.none-in-folder': 'In {folder} sind keine Daten von Slipway.',
} satisfies Record<keyof ReturnType<typeof english>, string>;
