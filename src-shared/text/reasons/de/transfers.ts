// German for what goes wrong while a build is packed, sent or promoted.
import type { transfers as english } from '../en/transfers.ts';

export const transfers = {
  'transfer.file-shorter': 'Die Datei zum Senden wurde inzwischen kürzer.',
  'transfer.do-send-as-new': '{why} Sende es als neuen Build.',
  'transfer.journal-unusable':
    'Das Journal der Übertragungen, {file}, ist nicht benutzbar: {why}. Ohne es wird nichts gesendet. Lege es beiseite, um ein neues zu beginnen.',
  'transfer.push-under-way': 'Ein anderes slipway push sendet gerade dasselbe. Warte darauf, oder beende es.',
  'transfer.cancel-first': 'Brich diese Übertragung ab, bevor sie aus der Liste geht.',
  'transfer.has-ended': 'Diese Übertragung ist zu Ende. Beginne eine neue.',
  'transfer.parts-changed':
    'Die Instanz zerteilt diesen Upload anders als vorher. Sende ihn noch einmal als neuen Build.',
  'transfer.connection-ended': '{host} hat die Verbindung beendet.',
  'transfer.nothing-moved': 'Auf der Leitung zu {host} bewegte sich {seconds} s lang nichts, also wurde sie getrennt.',
  'transfer.file-unreadable': '{file} ist nicht mehr lesbar.',
  'transfer.journal-closed': 'Das Journal der Übertragungen ist nicht offen. Ohne es wird nichts gesendet.',
  'transfer.not-shown':
    '{name} wurde ganz gesendet, und die Instanz zeigt seit {seconds} s keine Version davon. Sieh noch einmal nach, oder frage das Team, das sie betreibt.',
  'transfer.build-refused': 'Die Instanz kann nicht ausführen, was gesendet wurde.',
  'transfer.upload-removed':
    'Die Instanz hat diesen Upload entfernt ({why}). Was davon gesendet wurde, ist nicht benutzbar. Sende es noch einmal als neuen Build.',
  'transfer.addresses-too-old':
    'Die Adressen dieses Uploads sind zu alt, und diese Instanz gibt für einen begonnenen Build keine neuen. Was davon gesendet wurde, ist nicht benutzbar. Sende es noch einmal als neuen Build.',
  'transfer.source-changed':
    '{source} hat sich seit dem Packen geändert, und das Paket ist nicht mehr da. Sende es als neuen Build.',
  'transfer.other-bytes-arrived':
    'Was bei {host} von Teil {part} ankam, sind nicht die gesendeten Bytes. Er wird noch einmal gesendet.',
  'transfer.checksum-mismatch': 'Prüfsummenfehler',
  'transfer.line-silent': 'auf der Leitung kam nichts mehr',
  'transfer.part-not-kept': 'er war angekommen und ist nicht mehr da',
  'transfer.copy-damaged':
    'Die Kopie von {name} auf diesem Rechner, {file}, ist beschädigt: es sind nicht die Bytes ihres Hash. Nichts wurde gesendet.',
  'transfer.store-full':
    'Das Remote hat keinen Platz für diesen Build. Wer es betreibt, kann welchen schaffen; was gesendet wurde, bleibt, und ein neuer Versuch sendet den Rest.',
  'transfer.redirected': 'Der Upload wurde nach {to} weitergeschickt; dem folgt ein Build nicht.',
  'transfer.bytes-uncovered': 'die Bytes {from} bis {to} sind in keinem Teil',
  'transfer.byte-in-two-parts': 'Byte {offset} ist in zwei Teilen',
  'transfer.part-empty': 'der Teil bei Byte {offset} ist leer',
  'transfer.part-without-address': 'die Adresse des Teils bei Byte {offset} ist keine',
  'transfer.parts-too-short': 'sie decken {covered} Bytes einer Datei von {bytes}',
  'transfer.no-address': 'sie nannte keine Adresse zum Senden',
  'transfer.parts-wrong':
    'Die Instanz hat den Upload so zerteilt, dass es nicht zur Datei passt: {why}. Nichts wurde gesendet. Sage es dem Team, das sie betreibt.',
  'pack.one-refused': 'Ein Ding in diesem Ordner lässt sich nicht packen, also wurde nichts gepackt. {paths}',
  'pack.some-refused': '{count} Dinge in diesem Ordner lassen sich nicht packen, also wurde nichts gepackt. {paths}',
  'pack.secrets':
    'Dieser Ordner enthält, was nach Geheimnissen aussieht; alle, die den Build bekommen, könnten sie lesen. Nichts wurde gepackt. {paths} Nimm sie in .slipwayignore auf, damit sie wegbleiben, oder erlaube jedes mit seinem Pfad.',
  'pack.secrets-in-file':
    'Diese Datei enthält, was nach Geheimnissen aussieht; alle, die den Build bekommen, könnten sie lesen. Nichts wurde gesendet. {paths} Erstelle die Datei ohne sie, oder erlaube jedes mit seinem Pfad.',
  'pack.empty':
    'Aus {folder} würde nichts gepackt: es ist leer, oder alles bleibt weg. Wähle den Ordner mit dem Programm des Servers.',
  'pack.more-paths': 'Und {count} weitere.',
  'pack.no-room':
    'Das Paket dieses Ordners braucht bis zu {needed} in {folder}, und {free} sind dort frei. Nichts wurde begonnen. Schaffe {missing} Platz auf dieser Platte, oder lass mit .slipwayignore mehr vom Ordner weg, und versuche es noch einmal.',
  'pack.no-room-with-servers':
    'Dieser Build braucht mit den Dateien, die für die Server entpackt werden, und einem Zehntel Reserve bis zu {needed} in {folder}, und {free} sind dort frei. Nichts wurde begonnen. Schaffe {missing} Platz auf dieser Platte, oder lass mit .slipwayignore mehr vom Ordner weg, und versuche es noch einmal.',
  'pack.no-room-for-archive':
    'Dieser Build braucht mit den Dateien, die für die Server entpackt werden, und einem Zehntel Reserve mindestens {needed} in {folder}, und {free} sind dort frei. Nichts wurde begonnen. Schaffe {missing} Platz auf dieser Platte, oder mach den Build kleiner, und versuche es noch einmal.',
  'pack.link-absolute':
    'Es ist ein Link auf {target}, einen Ort dieses Rechners. Nimm einen relativen Link, oder die Datei selbst.',
  'pack.link-outside': 'Es ist ein Link auf {target}, außerhalb des Ordners. Lege die Datei selbst dorthin.',
  'pack.changed':
    '{path} hat sich beim Lesen geändert, also wurde nichts vom Paket behalten. Packe noch einmal, wenn dort nichts schreibt.',
  'pack.file-within-folder':
    '{file} ist in dem Ordner, der gepackt wird, also wäre es im nächsten Paket. Wähle einen Ort außerhalb von {folder}.',
  'pack.disk-full':
    'Die Platte mit {folder} ist voll. Nichts vom Paket wurde behalten. Schaffe Platz und packe noch einmal.',
  'pack.not-writable':
    'Slipway darf nicht in {folder} schreiben. Nichts wurde gepackt. Wähle einen Ordner, in den du schreiben darfst.',
  'pack.not-a-manifest':
    '{file} ist nicht die Dateiliste eines früheren Pakets. Nenne die .manifest.json, die slipway pack neben eines geschrieben hat.',
  'pack.thread-lost':
    'Der Thread, der Pakete schreibt, ging mitten in einem verloren. Von diesem Paket wird nichts behalten. Versuche es noch einmal.',
  'pack.path-missing': 'es ist nicht (mehr) da',
  'pack.not-a-folder': 'es ist kein Ordner',
  'pack.neither-folder-nor-file': 'es ist weder ein Ordner noch eine Datei',
  'pack.unreadable':
    '{path} ist nicht lesbar: {why}. Nichts wurde gepackt. Behebe das, oder lass es weg, und packe noch einmal.',
  'pack.name-not-portable': 'Sein Name lässt sich nicht auf jedem System halten. Benenne es um.',
  'pack.special-file': 'Eine Pipe, ein Socket oder ein Gerät, keine Datei',
  'pack.old-not-removed': 'Alte Pakete ließen sich nicht entfernen: {why}.',
  'pack.path-because': '{path}: {why}.',
  'drop.too-much-at-once': 'Eine Anfrage darf 40 MiB abgelegter Dateien bringen.',
  'drop.no-paths-in-browser': 'Ein Browserfenster kann keine Pfade nennen.',
  'drop.not-of-this-machine': 'Was abgelegt wurde, ist keine Datei dieses Rechners.',
  'drop.copy-not-removed': 'Eine Kopie des Abgelegten ließ sich nicht entfernen.',
  'drop.choice-forgotten': 'Was gewählt war, ist nicht mehr bekannt. Wähle den Ordner noch einmal.',
  'drop.copy-unreadable': 'Was von den abgelegten Dateien ankam, ist nicht lesbar. Lege sie noch einmal ab.',
  'drop.copy-forgotten': 'Diese Kopie ist nicht mehr bekannt. Lege sie noch einmal ab.',
  'drop.name-invalid': '„{name}“ kann hier kein Dateiname sein. Benenne es um und lege es noch einmal ab.',
  'drop.no-room':
    'Für eine Kopie des Abgelegten ist kein Platz. Sie braucht {needed}, und {free} sind frei. Nichts wurde behalten. Schaffe Platz und lege es noch einmal ab.',
  'drop.disk-full':
    'Für eine Kopie des Abgelegten ist kein Platz. Die Platte ist voll. Nichts wurde behalten. Schaffe Platz und lege es noch einmal ab.',
  'promote.do-push-from-elsewhere': '{why} Sende es von dem Rechner, der den Build hat.',
  'promote.bytes-unknown':
    '{instance} sagt nicht, welche Bytes {version} sind, und von diesem Rechner wurde es nicht gesendet.',
  'promote.no-copy':
    'Dieser Rechner hat keine Kopie von {version} (SHA-256 {sha256}): weder Local noch die von hier gesendeten Pakete haben sie.',
  'promote.compression-unknown':
    'Dieser Build ist mit {compression} gepackt, und {instance} sagt nicht, dass es das entpacken kann. Sende den Ordner selbst dorthin: dann wird er einfach gepackt.',
  'promote.kind-unknown':
    'Dieser Build ist von der Art {kind}, die nur Slipways eigene Dienste sicher kennen. Sage, als welche Art {instance} ihn nehmen soll: docker_image, oci_bundle, archive oder javascript.',
  'promote.name-taken':
    '{instance} hat schon eine Version namens {name}, und nichts sagt, dass es dieselben Bytes sind. Gib dieser einen anderen Namen.',
  'promote.other-game': '{there} ist ein anderes Spiel als {game}. Wer {there} spielt, bekäme {game}.',
  'promote.other-game-sizes':
    '{there} ist ein anderes Spiel als {game}: sein Build hat {size_there}, dieser {size}. Wer {there} spielt, bekäme {game}.',
  'promote.game-name-refused':
    '{instance} nimmt {game} nicht als Namen eines neuen Spiels ({problems}). Wähle ein Spiel, das es dort schon gibt.',
  'promote.game-exists': '{instance} hat schon ein Spiel namens {game}. Wähle es anstelle eines neuen.',
  'promote.no-build':
    '{version} hat keinen Build, also gibt es keine Bytes zu befördern. Wähle eine Version, die gesendet wurde.',
} satisfies Record<keyof ReturnType<typeof english>, string>;
