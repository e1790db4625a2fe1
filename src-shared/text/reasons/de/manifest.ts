// German for what is wrong with a slipway.json, and why files stay out of a package.
import type { manifest as english } from '../en/manifest.ts';

export const manifest = {
  'manifest.do-mend':
    'Behebe oder entferne es. Seine Form: {"program": "...", "arguments": [], "ports": {"game": {"protocol": "udp"}}}.',
  'manifest.unreadable': 'Es ist keine lesbare Datei von höchstens 256 KiB.',
  'manifest.not-json': 'Es ist kein JSON. {fault}',
  'manifest.no-path': 'Das kann kein Pfad einer Datei sein.',
  'manifest.path-absolute': 'Erwartet wird ein Pfad unter der Wurzel des Builds, kein absoluter.',
  'manifest.path-leads-out': 'Erwartet wird ein Pfad, der im Build bleibt.',
  'manifest.invalid': 'slipway.json passt nicht: {message}',
  'manifest.invalid-at': 'slipway.json passt nicht, bei {path}: {message}',
  'manifest.invalid-at-place': 'slipway.json passt nicht, Zeile {line}, Spalte {column}, bei {path}: {message}',
  'manifest.unknown-at': 'slipway.json, Zeile {line}, Spalte {column}: {message}',
  'manifest.unknown': 'Ein Feld "{name}" gibt es hier nicht, daher wird es übergangen.',
  'manifest.unknown-misspelled':
    'Ein Feld "{name}" gibt es hier nicht, daher wird es übergangen. Ist "{known}" gemeint?',
  'manifest.unknown-belongs-in':
    'Ein Feld "{name}" gibt es hier nicht, daher wird es übergangen. "{known}" gehört in "{place}".',
  'manifest.unknown-belongs-outside':
    'Ein Feld "{name}" gibt es hier nicht, daher wird es übergangen. "{known}" gehört an den Anfang der Datei.',
  'manifest.do-rename-field':
    'Berichtige seinen Namen oder seine Stelle, oder nimm es heraus. docs/slipway-json.md führt alle Felder auf.',
  'manifest.keep-no-folder': 'Erwartet wird der Pfad eines Ordners unterhalb der Wurzel des Builds, etwa „world“.',
  'manifest.template-no-file': 'Erwartet wird der Pfad einer Datei unterhalb der Wurzel des Builds, etwa „server.cfg“.',
  'manifest.keep-within-another': 'Ein anderer Eintrag enthält diesen Ordner schon.',
  'manifest.text-empty': 'Es ist leer. Erwartet wird ein Text aus mindestens einem Zeichen.',
  'manifest.missing': 'Es fehlt. Erwartet wird: {expected}.',
  'manifest.wrong': 'Es ist {found}. Erwartet wird: {expected}.',
  'manifest.not-fitting': 'Es passt nicht.',
  'manifest.text': 'ein Text',
  'manifest.whole-number': 'eine ganze Zahl',
  'manifest.list': 'eine Liste',
  'manifest.object': 'ein Objekt',
  'manifest.one-of': 'eines von {values}',
  'manifest.at-least': 'mindestens {limit}',
  'manifest.at-most': 'höchstens {limit}',
  'manifest.number': 'eine Zahl',
  'manifest.too-many': 'Es hat {count} Einträge. Höchstens {limit} passen.',
  'manifest.name-empty': 'Sein Name ist leer. Erwartet wird mindestens ein Zeichen.',
  'manifest.name-too-long': 'Sein Name ist {length} Bytes lang. Höchstens {limit} passen.',
  'manifest.too-long': 'Es ist {length} Bytes lang. Höchstens {limit} passen.',
  'manifest.port-unknown': 'Er soll auf den Port „{other}“ folgen, und keiner heißt so.',
  'manifest.port-circular':
    'Er soll auf den Port „{other}“ folgen, der wiederum auf ihn folgt. Einer von beiden braucht kein „after“.',
  'manifest.port-both-given':
    'Er soll auf den Port „{other}“ folgen und hat eine eigene Nummer. Nimm eines von beiden heraus.',
  'manifest.port-other-routing':
    'Er soll auf den Port „{other}“ folgen, der ein anderes Routing hat. Gib beiden dasselbe.',
  'manifest.port-number-taken': 'Der Port „{other}“ hat diese Nummer schon. Gib einem von beiden eine andere.',
  'manifest.port-number-inside':
    'Slipway nimmt Spieler an {other} selbst an und reicht sie weiter, also kann der Server nicht auch an {other} lauschen. Gib „internal_port“ eine andere Nummer oder entferne es, oder setze das Routing {"host": {}}.',
  'manifest.port-out-of-range': 'Seine Nummer läge über {other}, der letzten, die es gibt.',
  'manifest.port-proxy-no-effect':
    'Das PROXY-Protokoll gibt es nur an TCP-Ports mit dem Routing game_guard. Nimm es hier heraus.',
  'manifest.query-port-unknown':
    'Am Port „{other}“ soll gefragt werden, wer spielt, und in „ports“ gibt es keinen dieses Namens.',
  'manifest.query-other-protocol':
    'Diese Frage geht über {other}, und der Port spricht das nicht. Nenne einen anderen Port.',
  'json.not-utf-8': 'Es ist nicht als UTF-8 gesichert. Sichere es als UTF-8.',
  'json.empty': 'Es ist leer. Schreibe JSON hinein, oder nimm es heraus.',
  'json.fault-at': 'Zeile {line}, Spalte {column}: {fault}',
  'json.ends-early': 'Hier endet es, und eine Klammer oder ein Wert fehlt. Ergänze das.',
  'json.trailing-comma': 'Vor einer schließenden Klammer darf kein Komma stehen. Nimm es heraus.',
  'json.comment': 'JSON kennt keine Kommentare. Nimm diesen heraus.',
  'json.no-colon': 'Davor fehlt ein Doppelpunkt. Ergänze ihn.',
  'json.no-comma': 'Davor fehlt ein Komma oder eine schließende Klammer. Ergänze das.',
  'json.no-quotes': 'Namen und Texte stehen in geraden Anführungszeichen ("). Setze sie darum.',
  'json.unexpected': 'Das darf hier nicht stehen. Nimm es heraus, oder setze an seine Stelle, was hierher gehört.',
  'json.bad-escape': 'Dieser Rückstrich bedeutet in JSON nichts. Schreibe zwei davon, oder einen Schrägstrich.',
  'json.tab': 'Hier steht ein Tabulator in einem Text. Schreibe \\t dafür.',
  'json.open-text':
    'Diesem Text fehlt das Anführungszeichen am Ende. Ergänze es; ein Zeilenumbruch darin wird als \\n geschrieben.',
  'leave-out.version-control': 'Verlauf einer Versionsverwaltung',
  'leave-out.system': 'Vom Betriebssystem hinterlassen',
  'leave-out.debug-symbols': 'Debug-Symbole: groß, und nur zur Fehlersuche',
  'leave-out.linking': 'Zum Linken von Programmen nötig, nicht zum Ausführen',
  'leave-out.editor': 'Dateien eines Editors oder einer Engine, nicht des Spiels',
  'leave-out.written-while-running': 'Geschrieben, während es lief',
  'leave-out.private-key': 'Kann einen privaten Schlüssel enthalten',
  'leave-out.other-uploader': 'Von einem anderen Uploader hinterlassen',
  'leave-out.unity': 'Unity schreibt es neben einen Build und sagt im Namen, dass es nicht mit soll',
  'leave-out.cache': 'Ein Cache von Build-Werkzeugen',
  'leave-out.core-dump': 'Speicher eines abgestürzten Prozesses',
  'leave-out.ignore-file': 'Sagt, was wegbleibt, und wird danach nicht gebraucht',
  'leave-out.environment': 'Umgebungsdateien enthalten meist Passwörter und Schlüssel',
  'leave-out.example': 'Ein Beispiel, ohne die Geheimnisse',
  'leave-out.key': 'Ein Schlüssel zu anderen Rechnern',
  'leave-out.public-key': 'Die öffentliche Hälfte eines Schlüssels',
  'leave-out.passwords': 'Passwörter anderer Dienste',
  'leave-out.cloud-keys': 'Schlüssel eines Cloud-Kontos',
  'leave-out.listed': 'Steht in {file}',
} satisfies Record<keyof ReturnType<typeof english>, string>;
