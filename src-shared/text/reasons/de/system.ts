// German for what the system or SQLite says, and why a data folder is not used.
import type { system as english } from '../en/system.ts';

export const system = {
  'system.failed': 'Das hat nicht geklappt: {why}.',
  'system.disk-full': 'die Platte ist voll ({code}). Schaffe dort Platz, dann versuche es noch einmal',
  'system.no-right':
    'dieser Benutzer hat kein Recht darauf ({code}). Gib es ihm, oder wähle einen anderen Ort, dann versuche es noch einmal',
  'system.read-only':
    'dort lässt sich nur lesen, nicht schreiben ({code}). Erlaube das Schreiben, oder wähle einen anderen Ort',
  'system.disk-failed':
    'die Platte konnte es nicht lesen oder schreiben ({code}). Prüfe die Platte und ihren Anschluss, und sichere, was darauf ist',
  'system.not-there': 'es ist nicht da, oder nicht mehr ({code}). Prüfe, ob sein Ordner und sein Laufwerk da sind',
  'system.not-opened':
    'es lässt sich nicht öffnen ({code}). Prüfe, ob sein Ordner da ist, und ob dieser Benutzer darin schreiben darf',
  'system.too-little-memory':
    'der Rechner hat zu wenig freien Speicher ({code}). Beende einige Programme, dann versuche es noch einmal',
  'system.in-use':
    'ein anderes Programm benutzt es ({code}). Beende jenes, oder warte einen Moment, dann versuche es noch einmal',
  'system.file-damaged':
    'die Datei ist beschädigt ({code}). Lege sie beiseite, oder setze eine Kopie an ihre Stelle, dann starte neu',
  'system.other-kind': 'ein Ordner ist, wo eine Datei sein sollte, oder umgekehrt ({code}). Sieh dort nach',
  'system.quota-used':
    'dieser Benutzer hat seinen Anteil an der Platte aufgebraucht ({code}). Schaffe Platz, dann versuche es noch einmal',
  'system.too-many-files':
    'Slipway hat so viele Dateien offen, wie das System erlaubt ({code}). Stoppe einige Server, oder erhöhe das Limit, dann versuche es noch einmal',
  'system.too-many-files-on-machine':
    'der Rechner hat so viele Dateien offen, wie er erlaubt ({code}). Beende einige Programme, dann versuche es noch einmal',
  'system.name-taken': 'etwas mit diesem Namen ist schon da ({code}). Lege es beiseite, oder wähle einen anderen Namen',
  'system.name-too-long': 'sein Name oder Pfad ist länger, als das System annimmt ({code}). Wähle einen kürzeren',
  'system.file-too-large':
    'jene Platte nimmt keine so große Datei an ({code}). Wähle einen Ort auf einer anderen Platte',
  'system.code': 'das System sagt {code}',
  'data.newer-format':
    '{folder} wurde von einem neueren Slipway geschrieben (Format {found}; dieses kennt {known}). Nichts wurde geändert. Aktualisiere Slipway, oder starte mit einem frischen Ordner.',
  'data.folder-gone':
    'Die Daten von Slipway sind nicht mehr bei {folder}. Vielleicht wurde das Laufwerk entfernt, oder der Ordner verschoben oder gelöscht. Dort wird nichts geschrieben, bis er wieder da ist. Dann macht die App von selbst weiter; slipway serve startest du wieder. Oder starte mit einem frischen Ordner.',
  'data.records-damaged':
    'Die Datensätze in {folder} sind beschädigt: {what}. Sie blieben, wie sie sind. Starte mit einem frischen Ordner, oder setze eine Kopie aus seinem Ordner backups ein.',
  'data.not-writable':
    'Slipway darf nicht in {folder} schreiben ({code}). Nichts wurde geändert. Gib ihm das Recht dazu, oder starte mit einem anderen Ordner.',
  'data.not-a-folder':
    'Unter {folder} kann kein Datenordner liegen: Das ist eine Datei, oder ein Ordner darüber ist eine ({code}). Nichts wurde geändert. Wähle einen anderen Ordner.',
  'data.disk-full':
    'Die Platte mit {folder} ist voll ({code}). Nichts wurde geändert. Schaffe Platz und starte neu, oder starte mit einem Ordner auf einer anderen Platte.',
  'data.disk-failed':
    'Die Platte mit {folder} konnte nicht gelesen oder beschrieben werden ({code}). Sieh nach der Platte und ihrem Anschluss, und sichere, was darauf ist. Starte dann neu, oder starte mit einem Ordner auf einer anderen Platte.',
  'data.records-unreadable': 'slipway.db ist nicht als Datensätze lesbar ({code})',
  'data.not-a-database': 'slipway.db ist keine Datenbank',
  'data.database-corrupt': 'slipway.db passt in sich nicht zusammen (SQLITE_CORRUPT)',
  'data.changed-meanwhile':
    'Während Slipway nicht lief, hat sich in {folder} etwas geändert: {files}. Wenn du das nicht warst, versagt vielleicht die Platte: beende Slipway, führe `slipway data check` aus, und vergleiche mit einer Kopie.',
  'data.shutdown-marker': 'die Prüfsummen des letzten Endes',
  'data.folder-was-open':
    'Andere Benutzer dieses Rechners konnten in {folder} hineinsehen; jetzt nicht mehr. Wer das tat, kann die Aufzeichnungen gesehen haben.',
  'data.stays-open':
    'Andere Benutzer dieses Rechners können in {folder} hineinsehen, da die Platte keine Rechte kennt. Wähle einen Ordner auf einer anderen Platte, wenn du nicht allen vertraust.',
  'data.open-to-others':
    'Andere Benutzer dieses Rechners können in {folder} hineinsehen, und er gehört einem anderen Benutzer, also kann Slipway ihn nicht schließen. Schließe ihn für andere (chmod 700), oder wähle einen anderen Ordner.',
  'data.owner-token-was-open':
    'Andere Benutzer dieses Rechners konnten {file} lesen; jetzt nicht mehr. Wenn du nicht allen vertraust, lösche die Datei und starte neu: dann entsteht ein neuer Token.',
  'data.other-than-before': '{folder} enthält andere Daten als beim letzten Mal.',
  'data.folders-not-noted': 'Slipway kann sich nicht merken, welche Datenordner es kennt: {why}. Es arbeitet auch so.',
  'data.in-use':
    'Ein anderes Slipway benutzt {folder} schon. Halte es zuerst an, oder starte mit einem anderen Ordner.',
  'data.in-use-by':
    'Ein anderes Slipway (Prozess {pid}) benutzt {folder} schon. Halte es zuerst an, oder starte mit einem anderen Ordner.',
  'data.in-use-at':
    'Ein anderes Slipway (Prozess {pid}) benutzt {folder} schon. Es antwortet unter {url}. Halte es zuerst an, oder starte mit einem anderen Ordner.',
} satisfies Record<keyof ReturnType<typeof english>, string>;
