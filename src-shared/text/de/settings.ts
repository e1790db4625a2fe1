// German for settings.
import type { Catalogue } from '../catalogue.ts';

export const settings: Catalogue = {
  About: 'Über Slipway',
  Access: 'Zugang',
  'This window': 'Dieses Fenster',
  'Sign out': 'Abmelden',
  'Signed in by the link that Slipway printed, until it ends or until 12 hours after the window was closed. Another window needs a link of its own.':
    'Angemeldet durch den Link, den Slipway ausgegeben hat, bis es endet oder bis 12 Stunden nach dem Schließen des Fensters. Ein weiteres Fenster braucht einen eigenen Link.',
  Tokens: 'Tokens',
  Logs: 'Protokolle',
  Licence: 'Lizenz',
  'MIT. The file LICENSE comes with Slipway. The fonts are Inter and JetBrains Mono, SIL OFL 1.1.':
    'MIT. Die Datei LICENSE liegt Slipway bei. Die Schriften sind Inter und JetBrains Mono, SIL OFL 1.1.',
  'not known yet': 'noch nicht bekannt',
  'Local service': 'Lokaler Dienst',
  'not running': 'läuft nicht',
  Window: 'Fenster',
  'Desktop app': 'Desktop-App',
  'Browser window': 'Browserfenster',
  'What goes wrong in Slipway is said in the terminal it was started from.':
    'Was in Slipway schiefgeht, steht im Terminal, in dem es gestartet wurde.',
  'What goes wrong in Slipway is written to {own}': 'Was in Slipway schiefgeht, steht in {own}',
  'Copy the path of the logs': 'Pfad der Protokolle kopieren',
  'What servers of Local wrote is in "logs" in its data folder.':
    'Was Server von Local geschrieben haben, liegt unter „logs“ in seinem Datenordner.',
  Certificates: 'Zertifikate',
  'A PEM file of certificate authorities to trust besides the usual ones, such as those of a company. Remotes reconnect when it changes. Empty means none.':
    'Eine Datei (PEM) mit Zertifizierungsstellen, denen neben den üblichen vertraut wird, wie Firmen sie haben. Remotes verbinden sich neu, wenn sie sich ändert. Leer heißt: keine.',
  'File of certificates': 'Datei mit Zertifikaten',
  'Trust no file': 'Keiner Datei vertrauen',
  'Trust file': 'Datei vertrauen',
  'Type the path of a file first': 'Gib zuerst den Pfad einer Datei ein',
  'This file is trusted already': 'Dieser Datei wird schon vertraut',
  'Local is not known yet': 'Local ist noch nicht bekannt',
  'Data folder': 'Datenordner',
  'Games, versions and builds of Local. Local restarts when it changes; the old folder stays as it is.':
    'Spiele, Versionen und Builds von Local. Local startet neu, wenn er sich ändert; der alte Ordner bleibt, wie er ist.',
  '{size} free.': '{size} frei.',
  'Isolation of servers': 'Isolierung der Server',
  'the place the system gives': 'der Ort, den das System vorgibt',
  "Copy the data folder's path": 'Pfad des Datenordners kopieren',
  'Show in folder': 'Im Ordner zeigen',
  'Choose another': 'Anderen wählen',
  Desktop: 'Desktop',
  'Start at login': 'Beim Anmelden starten',
  'Slipway waits in the background, without its window.': 'Slipway wartet im Hintergrund, ohne sein Fenster.',
  'For transfers that ended and servers that crashed, while you look elsewhere.':
    'Für beendete Übertragungen und abgestürzte Server, während du woanders hinschaust.',
  Port: 'Port',
  'Local restarts on it. If it is taken, the next free one of the 19 after it is used.':
    'Local startet auf ihm neu. Ist er belegt, wird der nächste freie der 19 danach verwendet.',
  'Service port': 'Port des Dienstes',
  'This port is set already': 'Dieser Port ist schon eingestellt',
  'Set port': 'Port setzen',
  'Local listens on {port} now, because {taken} was taken when it started.':
    'Local lauscht jetzt auf {port}, weil {taken} beim Start belegt war.',
  'The setting was not changed': 'Die Einstellung wurde nicht geändert',
  '{message} The old one still holds.': '{message} Es gilt weiter die alte.',
  System: 'System',
  Light: 'Hell',
  Dark: 'Dunkel',
  'Stop servers': 'Server stoppen',
  'Keep hosting': 'Weiter hosten',
  Look: 'Aussehen',
  Theme: 'Farbschema',
  'System follows your desktop as it changes.': 'System folgt deinem Desktop, wenn er wechselt.',
  Language: 'Sprache',
  'System follows your desktop. What a service writes itself stays in its own language.':
    'System folgt deinem Desktop. Was ein Dienst von sich aus sagt, bleibt in seiner eigenen Sprache.',
  Remotes: 'Remotes',
  'When Slipway ends': 'Wenn Slipway endet',
  'Servers stop with it, or are hosted on in the background while its window is closed.':
    'Server stoppen mit ihm oder laufen im Hintergrund weiter, während sein Fenster geschlossen ist.',
  'Servers stop with it, or are hosted on in the background until Slipway runs again.':
    'Server stoppen mit ihm oder laufen im Hintergrund weiter, bis Slipway wieder startet.',
  'Type a port.': 'Gib einen Port ein.',
  'A port is a whole number, such as 7420.': 'Ein Port ist eine ganze Zahl, zum Beispiel 7420.',
  'Use a port from 1024 to 65515. Lower ones belong to the system.':
    'Nimm einen Port von 1024 bis 65515. Niedrigere gehören dem System.',
  'Up to {n}, as the line takes': 'Bis zu {n}, wie die Leitung es hergibt',
  'At most {n}': 'Höchstens {n}',
  'While people play': 'Während gespielt wird',
  'Uploads leave room on the line as long as somebody plays on a server of this machine.':
    'Uploads lassen Platz auf der Leitung, solange jemand auf einem Server dieses Rechners spielt.',
  'No slower': 'Nicht langsamer',
  'Slow to {rate}': 'Höchstens {rate}',
  'Upload speed': 'Upload-Tempo',
  'All uploads together. Without a limit they take what the line gives.':
    'Alle Uploads zusammen. Ohne Limit nehmen sie, was die Leitung hergibt.',
  'Parts side by side': 'Teile nebeneinander',
  'Of one upload. Fewer are gentler to a weak line; after failures there are fewer by themselves.':
    'Eines Uploads. Weniger schonen eine schwache Leitung; nach Fehlern werden es von selbst weniger.',
};
