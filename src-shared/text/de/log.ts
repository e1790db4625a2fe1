// German for log.
import type { Catalogue } from '../catalogue.ts';

export const log: Catalogue = {
  'Only the first {n} are shown.': 'Nur die ersten {n} werden gezeigt.',
  '{n} older lines were dropped to keep the log small.': {
    one: '{n} ältere Zeile wurde verworfen, um das Log klein zu halten.',
    other: '{n} ältere Zeilen wurden verworfen, um das Log klein zu halten.',
  },
  'Copied {n} lines': {
    one: '{n} Zeile kopiert',
    other: '{n} Zeilen kopiert',
  },
  'Save the log instead.': 'Speichere stattdessen das Log.',
  'The log was not copied': 'Das Log wurde nicht kopiert',
  'This is the whole log.': 'Das ist das ganze Log.',
  'These are the newest lines. Save the log to get all of it.':
    'Das sind die neuesten Zeilen. Speichere das Log, um alles zu haben.',
  'Saved {n} lines': {
    one: '{n} Zeile gespeichert',
    other: '{n} Zeilen gespeichert',
  },
  '{name}.log, without colours.': '{name}.log, ohne Farben.',
  'The log was not saved': 'Das Log wurde nicht gespeichert',
  '… {rest} more characters': '… noch {rest} Zeichen',
  Searching: 'Sucht',
  'Nothing found': 'Nichts gefunden',
  '{at} of {count}': '{at} von {count}',
  'Export the log': 'Log exportieren',
  'Copy or save the log': 'Log kopieren oder speichern',
  'Copy the newest lines': 'Neueste Zeilen kopieren',
  'Save all of it as a file': 'Alles als Datei speichern',
  'As of {clock}. {problem}': 'Stand {clock}. {problem}',
  'No matching lines.': 'Keine passenden Zeilen.',
  'No output yet. A server that logs only to a file shows nothing here.':
    'Noch keine Ausgabe. Ein Server, der nur in eine Datei schreibt, zeigt hier nichts.',
  'Search the log': 'Log durchsuchen',
  Search: 'Suche',
  'Previous (Shift Enter)': 'Vorheriger (Umschalt Enter)',
  'Next (Enter)': 'Nächster (Enter)',
  'Regular expression': 'Regulärer Ausdruck',
  'Filter lines': 'Zeilen filtern',
  'Warn {warns}': 'Warnung {warns}',
  'Error {errors}': 'Fehler {errors}',
  '{n} new lines': {
    one: '{n} neue Zeile',
    other: '{n} neue Zeilen',
  },
  Follow: 'Folgen',
  Pause: 'Pause',
  'Drag this out of the window to save the log': 'Zieh dies aus dem Fenster, um das Log zu speichern',
  Console: 'Konsole',
  "Type into the server's console": 'In die Konsole des Servers tippen',
};
