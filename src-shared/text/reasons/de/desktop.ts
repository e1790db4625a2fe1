// German for links and files from outside, how tokens are kept, updates and billing.
import type { desktop as english } from '../en/desktop.ts';

export const desktop = {
  'app.not-a-page': 'Es ist keine Adresse einer Seite.',
  'app.only-https':
    'Nur https-Seiten werden geöffnet, und Seiten dieses Rechners. Kopiere die Adresse, um sie von Hand zu öffnen.',
  'billing.payment-failed':
    'Die letzte Zahlung an {instance} scheiterte am {date}, und seitdem gelang keine. Vielleicht lehnt es den Build ab oder beendet, was läuft. Kümmere dich zuerst um die Zahlung.',
  'billing.method-invalid':
    'Die Zahlungsart, die {instance} am {date} bekam, ist nicht als gültig bestätigt. Vielleicht lehnt es den Build ab. Kümmere dich zuerst um die Zahlung.',
  'connection-file.not-a-file': 'es ist keine Datei',
  'connection-file.too-large': 'es ist zu groß dafür',
  'connection-file.damaged': 'es ist beschädigt',
  'connection-file.other-kind': 'es ist von anderer Art oder für ein neueres Slipway gemacht',
  'connection-file.field-invalid': '{field} darin passt nicht',
  'link.too-long': 'Er ist länger als {limit} Zeichen.',
  'link.unseen-characters': 'Er enthält Zeichen, die man nicht sieht.',
  'link.unreadable': 'Er ist nicht lesbar.',
  'link.other-parts': 'Er hat Teile, die kein Link von Slipway hat.',
  'link.unknown-request': 'Slipway kennt nicht, worum er bittet.',
  'link.no-game': 'Er sagt nicht, welches Spiel.',
  'link.no-remote': 'Er sagt nicht, welches Remote.',
  'link.with-token':
    'Er enthält einen Token. Links bleiben in Browsern und Mailprogrammen liegen, also darf in keinem ein Token sein. Bitte um eine Verbindungsdatei, oder melde dich mit einem Geräte-Link an.',
  'link.said-twice': 'Er sagt zweimal, was sein {name} ist.',
  'link.id-invalid': 'Die ID darin ist keine.',
  'link.unknown-instance':
    'Er fragt nach einem Spiel auf {instance}, das nicht in deiner Liste ist. Füge dieses Remote zuerst hinzu.',
  'question.link-not-followed': 'Diesem Link wurde nicht gefolgt',
  'question.file-not-used': 'Diese Datei wurde nicht benutzt',
  'question.sign-in': 'Bei {host} anmelden?',
  'question.add-remote': 'Das Remote {host} hinzufügen?',
  'question.open-game': 'Ein Spiel auf {instance} öffnen?',
  'question.link-signs-in':
    'Ein Link bittet Slipway, sich bei {host} anzumelden. Dafür öffnet sich dort eine Seite in deinem Browser, auf der jemand mit Zugang zustimmt. Mach nur weiter, wenn du das wolltest.',
  'question.link-adds-remote':
    'Ein Link bittet Slipway, {host} zu deinen Remotes hinzuzufügen. Builds, die du dorthin sendest, gehen an die Leute, die es betreiben. Füge es nur hinzu, wenn du sie kennst.',
  'question.link-opens-game':
    'Ein Link bittet Slipway, eines deiner Spiele auf {instance} zu zeigen. Dadurch ändert sich nichts.',
  'question.file-with-token':
    '{file} beschreibt das Remote {host}, mit dem Token darin. Builds, die du dorthin sendest, gehen an die Leute, die es betreiben. Füge es nur hinzu, wenn du dem vertraust, von dem du die Datei hast.',
  'question.file-without-token':
    '{file} beschreibt das Remote {host}, ohne einen Token. Builds, die du dorthin sendest, gehen an die Leute, die es betreiben. Füge es nur hinzu, wenn du dem vertraust, von dem du die Datei hast.',
  'question.in-the-clear': 'Seine Adresse ist nicht https: andere auf dem Weg können lesen, was gesendet wird.',
  'pick.build-folder': 'Ordner mit dem Build wählen',
  'pick.build-place': 'Build speichern in',
  'pick.crash-bundle-place': 'Absturzpaket speichern in',
  'pick.data-folder': 'Ordner für die Daten von Local wählen',
  'pick.files-place': 'Dateien speichern in',
  'token.on-windows': 'Tokens liegen in {file}, lesbar für dein Windows-Konto.',
  'token.in-file': 'Tokens liegen in {file}, lesbar nur für deinen Benutzer. Sie sind nicht verschlüsselt.',
  'token.no-keychain': 'Dieser Desktop hat keinen Schlüsselbund. {kept}',
  'token.encrypted': 'Tokens sind mit {keychain} verschlüsselt.',
  'keychain.macos': 'dem Schlüsselbund von macOS',
  'keychain.windows': 'deinem Windows-Konto',
  'keychain.desktop': 'dem Schlüsselbund dieses Desktops',
  'update.from-sources': 'Dieses Slipway läuft aus seinem eigenen Ordner. Neuer wird es dort, nicht von selbst.',
  'update.no-place':
    'Dieses Slipway wurde ohne einen Ort für neuere Versionen gepackt. Hol sie dort, wo du dieses her hast.',
  'update.system-package':
    'Dieses Slipway wurde als Paket des Systems installiert. Neuere Versionen kommen auf demselben Weg.',
  'update.not-asked': 'Das ist Slipway {version}. {host} wurde nicht nach einem neueren gefragt.',
  'update.asking': '{host} wird nach einer neueren Version gefragt.',
  'update.newest': 'Slipway {version} ist die neueste Version.',
  'update.found': 'Slipway {newer} ist zu haben. Das hier ist {version}.',
  'update.loading': 'Slipway {version} ist unterwegs.',
  'update.ready':
    'Slipway {version} ist da und ist, was angekündigt war. Slipway startet neu, um es zu werden; Server von Local stehen so lange still.',
  'update.file-damaged':
    'Die Datei, die kam, ist nicht ganz oder nicht die angekündigte. Sie wurde weggeworfen und nichts wurde installiert. Versuch es noch einmal; wenn es so bleibt, sag es denen, die Slipway für dich veröffentlichen.',
  'update.no-answer': '{host} antwortet nicht. Prüfe das Netz, oder versuch es später noch einmal.',
  'update.certificate': 'Dem Zertifikat von {host} vertraut dieser Rechner nicht.',
  'update.no-list':
    '{host} hat keine Liste der Versionen für dieses System. Wer Slipway für dich veröffentlicht, muss eine dorthin legen.',
  'update.list-unreadable': 'Was {host} über die neueste Version sagt, ist nicht lesbar. Nichts wurde installiert.',
  'update.no-room': 'Auf der Platte ist kein Platz für die neuere Version. Schaff welchen, und versuch es noch einmal.',
  'update.not-writable': 'Slipway darf dort nicht schreiben, wo die neuere Version hin muss.',
  'update.folder-not-writable':
    'Slipway darf nicht in {folder} schreiben, wo seine Datei liegt. Mach den Ordner schreibbar, oder leg die Datei woanders hin und starte sie dort.',
  'update.answered': '{host} antwortete mit {status}. Versuch es später noch einmal.',
  'update.failed': 'Das Update hat nicht geklappt: {why}. Nichts wurde installiert.',
} satisfies Record<keyof ReturnType<typeof english>, string>;
