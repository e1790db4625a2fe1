// German for what the core and the service say of one case: numbered places stand where they filled something in.
import type { Catalogue } from '../catalogue.ts';

export const failures: Catalogue = {
  // instances
  'The service stopped by itself: {1}.': 'Der Dienst ist von selbst stehen geblieben: {1}.',
  'The {1} thread was lost in the middle of this. Nothing is half-done. Try again.':
    'Der Thread {1} ging mitten darin verloren. Nichts ist halb getan. Versuche es noch einmal.',
  'The thread that writes packs was lost in the middle of one. Nothing of that pack is kept. Try again.':
    'Der Thread, der Pakete schreibt, ging mitten in einem verloren. Von diesem Paket wird nichts behalten. Versuche es noch einmal.',
  '{1} does not answer: {2}.': '{1} antwortet nicht: {2}.',
  'there is no machine of this name. Look at the address, and whether you are online':
    'es gibt keinen Rechner dieses Namens. Prüfe die Adresse, und ob du online bist',
  'its name cannot be looked up now. Look whether you are online':
    'sein Name lässt sich gerade nicht nachschlagen. Prüfe, ob du online bist',
  'nothing listens there. Look at the port, and whether the service runs':
    'dort lauscht nichts. Prüfe den Port, und ob der Dienst läuft',
  'the connection was cut': 'die Verbindung wurde getrennt',
  'no answer came in time': 'es kam rechtzeitig keine Antwort',
  'there is no way to it from here. Look whether you are online':
    'von hier führt kein Weg dorthin. Prüfe, ob du online bist',
  'the network is down': 'das Netz ist weg',
  'it does not speak TLS there. Try it with http:// if that is right':
    'dort wird kein TLS gesprochen. Versuche es mit http://, wenn das stimmt',
  'the proxy does not let us through. Look at HTTPS_PROXY and NO_PROXY':
    'der Proxy lässt uns nicht durch. Prüfe HTTPS_PROXY und NO_PROXY',
  'the answer was cut off': 'die Antwort wurde abgeschnitten',
  'the answer cannot be read': 'die Antwort ist nicht lesbar',
  'the reason is not known': 'der Grund ist nicht bekannt',
  'The certificate of {1} is not trusted: {2}.': 'Dem Zertifikat von {1} wird nicht vertraut: {2}.',
  'it is signed by itself': 'es ist selbst signiert',
  'its authority is not one that this machine knows': 'seine Zertifizierungsstelle kennt dieser Rechner nicht',
  'it has expired': 'es ist abgelaufen',
  'it is not valid yet; look at the clock of this machine': 'es gilt noch nicht; prüfe die Uhr dieses Rechners',
  'it is not trusted': 'ihm wird nicht vertraut',
  'it was revoked': 'es wurde widerrufen',
  'its signature is wrong': 'seine Signatur ist falsch',
  'it is for another name': 'es ist für einen anderen Namen',
  'it is another one than the one you agreed to. Nothing was sent there. Agree to it only if those who run it say that they changed it':
    'es ist ein anderes als das, dem du zugestimmt hast. Dorthin wurde nichts gesendet. Stimme ihm nur zu, wenn die Betreiber sagen, dass sie es gewechselt haben',
  '{1} is not https and has no certificate.': '{1} ist nicht https und hat kein Zertifikat.',
  '{1} shows another certificate than the one you agreed to. Its fingerprint is {2}.':
    '{1} zeigt ein anderes Zertifikat als das, dem du zugestimmt hast. Sein Fingerabdruck ist {2}.',
  '{1} shows no certificate.': '{1} zeigt kein Zertifikat.',
  'The file of trusted certificates, {1}, cannot be read.': 'Die Datei vertrauter Zertifikate, {1}, ist nicht lesbar.',
  '{1} holds no certificate in PEM form.': '{1} enthält kein Zertifikat in PEM-Form.',
  '{1} answers with more than {2}, which was not read to its end.':
    '{1} antwortet mit mehr als {2}, was nicht bis zum Ende gelesen wurde.',
  '{1} says to go to {2}. Use the address that it names.': '{1} schickt nach {2}. Benutze die Adresse, die es nennt.',
  'What answers at {1} is a web page, not the service. Look at the address, and at the path in it.':
    'Was bei {1} antwortet, ist eine Webseite, nicht der Dienst. Prüfe die Adresse und den Pfad darin.',
  'That is no token: a token is one word without spaces.':
    'Das ist kein Token: ein Token ist ein Wort ohne Leerzeichen.',
  '{1} is this address with this token already.': '{1} ist schon diese Adresse mit diesem Token.',
  '{1} has no address and token to copy now. Connect it first.':
    '{1} hat gerade keine Adresse und keinen Token zum Kopieren. Verbinde es zuerst.',
  '{1} is marked read-only here, so nothing was changed. Take the mark off first.':
    '{1} ist hier als schreibgeschützt markiert, also wurde nichts geändert. Nimm die Markierung zuerst weg.',
  '{1} is protected. Confirm the change with its name, "{2}".':
    '{1} ist geschützt. Bestätige die Änderung mit seinem Namen, „{2}“.',
  '{1} is not connected.': '{1} ist nicht verbunden.',
  'Local was stopped.': 'Local wurde gestoppt.',
  'The data folder in use is fine.': 'Der benutzte Datenordner ist in Ordnung.',
  'Only a local instance has a folder here.': 'Nur eine lokale Instanz hat hier einen Ordner.',
  'Only Local has a folder here.': 'Nur Local hat hier einen Ordner.',
  'There is no folder {1}.': 'Den Ordner {1} gibt es nicht.',
  'There is no such remote.': 'Dieses Remote gibt es nicht.',
  'Local is no remote: it has no address and token to change.':
    'Local ist kein Remote: es hat keine Adresse und keinen Token zum Ändern.',
  'The file with tokens, {1}, cannot be written: {2}.': 'Die Datei mit Token, {1}, lässt sich nicht schreiben: {2}.',
  'The file with tokens, {1}, cannot be used: {2}.': 'Die Datei mit Token, {1}, ist nicht benutzbar: {2}.',
  'The keychain of this system does not open the token that was kept. Unlock it, or sign in again.':
    'Der Schlüsselbund dieses Systems öffnet den aufbewahrten Token nicht. Entsperre ihn, oder melde dich neu an.',
  'The service gave an answer that cannot be read{1}.': 'Der Dienst gab eine Antwort, die nicht lesbar ist{1}.',
  'The token has a space, a line break or a character that no token has. Copy it again, whole and alone.':
    'Der Token hat ein Leerzeichen, einen Zeilenumbruch oder ein Zeichen, das kein Token hat. Kopiere ihn noch einmal, ganz und allein.',
  '{1} cannot be read: {2}. Nothing was changed. Let Slipway read it, or move it away to begin with settings of its own.':
    '{1} lässt sich nicht lesen: {2}. Nichts wurde geändert. Lass Slipway sie lesen, oder lege sie beiseite, um mit neuen Einstellungen zu beginnen.',
  'The settings cannot be written: {1}. Nothing was changed.':
    'Die Einstellungen lassen sich nicht schreiben: {1}. Nichts wurde geändert.',
  'Give the token of this remote first.': 'Gib zuerst den Token dieses Remotes an.',
  'This was answered already.': 'Das wurde schon beantwortet.',
  'This is being done already.': 'Das geschieht schon.',
  '{1} Nothing was done.': '{1} Nichts wurde getan.',
  '{1} is no connection file that Slipway can use: {2}. Nothing was done.':
    '{1} ist keine Verbindungsdatei, die Slipway benutzen kann: {2}. Nichts wurde getan.',
  'The name that it gives to the remote cannot be shown. Nothing was done.':
    'Der Name, den es dem Remote gibt, lässt sich nicht anzeigen. Nichts wurde getan.',
  'This address was not opened. {1}': 'Diese Adresse wurde nicht geöffnet. {1}',
  // transfers and builds
  'The file to send became shorter meanwhile.': 'Die Datei zum Senden wurde inzwischen kürzer.',
  '{1} Send it as a new build.': '{1} Sende es als neuen Build.',
  '{1} Push it from the machine that has the build.': '{1} Sende es von dem Rechner, der den Build hat.',
  'A browser window cannot name paths.': 'Ein Browserfenster kann keine Pfade nennen.',
  'Another slipway push sends just this now. Wait for it, or end it.':
    'Ein anderes slipway push sendet gerade dasselbe. Warte darauf, oder beende es.',
  'Cancel this transfer before it is taken out.': 'Brich diese Übertragung ab, bevor sie aus der Liste geht.',
  'This transfer has ended. Begin a new one.': 'Diese Übertragung ist zu Ende. Beginne eine neue.',
  'The instance cuts this upload into other parts than before. Send it again as a new build.':
    'Die Instanz zerteilt diesen Upload anders als vorher. Sende ihn noch einmal als neuen Build.',
  '{1} ended the connection.': '{1} hat die Verbindung beendet.',
  'Nothing moved on the line to {1} for {2} s, so it was cut.':
    'Auf der Leitung zu {1} bewegte sich {2} s lang nichts, also wurde sie getrennt.',
  '{1} cannot be read any more.': '{1} ist nicht mehr lesbar.',
  '{1} cannot be read any more ({2}).': '{1} ist nicht mehr lesbar ({2}).',
  '{1} cannot be read. Look whether it is still there and yours to read.':
    '{1} ist nicht lesbar. Prüfe, ob es noch da ist und du es lesen darfst.',
  'What was chosen is no longer known. Choose the folder again.':
    'Was gewählt war, ist nicht mehr bekannt. Wähle den Ordner noch einmal.',
  'What came of the dropped files cannot be read. Drop them again.':
    'Was von den abgelegten Dateien ankam, ist nicht lesbar. Lege sie noch einmal ab.',
  'This copy is no longer known. Drop it again.': 'Diese Kopie ist nicht mehr bekannt. Lege sie noch einmal ab.',
  '"{1}" cannot be the name of a file here. Rename it and drop it again.':
    '„{1}“ kann hier kein Dateiname sein. Benenne es um und lege es noch einmal ab.',
  'The journal of transfers, {1}, cannot be used: {2}. Nothing is sent without it. Move it away to begin a new one.':
    'Das Journal der Übertragungen, {1}, ist nicht benutzbar: {2}. Ohne es wird nichts gesendet. Lege es beiseite, um ein neues zu beginnen.',
  'The journal of transfers is not open. Nothing is sent without it.':
    'Das Journal der Übertragungen ist nicht offen. Ohne es wird nichts gesendet.',
  'There is no folder at {1}. Choose the folder of the build again.':
    'Bei {1} ist kein Ordner. Wähle den Ordner des Builds noch einmal.',
  'This build is not complete yet, so it has nothing to give away.':
    'Dieser Build ist noch nicht vollständig, also ist nichts herauszugeben.',
  'This build cannot be examined yet, as its bytes are not all in. Send the parts that are missing, then ask again.':
    'Dieser Build lässt sich noch nicht untersuchen, da nicht alle Bytes da sind. Sende die fehlenden Teile und frage dann noch einmal.',
  'What is in this build is not known yet, as its bytes are not all in. Send the parts that are missing, then ask again.':
    'Was in diesem Build ist, ist noch nicht bekannt, da nicht alle Bytes da sind. Sende die fehlenden Teile und frage dann noch einmal.',
  '{1} this build. Switch to another version first.': '{1} diesen Build. Schalte zuerst auf eine andere Version um.',
  'A build may be {1} bytes long here, not more.': 'Ein Build darf hier {1} Bytes lang sein, nicht mehr.',
  'The build could not be saved as {1}: {2}.': 'Der Build ließ sich nicht als {1} sichern: {2}.',
  '{1} is not the list of files of an earlier pack. Name the .manifest.json that slipway pack wrote beside one.':
    '{1} ist nicht die Dateiliste eines früheren Pakets. Nenne die .manifest.json, die slipway pack neben eines geschrieben hat.',
  'A browser window cannot drag files out. Save the file instead.':
    'Aus einem Browserfenster lassen sich keine Dateien ziehen. Sichere die Datei stattdessen.',
  'This takes {1}, and the disk of this service has {2} left for uploads. Nothing was sent. Remove builds there that nobody runs any more, or make room on that disk, and try again.':
    'Das braucht {1}, und auf der Platte dieses Dienstes sind noch {2} für Uploads frei. Nichts wurde gesendet. Entferne dort Builds, die niemand mehr betreibt, oder schaffe Platz auf dieser Platte, und versuche es noch einmal.',
  '{1} {2}. Confirm with its name, "{3}".': '{1} {2}. Bestätige mit seinem Namen, „{3}“.',
  '{1} still missing.': '{1} fehlen noch.',
  '{1} at {2}. Choose the folder again.': '{1} bei {2}. Wähle den Ordner noch einmal.',
  '{1} is {2}. Choose the folder that the server was exported into.':
    '{1} ist {2}. Wähle den Ordner, in den der Server exportiert wurde.',
  'a file': 'eine Datei',
  'neither a folder nor a file': 'weder ein Ordner noch eine Datei',
  '"{1}" is exclusive but not among the tags.': '„{1}“ ist exklusiv, aber nicht unter den Tags.',
  'A build has at most {1} tags.': 'Ein Build hat höchstens {1} Tags.',
  'One request may bring 40 MiB of dropped files.': 'Eine Anfrage darf 40 MiB abgelegter Dateien bringen.',
  'This upload is finished, with other bytes in this part.':
    'Dieser Upload ist fertig, mit anderen Bytes in diesem Teil.',
  'This upload is finished, with other bytes than this file has.':
    'Dieser Upload ist fertig, mit anderen Bytes, als diese Datei hat.',
  'This upload has no such part.': 'Diesen Teil hat dieser Upload nicht.',
  'The connection ended before the part was whole.': 'Die Verbindung endete, bevor der Teil ganz da war.',
  '{1} no longer holds the bytes that were announced.': '{1} enthält nicht mehr die Bytes, die angekündigt wurden.',
  '{1} cannot be read: {2}. Nothing was packed. Put that right, or leave it out, and pack again.':
    '{1} ist nicht lesbar: {2}. Nichts wurde gepackt. Behebe das, oder lass es weg, und packe noch einmal.',
  'it is not there (any more)': 'es ist nicht (mehr) da',
  'it is neither a folder nor a file': 'es ist weder ein Ordner noch eine Datei',
  'it is not a folder': 'es ist kein Ordner',
  '{1} changed while it was read, so nothing was kept of the pack. Pack again when nothing writes there.':
    '{1} hat sich beim Lesen geändert, also wurde nichts vom Paket behalten. Packe noch einmal, wenn dort nichts schreibt.',
  'The disk with {1} is full. Nothing of the pack was kept. Free some space and pack again.':
    'Die Platte mit {1} ist voll. Nichts vom Paket wurde behalten. Schaffe Platz und packe noch einmal.',
  'Slipway may not write to {1}. Nothing was packed. Choose a folder that you may write to.':
    'Slipway darf nicht in {1} schreiben. Nichts wurde gepackt. Wähle einen Ordner, in den du schreiben darfst.',
  '{1} is in the folder that is packed, so the next pack would hold it. Choose a place outside of {2}.':
    '{1} ist in dem Ordner, der gepackt wird, also wäre es im nächsten Paket. Wähle einen Ort außerhalb von {2}.',
  'One thing in this folder cannot be packed, so nothing was. {1}':
    'Ein Ding in diesem Ordner lässt sich nicht packen, also wurde nichts gepackt. {1}',
  '{1} things in this folder cannot be packed, so nothing was. {2}':
    '{1} Dinge in diesem Ordner lassen sich nicht packen, also wurde nichts gepackt. {2}',
  'This folder holds what looks like secrets, which everybody who gets the build could read. Nothing was packed. {1} List them in .slipwayignore to leave them out, or allow each of them by its path.':
    'Dieser Ordner enthält, was nach Geheimnissen aussieht; alle, die den Build bekommen, könnten sie lesen. Nichts wurde gepackt. {1} Nimm sie in .slipwayignore auf, damit sie wegbleiben, oder erlaube jedes mit seinem Pfad.',
  "Nothing in {1} would be packed: it is empty, or all of it is left out. Choose the folder with the server's program.":
    'Aus {1} würde nichts gepackt: es ist leer, oder alles bleibt weg. Wähle den Ordner mit dem Programm des Servers.',
  'And {1} more.': 'Und {1} weitere.',
  'Its name cannot be kept on every system. Rename it.':
    'Sein Name lässt sich nicht auf jedem System halten. Benenne es um.',
  'It is a link to {1}, which is a place of this machine. Use a relative link, or the file itself.':
    'Es ist ein Link auf {1}, einen Ort dieses Rechners. Nimm einen relativen Link, oder die Datei selbst.',
  'It is a link to {1}, which is outside of the folder. Put the file itself there.':
    'Es ist ein Link auf {1}, außerhalb des Ordners. Lege die Datei selbst dorthin.',
  'A pipe, socket or device, not a file': 'Eine Pipe, ein Socket oder ein Gerät, keine Datei',
  'The pack of this folder takes up to {1} in {2}, and {3} are free there. Nothing was begun. Free {4} on that disk, or leave more of the folder out with .slipwayignore, and try again.':
    'Das Paket dieses Ordners braucht bis zu {1} in {2}, und {3} sind dort frei. Nichts wurde begonnen. Schaffe {4} Platz auf dieser Platte, oder lass mit .slipwayignore mehr vom Ordner weg, und versuche es noch einmal.',
  'This build, with its files unpacked for the servers and a tenth to spare, takes up to {1} in {2}, and {3} are free there. Nothing was begun. Free {4} on that disk, or leave more of the folder out with .slipwayignore, and try again.':
    'Dieser Build braucht mit den Dateien, die für die Server entpackt werden, und einem Zehntel Reserve bis zu {1} in {2}, und {3} sind dort frei. Nichts wurde begonnen. Schaffe {4} Platz auf dieser Platte, oder lass mit .slipwayignore mehr vom Ordner weg, und versuche es noch einmal.',
  'This build, with its files unpacked for the servers and a tenth to spare, takes {1} or more in {2}, and {3} are free there. Nothing was begun. Free {4} on that disk, or make the build smaller, and try again.':
    'Dieser Build braucht mit den Dateien, die für die Server entpackt werden, und einem Zehntel Reserve mindestens {1} in {2}, und {3} sind dort frei. Nichts wurde begonnen. Schaffe {4} Platz auf dieser Platte, oder mach den Build kleiner, und versuche es noch einmal.',
  // namespaces and servers
  '{1} runs {2} now, no longer {3}: somebody else switched it. Nothing was changed.':
    'Auf {1} läuft jetzt {2}, nicht mehr {3}: jemand anders hat umgeschaltet. Nichts wurde geändert.',
  'This is the last namespace of the game, and a game needs one.':
    'Das ist der letzte Namespace des Spiels, und ein Spiel braucht einen.',
  '{1} clients run already. End some of them first.': '{1} Clients laufen schon. Beende zuerst einige davon.',
  '{1} was not started. {2}. Use its whole path.': '{1} wurde nicht gestartet. {2}. Nimm den ganzen Pfad.',
  'The bundle could not be saved as {1}: {2}.': 'Das Paket ließ sich nicht als {1} sichern: {2}.',
  'This server still runs. A crash bundle is made of one that has ended.':
    'Dieser Server läuft noch. Ein Absturzpaket entsteht aus einem, der zu Ende ist.',
  'This server has ended, so nobody plays on it any more.':
    'Dieser Server ist zu Ende, also spielt niemand mehr darauf.',
  'The build of this server was deleted.': 'Der Build dieses Servers wurde gelöscht.',
  'An argument of this server asks for {1}, and it has no ports. Add one, or take this out of the argument.':
    'Ein Argument dieses Servers verlangt {1}, und er hat keine Ports. Füge einen hinzu, oder nimm das aus dem Argument.',
  'An argument of this server asks for {1}, and its ports are {2}. Name a port that it has, or add this one.':
    'Ein Argument dieses Servers verlangt {1}, und seine Ports sind {2}. Nenne einen Port, den er hat, oder füge diesen hinzu.',
  'Port {1} ({2}) is taken by {3}. End it, or give the server another port.':
    'Port {1} ({2}) ist von {3} belegt. Beende es, oder gib dem Server einen anderen Port.',
  '{1} is taken by {2}. Close that program, or choose another port.':
    '{1} ist von {2} belegt. Schließe dieses Programm, oder wähle einen anderen Port.',
  '{1} is kept back by the system. Choose one above 1023.': '{1} hält das System zurück. Wähle einen über 1023.',
  '{1} cannot be opened on {2}, as this machine has no such address. Use 127.0.0.1, or an address of this machine.':
    '{1} lässt sich nicht auf {2} öffnen, da dieser Rechner diese Adresse nicht hat. Nimm 127.0.0.1 oder eine Adresse dieses Rechners.',
  'None of the ports {1} to {2} is free: {3} are taken by servers of this Slipway, the others by other programs. Stop some servers, or give Slipway more ports.':
    'Keiner der Ports {1} bis {2} ist frei: {3} haben Server dieses Slipway, die anderen haben andere Programme. Stoppe einige Server, oder gib Slipway mehr Ports.',
  'The ports {1} to {2} are all taken ({3} by {4}). Close one of those programs, or choose another port.':
    'Die Ports {1} bis {2} sind alle belegt ({3} von {4}). Schließe eines dieser Programme, oder wähle einen anderen Port.',
  'This is no regular expression: {1}. Search for it as text instead.':
    'Das ist kein regulärer Ausdruck: {1}. Suche stattdessen danach als Text.',
  '{1} did not start. {2}': '{1} ist nicht gestartet. {2}',
  '{1} could not load the image of this build. Save the image again (docker save, podman save) and upload it again.':
    '{1} konnte das Image dieses Builds nicht laden. Sichere das Image neu (docker save, podman save) und lade es noch einmal hoch.',
  '{1} could not load the image of this build: {2} Save the image again (docker save, podman save) and upload it again.':
    '{1} konnte das Image dieses Builds nicht laden: {2} Sichere das Image neu (docker save, podman save) und lade es noch einmal hoch.',
  '{1} of this image is damaged. Save the image again (docker save, podman save) and upload it again.':
    '{1} dieses Images ist beschädigt. Sichere das Image neu (docker save, podman save) und lade es noch einmal hoch.',
  'It said that it loaded the image, and does not have it.':
    'Laut eigener Aussage hat es das Image geladen, und doch hat es keines.',
  'This image is for {1} processors, and this machine has {2}. Build it for linux/{3} (docker build --platform) and upload it again.':
    'Dieses Image ist für Prozessoren {1}, und dieser Rechner hat {2}. Baue es für linux/{3} (docker build --platform) und lade es noch einmal hoch.',
  "{1} could not start this server's container{2} {3}": '{1} konnte den Container dieses Servers nicht starten{2} {3}',
  "This build is a container image, and nothing on this machine runs containers: {1}. {2}, then start the server again. Builds that are plain archives of a server's folder need neither.":
    'Dieser Build ist ein Container-Image, und nichts auf diesem Rechner führt Container aus: {1}. {2}, dann starte den Server noch einmal. Builds, die einfache Archive eines Serverordners sind, brauchen beides nicht.',
  // games and activity
  'This picture took too long. Save it again.': 'Dieses Bild hat zu lange gebraucht. Sichere es noch einmal.',
  'The picture did not arrive whole. Save it again.': 'Das Bild kam nicht ganz an. Sichere es noch einmal.',
  'A {1} may have {2} MB, and this one has more.': 'Ein {1} darf {2} MB haben, und dieses hat mehr.',
  'These bytes are no PNG, JPEG or WebP picture. SVG is not taken, since it can hold scripts.':
    'Diese Bytes sind kein Bild in PNG, JPEG oder WebP. SVG wird nicht genommen, da es Skripte enthalten kann.',
  'This picture is {1} x {2} pixels large; 1 to {3} on each side are fine.':
    'Dieses Bild ist {1} x {2} Pixel groß; 1 bis {3} auf jeder Seite sind in Ordnung.',
  "The token's name does not fit.": 'Der Name des Tokens passt nicht.',
  'This call is no longer among those that are kept.': 'Dieser Aufruf ist nicht mehr unter denen, die aufbewahrt sind.',
  'The address had a secret in it, which is not kept, so it cannot be asked again.':
    'In der Adresse war ein Geheimnis, das nicht aufbewahrt wird, also lässt sich nicht noch einmal fragen.',
  'The token of this instance is for {1} and may not do this.':
    'Der Token dieser Instanz ist für {1} und darf das nicht.',
  'one namespace': 'einen Namespace',
  'one game': 'ein Spiel',
  'This token is not for that game.': 'Dieser Token ist nicht für dieses Spiel.',
  'This token is not for that namespace.': 'Dieser Token ist nicht für diesen Namespace.',
  'The instance did not say for which group.': 'Die Instanz hat nicht gesagt, für welche Gruppe.',
  '{1} has no namespace to run in.': '{1} hat keinen Namespace, in dem es laufen kann.',
  'A {1} may be {2} bytes long, not more.': 'Ein {1} darf {2} Bytes lang sein, nicht mehr.',
  'A {1} of no bytes shows nothing.': 'Ein {1} ohne Bytes zeigt nichts.',
  'This picture is damaged on the disk of this service. Upload it again.':
    'Dieses Bild ist auf der Platte dieses Dienstes beschädigt. Lade es noch einmal hoch.',
  'A copy of what was dropped could not be removed.': 'Eine Kopie des Abgelegten ließ sich nicht entfernen.',
  'In the window: {1}': 'Im Fenster: {1}',
  'The service has not published the sample.': 'Der Dienst hat das Beispiel nicht veröffentlicht.',
  'The service did not take the sample: {1}': 'Der Dienst hat das Beispiel nicht angenommen: {1}',
  'This machine has no {1} to open {2} with. Open it by hand.':
    'Dieser Rechner hat kein {1}, um {2} zu öffnen. Öffne es von Hand.',
  'Only the Slipway window on this machine may ask here.':
    'Hier darf nur das Slipway-Fenster auf diesem Rechner fragen.',
  'This link was used already or is of an earlier start. Use the newest one.':
    'Dieser Link wurde schon benutzt oder ist von einem früheren Start. Nimm den neuesten.',
  'This window was opened without its link.': 'Dieses Fenster wurde ohne seinen Link geöffnet.',
  'Too many requests. Wait {1} s and try again.': 'Zu viele Anfragen. Warte {1} s und versuche es noch einmal.',
  // what became of servers and switches
  '{1} runs {2} now.': 'Auf {1} läuft jetzt {2}.',
  '{1} runs {2} already.': 'Auf {1} läuft {2} schon.',
  'It started more processes than a server may have, and was ended.':
    'Er startete mehr Prozesse, als ein Server haben darf, und wurde beendet.',
  'It took more than its {1} MB of memory and was ended.': 'Er nahm mehr als seine {1} MB Speicher und wurde beendet.',
};
