// German for settings.
import type { Catalogue } from '../catalogue.ts';

export const settings: Catalogue = {
  About: 'Über Slipway',
  Access: 'Zugang',
  'This window': 'Dieses Fenster',
  'Sign out': 'Abmelden',
  'Signed in with the link that Slipway printed, until Slipway quits or 12 hours after the window was closed. Another window needs its own link.':
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
  'Slipway logs to the terminal that it was started from.':
    'Slipway protokolliert in das Terminal, aus dem es gestartet wurde.',
  'Slipway logs to {own}': 'Slipway protokolliert nach {own}',
  'Copy the path of the logs': 'Pfad der Protokolle kopieren',
  'The logs of servers on Local are in "logs" in its data folder.':
    'Die Logs der Server von Local liegen unter „logs“ in seinem Datenordner.',
  Certificates: 'Zertifikate',
  'A PEM file with more certificate authorities to trust, such as those of your company. Remotes reconnect when it changes.':
    'Eine PEM-Datei mit weiteren Zertifizierungsstellen, denen vertraut wird, etwa die deiner Firma. Remotes verbinden sich neu, wenn sie sich ändert.',
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
  'the default location': 'der übliche Ort',
  "Copy the data folder's path": 'Pfad des Datenordners kopieren',
  'Show in folder': 'Im Ordner zeigen',
  'Choose another': 'Anderen wählen',
  Desktop: 'Desktop',
  'Start at login': 'Beim Anmelden starten',
  'Slipway waits in the background, without its window.': 'Slipway wartet im Hintergrund, ohne sein Fenster.',
  'For finished transfers and crashed servers while Slipway is in the background.':
    'Für fertige Übertragungen und abgestürzte Server, während Slipway im Hintergrund ist.',
  Port: 'Port',
  'Local restarts on this port. If it is taken, the next free one of the 19 after it is used.':
    'Local startet auf diesem Port neu. Ist er belegt, wird der nächste freie der 19 danach verwendet.',
  'Service port': 'Port des Dienstes',
  'This port is set already': 'Dieser Port ist schon eingestellt',
  'Set port': 'Port setzen',
  'Local listens on {port} now, not on {set}.': 'Local lauscht jetzt auf {port}, nicht auf {set}.',
  'The setting was not changed': 'Die Einstellung wurde nicht geändert',
  '{message} The old setting stays.': '{message} Die alte Einstellung bleibt.',
  System: 'System',
  Light: 'Hell',
  Dark: 'Dunkel',
  'Stop servers': 'Server stoppen',
  'Keep hosting': 'Weiter hosten',
  Appearance: 'Aussehen',
  Theme: 'Farbschema',
  'System follows your desktop as it changes.': 'System folgt deinem Desktop, wenn er wechselt.',
  Language: 'Sprache',
  'System follows your desktop. What a service writes itself stays in its own language.':
    'System folgt deinem Desktop. Was ein Dienst von sich aus sagt, bleibt in seiner eigenen Sprache.',
  Remotes: 'Remotes',
  'When Slipway quits': 'Wenn Slipway beendet wird',
  'Servers stop, or keep running in the background while the window is closed.':
    'Server stoppen oder laufen im Hintergrund weiter, während das Fenster geschlossen ist.',
  'Servers stop, or keep running in the background until Slipway starts again.':
    'Server stoppen oder laufen im Hintergrund weiter, bis Slipway wieder startet.',
  'Type a port.': 'Gib einen Port ein.',
  'A port is a whole number, such as 7420.': 'Ein Port ist eine ganze Zahl, zum Beispiel 7420.',
  'Use a port from 1024 to 65515. Lower ones belong to the system.':
    'Nimm einen Port von 1024 bis 65515. Niedrigere gehören dem System.',
  'Up to {n}, automatic': 'Bis zu {n}, automatisch',
  'At most {n}': 'Höchstens {n}',
  'While people play': 'Während gespielt wird',
  'Uploads slow down while somebody plays on a server of this machine.':
    'Uploads werden langsamer, während jemand auf einem Server dieses Rechners spielt.',
  'Full speed': 'Volles Tempo',
  'Limit to {rate}': 'Höchstens {rate}',
  'Upload speed': 'Upload-Tempo',
  'For all uploads together. Without a limit they use the whole line.':
    'Für alle Uploads zusammen. Ohne Limit nutzen sie die ganze Leitung.',
  'Parallel parts': 'Parallele Teile',
  'Per upload. Use fewer on a weak connection; after failures there are fewer automatically.':
    'Pro Upload. Nimm weniger bei schwacher Verbindung; nach Fehlern werden es automatisch weniger.',
};
