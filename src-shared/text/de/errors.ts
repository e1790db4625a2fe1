// German for the sentences of the error table, and for what instances say that they cannot do.
import type { Catalogue } from '../catalogue.ts';

export const errors: Catalogue = {
  'There is nothing at this address.': 'An dieser Adresse ist nichts.',
  'This address does not answer to that method.': 'Diese Adresse antwortet nicht auf diese Methode.',
  'This call needs a token, and the one given is missing or unknown.':
    'Dieser Aufruf braucht einen Token, und der angegebene fehlt oder ist unbekannt.',
  'This token may not do that.': 'Dieser Token darf das nicht.',
  'The head of this request cannot be read.': 'Der Kopf dieser Anfrage ist nicht lesbar.',
  'The body of this request does not fit.': 'Der Inhalt dieser Anfrage passt nicht.',
  'The query of this request does not fit.': 'Die Parameter dieser Anfrage passen nicht.',
  'A query parameter of this request does not fit.': 'Ein Parameter dieser Anfrage passt nicht.',
  'The body of this request is larger than 1 MiB.': 'Der Inhalt dieser Anfrage ist größer als 1 MiB.',
  'Too many requests. Wait a moment and try again.':
    'Zu viele Anfragen. Warte einen Moment und versuche es noch einmal.',
  'This device link token cannot be read.': 'Dieser Token eines Geräte-Links ist nicht lesbar.',
  'This device link is too old. Make a new one.': 'Dieser Geräte-Link ist zu alt. Mache einen neuen.',
  'A name or limit does not fit.': 'Ein Name oder ein Limit passt nicht.',
  'There is no such game.': 'Dieses Spiel gibt es nicht.',
  'This game has no such namespace.': 'Diesen Namespace hat dieses Spiel nicht.',
  'This game has no such version.': 'Diese Version hat dieses Spiel nicht.',
  'There is no such developer group.': 'Diese Entwicklergruppe gibt es nicht.',
  'This namespace has no such build.': 'Diesen Build hat dieser Namespace nicht.',
  'This namespace has no such server.': 'Diesen Server hat dieser Namespace nicht.',
  'There is no such simulated region.': 'Diese simulierte Region gibt es nicht.',
  'There is no such upload.': 'Diesen Upload gibt es nicht.',
  'This device link was completed already.': 'Dieser Geräte-Link wurde schon abgeschlossen.',
  'This upload is larger than the service takes.': 'Dieser Upload ist größer, als der Dienst annimmt.',
  'This upload address is too old. Ask for a fresh one.': 'Diese Upload-Adresse ist zu alt. Frage nach einer neuen.',
  'The bytes sent are not the ones announced.': 'Die gesendeten Bytes sind nicht die angekündigten.',
  'Parts of this upload are missing.': 'Von diesem Upload fehlen Teile.',
  'This build cannot be unpacked.': 'Dieser Build lässt sich nicht entpacken.',
  'A port needs exactly one routing: game_guard or host.':
    'Ein Port braucht genau eine Weiterleitung: game_guard oder host.',
  'Host routing takes tcp and udp only.': 'Die Weiterleitung host nimmt nur tcp und udp.',
  'The server could not be created.': 'Der Server konnte nicht angelegt werden.',
  'The disk of this service is full. Nothing half-written remains.':
    'Die Platte dieses Dienstes ist voll. Nichts halb Geschriebenes bleibt zurück.',
  'Slipway failed here. The log has the details under this ray id.':
    'Hier ist Slipway gescheitert. Das Protokoll hat die Einzelheiten unter dieser Ray-ID.',
  'Another Slipway already uses this data folder.': 'Ein anderes Slipway benutzt diesen Datenordner schon.',
  'Slipway may not write to its data folder.': 'Slipway darf nicht in seinen Datenordner schreiben.',
  'The disk with the data folder is full.': 'Die Platte mit dem Datenordner ist voll.',
  'The disk with the data folder failed.': 'Die Platte mit dem Datenordner hat versagt.',
  'This data folder was written by a newer Slipway.': 'Diesen Datenordner hat ein neueres Slipway geschrieben.',
  'The data folder is damaged.': 'Der Datenordner ist beschädigt.',
  'The data folder is not there any more.': 'Der Datenordner ist nicht mehr da.',
  'There is no data of Slipway in this folder.': 'In diesem Ordner sind keine Daten von Slipway.',
  'This folder is not empty.': 'Dieser Ordner ist nicht leer.',
  'This export is damaged.': 'Dieser Export ist beschädigt.',
  'The service may not listen in this way.': 'So darf der Dienst nicht lauschen.',
  'This port is taken by another program.': 'Diesen Port hat ein anderes Programm.',
  'No port is free for the service.': 'Für den Dienst ist kein Port frei.',
  'The service stopped by itself.': 'Der Dienst ist von selbst stehen geblieben.',
  'There is nothing to pack at this place.': 'An dieser Stelle ist nichts zu packen.',
  'Nothing in this folder would be packed.': 'Aus diesem Ordner würde nichts gepackt.',
  'Something in this folder cannot be packed.': 'Etwas in diesem Ordner lässt sich nicht packen.',
  'There are secrets in this folder.': 'In diesem Ordner sind Geheimnisse.',
  'The folder changed while it was packed.': 'Der Ordner hat sich geändert, während er gepackt wurde.',
  'The pack cannot be written where it should be.': 'Das Paket lässt sich nicht schreiben, wo es hin soll.',
  'There is no room for the pack.': 'Für das Paket ist kein Platz.',
  'What is said about newer versions is not signed. Nothing of it was taken.':
    'Was über neuere Versionen gesagt wird, ist nicht signiert. Nichts davon wurde übernommen.',
  'The line went silent while the newer version was on its way. Try again.':
    'Die Leitung verstummte, während die neuere Version unterwegs war. Versuche es noch einmal.',
  'There is no such transfer.': 'Diese Übertragung gibt es nicht.',
  'Another Slipway works on this transfer now.': 'An dieser Übertragung arbeitet gerade ein anderes Slipway.',
  'The journal of transfers cannot be used.': 'Das Journal der Übertragungen ist nicht benutzbar.',
  'The instance cut the upload in a way that does not fit the file.':
    'Die Instanz hat den Upload so zerteilt, dass es nicht zur Datei passt.',
  'The file to send is no longer the one that was packed.':
    'Die Datei zum Senden ist nicht mehr die, die gepackt wurde.',
  'This build cannot be sent further. Send it as a new one.':
    'Dieser Build lässt sich nicht weiter senden. Sende ihn als neuen.',
  'What arrived are not the bytes that were sent.': 'Angekommen sind nicht die Bytes, die gesendet wurden.',
  'This machine has no copy of this version to send.': 'Dieser Rechner hat keine Kopie dieser Version zum Senden.',
  'The billing of this group is in trouble.': 'Mit der Abrechnung dieser Gruppe stimmt etwas nicht.',
  'The line went silent.': 'Die Leitung ist verstummt.',
  'There is no such instance.': 'Diese Instanz gibt es nicht.',
  'The instance does not answer.': 'Die Instanz antwortet nicht.',
  'This folder cannot be read.': 'Dieser Ordner ist nicht lesbar.',
  'The instance failed to answer.': 'Die Instanz konnte nicht antworten.',
  'This instance is in the list already.': 'Diese Instanz steht schon in der Liste.',
  'This instance is marked read-only here. Nothing was changed.':
    'Diese Instanz ist hier als schreibgeschützt markiert. Nichts wurde geändert.',
  'An instance has an address like https://games.example.': 'Eine Instanz hat eine Adresse wie https://games.example.',
  'The certificate of this instance is not one that this machine trusts.':
    'Dem Zertifikat dieser Instanz vertraut dieser Rechner nicht.',
  'This address is not https: the token would travel in the clear.':
    'Diese Adresse ist nicht https: der Token würde unverschlüsselt reisen.',
  'No token is kept for this instance. Sign in again.':
    'Für diese Instanz ist kein Token aufbewahrt. Melde dich neu an.',
  'The place where tokens are kept cannot be used.': 'Wo Token aufbewahrt werden, ist gerade kein Zugriff möglich.',
  'The instance refused this.': 'Die Instanz hat das abgelehnt.',
  'The instance gave an answer that cannot be read.': 'Die Instanz gab eine Antwort, die nicht lesbar ist.',
  'This instance does not offer that.': 'Das bietet diese Instanz nicht.',
  'This namespace is protected. Confirm with its name.': 'Dieser Namespace ist geschützt. Bestätige mit seinem Namen.',
  'Somebody else switched this namespace. Look at what it runs now.':
    'Jemand anders hat diesen Namespace umgeschaltet. Sieh nach, was dort jetzt läuft.',
  'Servers run this build. Confirm with its name.': 'Server benutzen diesen Build. Bestätige mit seinem Namen.',
  'There is no earlier version to roll back to.': 'Es gibt keine frühere Version, zu der es zurückgehen könnte.',
  'The instance has not confirmed this.': 'Die Instanz hat das nicht bestätigt.',
  'The settings cannot be read.': 'Die Einstellungen lassen sich nicht lesen.',
  'The settings cannot be written.': 'Die Einstellungen lassen sich nicht schreiben.',
  'This link was not followed.': 'Diesem Link wurde nicht gefolgt.',
  'This is no connection file of Slipway.': 'Das ist keine Verbindungsdatei von Slipway.',
  'The app does not know this call. Window and app are of different versions.':
    'Die App kennt diesen Aufruf nicht. Fenster und App sind von verschiedenen Versionen.',
  'The window sent something the app cannot read.': 'Das Fenster sandte etwas, das die App nicht lesen kann.',
  'The connection to the app ended.': 'Die Verbindung zur App ist zu Ende.',
  'Cancelled.': 'Abgebrochen.',
  'The command line does not fit. See slipway --help.': 'Die Befehlszeile passt nicht. Siehe slipway --help.',
  'The other side failed without saying how.': 'Die andere Seite ist gescheitert, ohne zu sagen woran.',

  'This instance does not list its games. Add a game by its id instead; the team that runs it knows it.':
    'Diese Instanz listet ihre Spiele nicht auf. Füge ein Spiel mit seiner ID hinzu; das Team, das sie betreibt, kennt sie.',
  'This instance makes games elsewhere, not by a call.':
    'Diese Instanz legt Spiele anderswo an, nicht durch einen Aufruf.',
  'This instance names its games elsewhere, not by a call.':
    'Diese Instanz benennt ihre Spiele anderswo, nicht durch einen Aufruf.',
  'This instance has no banners for its games, only logos.':
    'Diese Instanz hat für ihre Spiele keine Banner, nur Logos.',
  'This instance makes namespaces elsewhere, not by a call.':
    'Diese Instanz legt Namespaces anderswo an, nicht durch einen Aufruf.',
  'This instance does not tell its matchmaker limits. They can be set, and what they were before is not known.':
    'Diese Instanz nennt ihre Matchmaker-Limits nicht. Sie lassen sich setzen, und was vorher galt, ist nicht bekannt.',
  'This instance decides by itself how it keeps servers running.':
    'Diese Instanz entscheidet selbst, wie sie Server am Laufen hält.',
  'This instance does not tell what a version runs, only its name.':
    'Diese Instanz sagt nicht, was eine Version ausführt, nur ihren Namen.',
  'This instance makes a version of each build by itself; another one cannot be made of it.':
    'Diese Instanz macht aus jedem Build selbst eine Version; eine weitere lässt sich nicht daraus machen.',
  'This instance does not list its builds. Its versions show what was pushed.':
    'Diese Instanz listet ihre Builds nicht auf. Ihre Versionen zeigen, was gesendet wurde.',
  'This instance does not examine the builds that it has.': 'Diese Instanz untersucht ihre Builds nicht.',
  'This instance does not tell which files are in a build.':
    'Diese Instanz sagt nicht, welche Dateien in einem Build sind.',
  'This instance does not tell which parts of an upload it has. Slipway goes by its own record of them.':
    'Diese Instanz sagt nicht, welche Teile eines Uploads sie hat. Slipway geht nach seinen eigenen Aufzeichnungen.',
  'This instance does not tell what its builds hold. Each build is sent whole, also what is the same as before.':
    'Diese Instanz sagt nicht, was in ihren Builds ist. Jeder Build wird ganz gesendet, auch was wie vorher ist.',
  'This instance does not list its servers. Add a server by its id to follow it.':
    'Diese Instanz listet ihre Server nicht auf. Füge einen Server mit seiner ID hinzu, um ihm zu folgen.',
  'This instance starts servers by itself, not by a call.':
    'Diese Instanz startet Server selbst, nicht durch einen Aufruf.',
  'This instance ends servers by itself, not by a call.':
    'Diese Instanz beendet Server selbst, nicht durch einen Aufruf.',
  'This instance restarts servers by itself, not by a call.':
    'Diese Instanz startet Server selbst neu, nicht durch einen Aufruf.',
  'This instance does not tell what its servers use, nor what comes through their ports.':
    'Diese Instanz sagt nicht, was ihre Server verbrauchen, noch was durch ihre Ports kommt.',
  'This instance cannot give players another network.': 'Diese Instanz kann Spielern kein anderes Netz geben.',
  'This instance does not give out what its servers write.':
    'Diese Instanz gibt nicht heraus, was ihre Server schreiben.',
  'This instance makes no crash bundles of its servers.': 'Diese Instanz macht keine Absturzpakete ihrer Server.',
  'This instance makes no device links. Sign in with a token from the team that runs it.':
    'Diese Instanz macht keine Geräte-Links. Melde dich mit einem Token des Teams an, das sie betreibt.',
  'This instance manages its tokens elsewhere.': 'Diese Instanz verwaltet ihre Token anderswo.',
  'This instance does not list its groups, nor their names.':
    'Diese Instanz listet ihre Gruppen nicht auf, auch nicht deren Namen.',
  'The billing of this instance is real and not for trying.':
    'Die Abrechnung dieser Instanz ist echt und nicht zum Ausprobieren.',
};
