// German for home, the overview of all games.
import type { Catalogue } from '../catalogue.ts';

export const home: Catalogue = {
  '{game} {namespace} on {instance} has too few servers': '{game} {namespace} auf {instance} hat zu wenige Server',
  '{game} {namespace} on {instance} crashes again and again':
    '{game} {namespace} auf {instance} stürzt immer wieder ab',
  Overview: 'Übersicht',
  'All games': 'Alle Spiele',
  'What runs where': 'Was wo läuft',
  'Prod only': 'Nur Prod',
  '{n} games': { one: '{n} Spiel', other: '{n} Spiele' },
  '{games} on {n} instances': { one: '{games} auf {n} Instanz', other: '{games} auf {n} Instanzen' },
  'namespaces down': { one: 'Namespace ohne Server', other: 'Namespaces ohne Server' },
  'Not here': 'Nicht hier',
  'Not known now': 'Gerade nicht bekannt',
  'Unreachable since {since}': 'Nicht erreichbar seit {since}',
  'first deploy': 'erster Deploy',
  'No prod here': 'Kein Prod hier',
  'did not start': 'nicht gestartet',
  silent: 'stumm',
  '{n} more games are in the sidebar. Search to go to one of them.':
    '{n} weitere Spiele stehen in der Seitenleiste. Über die Suche kommst du zu jedem.',
  'Latest deployments': 'Letzte Deployments',
  '{subject} on {instance} switched from {from} to {to}': '{subject} auf {instance} von {from} auf {to} gewechselt',
  '{subject} on {instance} rolled back from {from} to {to}':
    '{subject} auf {instance} von {from} auf {to} zurückgerollt',
  '{subject} on {instance} switched to {to}': '{subject} auf {instance} auf {to} gewechselt',
  'Needs attention': 'Braucht dich',
  '{game} {namespace} on {instance} is down': '{game} {namespace} auf {instance} läuft nicht',
  '{game} {namespace} on {instance} is not listening': '{game} {namespace} auf {instance} lauscht nicht',
  'Its servers do not run, and nothing is lost.': 'Seine Server laufen nicht, und nichts ist verloren.',
  'Open {name}': '{name} öffnen',
  'Show transfer': 'Übertragung zeigen',
  'All transfers': 'Alle Übertragungen',
  Storage: 'Speicher',
  'Open the overview of all games': 'Die Übersicht aller Spiele öffnen',
};
