// German for what the app refuses or fails to do by itself.
import type { app as english } from '../en/app.ts';

export const app = {
  'app.window-port-taken':
    'Port {port} ist von {owner} belegt, daher benutzt das Fenster diesmal {used}. Schließe das Programm, oder wähle mit --window-port einen anderen Port.',
  'app.window-not-built': 'Das Fenster ist nicht gebaut. Starte npm start, das es baut, oder npm run build.',
  'app.opener-failed': '{opener} konnte {target} nicht öffnen. Öffne es von Hand.',
  'app.opener-failed-as-root':
    '{opener} konnte {target} nicht öffnen. Slipway läuft als root, und die meisten Browser verweigern das. Öffne es von Hand, oder starte Slipway als anderer Benutzer.',
  'app.no-opener': 'Dieser Rechner hat kein {opener}, um {target} zu öffnen. Öffne es von Hand.',
  'app.link-used': 'Dieser Link wurde schon benutzt oder ist von einem früheren Start. Nimm den neuesten.',
  'app.window-only': 'Hier darf nur das Slipway-Fenster auf diesem Rechner fragen.',
  'app.no-link':
    'Dieses Fenster hat keine Sitzung: Es wurde ohne Link geöffnet, abgemeldet oder lange nicht benutzt, oder Slipway wurde neu gestartet.',
  'app.window-failed': 'Im Fenster: {message}',
  'app.address-not-opened': 'Diese Adresse wurde nicht geöffnet. {why}',
  'app.something-wrong': 'In Slipway ist etwas schiefgegangen',
  'app.window-reopened': 'Das Fenster wurde wieder geöffnet',
  'app.goes-on': 'Slipway läuft weiter.',
  'app.log-has-details': '{what} Das Protokoll hat die Einzelheiten unter {ray_id}.',
  'app.records-replaced':
    'Die eigenen Aufzeichnungen der App waren nicht lesbar: {why}. Sie sind als {file} aufbewahrt; neue beginnen.',
  'app.records-in-memory':
    'Die eigenen Aufzeichnungen der App lassen sich nicht in {file} halten: {why}. Sie bleiben, bis die App endet.',
  'activity.not-written': 'Aufrufe ließen sich nicht ins Aktivitätsprotokoll schreiben.',
  'activity.call-gone': 'Dieser Aufruf ist nicht mehr unter denen, die aufbewahrt sind.',
  'activity.address-had-secret':
    'In der Adresse war ein Geheimnis, das nicht aufbewahrt wird, also lässt sich nicht noch einmal fragen.',
  'activity.players-not-written': 'Die Zahl der Spieler ließ sich nicht festhalten.',
  'activity.changes-things':
    'Ein {method} ändert etwas, also wird es nicht noch einmal gesendet. Kopiere es als curl und entscheide selbst.',
  'connection-file.unreadable': '{name} ist nicht lesbar. Prüfe, ob es noch da ist und du es lesen darfst.',
  'connection-file.unusable':
    '{name} ist keine Verbindungsdatei, die Slipway benutzen kann: {why}. Nichts wurde getan.',
  'link.nothing-done': '{why} Nichts wurde getan.',
  'link.name-not-shown': 'Der Name, den es dem Remote gibt, lässt sich nicht anzeigen. Nichts wurde getan.',
  'question.answered-already': 'Das wurde schon beantwortet.',
  'question.under-way': 'Das geschieht schon.',
  'question.token-first': 'Gib zuerst den Token dieses Remotes an.',
  'sample.no-namespace': '{name} hat keinen Namespace, in dem es laufen kann.',
  'sample.not-taken': 'Der Dienst hat das Beispiel nicht angenommen: {answer}',
  'sample.not-published': 'Der Dienst hat das Beispiel nicht veröffentlicht.',
  'sample.not-started': '{name} ist nicht gestartet. {why}',
  'settings.unreadable':
    '{file} lässt sich nicht lesen: {why}. Nichts wurde geändert. Lass Slipway sie lesen, oder lege sie beiseite, um mit neuen Einstellungen zu beginnen.',
  'settings.not-writable': 'Die Einstellungen lassen sich nicht schreiben: {why}. Nichts wurde geändert.',
  'settings.defaults': 'Slipway startet mit Standardeinstellungen',
  'settings.newer-slipway': 'Die Einstellungen sind von einem neueren Slipway',
  'settings.kept-as-newer':
    'Ein neueres Slipway hat sie geschrieben. Dieses benutzt davon, was es versteht; wie sie zuerst waren, sind sie als {file} aufbewahrt.',
  'settings.kept-as': 'Die Einstellungsdatei war nicht lesbar; sie ist als {file} aufbewahrt.',
  'link.refused': 'Jemand hat diesen Gerätelink dort abgelehnt. Bitte um einen neuen, wenn das ein Versehen war.',
  'rollback.crashes-unknown':
    'Diese Instanz sagt nicht, wie oft ihre Versionen abgestürzt sind. {version} ist die letzte, die nicht zurückgerollt wurde.',
  'rollback.ran-only': '{version} lief hier {ran} ohne Absturz. Ob es gut läuft, ist nicht bekannt.',
  'rollback.never-ran': 'Hier lief noch nie etwas. {version} war vorher gesetzt.',
  'rollback.crashed': '{version} ist {count}-mal abgestürzt, zuletzt um {at}.',
  'rollback.did-not-start': '{version} ist nicht gestartet ({count}×).',
  'rollback.would': '{namespace} ginge von {from} zurück zu {version}. Nichts wurde geändert.',
  'switch.runs-already': 'Auf {namespace} läuft {version} schon.',
  'switch.switched': '{namespace} wurde auf {version} umgeschaltet.',
  'switch.version-by-id': 'die Version {id}',
  'switch.not-read-back':
    'Das Umschalten wurde beantwortet, und was auf {namespace} jetzt läuft, ist nicht lesbar. Vielleicht läuft dort {version} oder {from}.',
  'switch.not-answered':
    'Das Umschalten blieb ohne Antwort ({why}), und was auf {namespace} jetzt läuft, ist nicht lesbar. Vielleicht läuft dort {version} oder {from}.',
  'switch.switched-by-others':
    'Auf {namespace} läuft jetzt {present}, nicht {version}: jemand anders hat umgeschaltet.',
  'switch.not-arrived': 'Auf {namespace} läuft noch {present}: das Umschalten kam nicht an ({why}).',
  'switch.change-unknown': 'Ob sich etwas geändert hat, ist nicht bekannt: {why}',
  'switch.limits-changed': 'Die Limits wurden geändert.',
  'switch.limits-not-changed': 'Die Limits haben sich nicht geändert: {why}',
  'switch.hosting-changed': 'Wie es seine Server am Laufen hält, wurde geändert.',
  'switch.hosting-not-changed': 'Wie es seine Server am Laufen hält, hat sich nicht geändert: {why}',
  'update.unsigned':
    'Was {host} über neuere Versionen sagt, ist nicht von denen signiert, die dieses Slipway gepackt haben. Nichts davon wurde übernommen.',
} satisfies Record<keyof ReturnType<typeof english>, string>;
