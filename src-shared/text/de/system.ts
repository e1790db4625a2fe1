// German for what the system and SQLite say, in our words: reasons at the end of a sentence, and why a data folder cannot be used.
import type { Catalogue } from '../catalogue.ts';

export const system: Catalogue = {
  'This did not work: {1}.': 'Das hat nicht geklappt: {1}.',
  'the disk is full ({1}). Free some space on it, then try again':
    'die Platte ist voll ({1}). Schaffe dort Platz, dann versuche es noch einmal',
  'this user has used up its share of the disk ({1}). Free some space, then try again':
    'dieser Benutzer hat seinen Anteil an der Platte aufgebraucht ({1}). Schaffe Platz, dann versuche es noch einmal',
  'this user has no right to it ({1}). Give it the right, or choose another place, then try again':
    'dieser Benutzer hat kein Recht darauf ({1}). Gib es ihm, oder wähle einen anderen Ort, dann versuche es noch einmal',
  'it can only be read, not written ({1}). Allow writing there, or choose another place':
    'dort lässt sich nur lesen, nicht schreiben ({1}). Erlaube das Schreiben, oder wähle einen anderen Ort',
  'the disk failed to read or write it ({1}). Look at the disk and how it is connected, and save what is on it':
    'die Platte konnte es nicht lesen oder schreiben ({1}). Prüfe die Platte und ihren Anschluss, und sichere, was darauf ist',
  'it is not there, or not any more ({1}). Look whether its folder and drive are':
    'es ist nicht da, oder nicht mehr ({1}). Prüfe, ob sein Ordner und sein Laufwerk da sind',
  'it cannot be opened ({1}). Look whether its folder is there, and whether this user may write to it':
    'es lässt sich nicht öffnen ({1}). Prüfe, ob sein Ordner da ist, und ob dieser Benutzer darin schreiben darf',
  'Slipway has as many files open as the system allows ({1}). Stop some servers, or raise the limit, then try again':
    'Slipway hat so viele Dateien offen, wie das System erlaubt ({1}). Stoppe einige Server, oder erhöhe die Grenze, dann versuche es noch einmal',
  'the machine has as many files open as it allows ({1}). End some programs, then try again':
    'der Rechner hat so viele Dateien offen, wie er erlaubt ({1}). Beende einige Programme, dann versuche es noch einmal',
  'the machine has too little free memory ({1}). End some programs, then try again':
    'der Rechner hat zu wenig freien Speicher ({1}). Beende einige Programme, dann versuche es noch einmal',
  'another program uses it ({1}). End that one, or wait a moment, then try again':
    'ein anderes Programm benutzt es ({1}). Beende jenes, oder warte einen Moment, dann versuche es noch einmal',
  'the file is damaged ({1}). Move it away, or put a copy of it in its place, then start again':
    'die Datei ist beschädigt ({1}). Lege sie beiseite, oder setze eine Kopie an ihre Stelle, dann starte neu',
  'a folder is where a file should be, or the other way round ({1}). Look there':
    'ein Ordner ist, wo eine Datei sein sollte, oder umgekehrt ({1}). Sieh dort nach',
  'something of that name is there already ({1}). Move it away, or choose another name':
    'etwas mit diesem Namen ist schon da ({1}). Lege es beiseite, oder wähle einen anderen Namen',
  'its name or path is longer than the system takes ({1}). Choose a shorter one':
    'sein Name oder Pfad ist länger, als das System annimmt ({1}). Wähle einen kürzeren',
  'that disk takes no file as large ({1}). Choose a place on another disk':
    'jene Platte nimmt keine so große Datei an ({1}). Wähle einen Ort auf einer anderen Platte',

  '{1} was written by a newer Slipway (format {2}; this one knows {3}). Nothing was changed. Update Slipway, or start with a fresh folder.':
    '{1} wurde von einem neueren Slipway geschrieben (Format {2}; dieses kennt {3}). Nichts wurde geändert. Aktualisiere Slipway, oder starte mit einem frischen Ordner.',
  'The data of Slipway is not at {1} any more. Its drive may have been taken out, or the folder was moved or removed. Nothing is written there until it is back, and then Slipway goes on by itself. Or start with a fresh folder.':
    'Die Daten von Slipway sind nicht mehr bei {1}. Vielleicht wurde das Laufwerk entfernt, oder der Ordner verschoben oder gelöscht. Dort wird nichts geschrieben, bis er wieder da ist, und dann macht Slipway von selbst weiter. Oder starte mit einem frischen Ordner.',
  'The records in {1} are damaged: {2}. They were left as they are. Start with a fresh folder, or put a copy from its backups folder in place.':
    'Die Datensätze in {1} sind beschädigt: {2}. Sie blieben, wie sie sind. Starte mit einem frischen Ordner, oder setze eine Kopie aus seinem Ordner backups ein.',
  'slipway.db is not a database': 'slipway.db ist keine Datenbank',
  'slipway.db does not fit together (SQLITE_CORRUPT)': 'slipway.db passt in sich nicht zusammen (SQLITE_CORRUPT)',
  'slipway.db cannot be read as records ({1})': 'slipway.db ist nicht als Datensätze lesbar ({1})',
  'Slipway may not write to {1} ({2}). Nothing was changed. Give it the right to write there, or start with another folder.':
    'Slipway darf nicht in {1} schreiben ({2}). Nichts wurde geändert. Gib ihm das Recht dazu, oder starte mit einem anderen Ordner.',
  'The disk with {1} failed to read or write ({2}). Look at the disk and how it is connected, and save what is on it. Then start again, or start with a folder on another disk.':
    'Die Platte mit {1} konnte nicht gelesen oder beschrieben werden ({2}). Sieh nach der Platte und ihrem Anschluss, und sichere, was darauf ist. Starte dann neu, oder starte mit einem Ordner auf einer anderen Platte.',
  'The disk with {1} is full ({2}). Nothing was changed. Free some space and start again, or start with a folder on another disk.':
    'Die Platte mit {1} ist voll ({2}). Nichts wurde geändert. Schaffe Platz und starte neu, oder starte mit einem Ordner auf einer anderen Platte.',
};
