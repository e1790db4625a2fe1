// German for nodes.
import type { Catalogue } from '../catalogue.ts';

export const nodes: Catalogue = {
  Nodes: 'Knoten',
  Node: 'Knoten',
  'Nodes of {instance}': 'Knoten von {instance}',
  'Add a node': 'Knoten hinzufügen',
  '{n} nodes': '{n} Knoten',
  '{name} does not take servers again': '{name} nimmt nicht wieder Server an',
  'Lost since {time}': 'Verloren seit {time}',
  'Takes no new servers': 'Nimmt keine neuen Server an',
  Drained: 'Geleert',
  'Draining, until {time} at the latest': 'Leert sich, bis spätestens {time}',
  '{free} of {all} free': '{free} von {all} frei',
  '{used} used, {reserved} set aside': '{used} genutzt, {reserved} reserviert',
  '{n} servers have no node yet.': {
    one: '{n} Server hat noch keinen Knoten.',
    other: '{n} Server haben noch keinen Knoten.',
  },
  'Take servers again': 'Wieder Server annehmen',
  'Drain…': 'Leeren…',
  'Change…': 'Ändern…',
  'Nothing runs on it any more. Its machine can be taken down.':
    'Auf ihm läuft nichts mehr. Sein Rechner kann abgeschaltet werden.',
  'Nothing runs on it.': 'Auf ihm läuft nichts.',
  'Servers on {name}': 'Server auf {name}',
  'It was last there at {time}.': 'Zuletzt war er um {time} da.',
  '{n} servers ended with it.': { one: '{n} Server endete mit ihm.', other: '{n} Server endeten mit ihm.' },
  'Servers that ended with {name}': 'Server, die mit {name} endeten',
  'Not replaced': 'Nicht ersetzt',
  'Replaced by {server}': 'Ersetzt durch {server}',
  'Replaced by {server} on {node}': 'Ersetzt durch {server} auf {node}',
  'Drain {name}': '{name} leeren',
  'It takes no new servers. What namespaces keep is started on other nodes first; then each server here ends when its last player has left.':
    'Er nimmt keine neuen Server an. Was Namensräume behalten, startet zuerst auf anderen Knoten; dann endet jeder Server hier, wenn sein letzter Spieler gegangen ist.',
  'Servers that still have players end': 'Server, die noch Spieler haben, enden',
  'after 30 minutes': 'nach 30 Minuten',
  'after an hour': 'nach einer Stunde',
  'after 2 hours': 'nach 2 Stunden',
  'after a day': 'nach einem Tag',
  'No other node takes servers now: new ones wait until one does.':
    'Kein anderer Knoten nimmt gerade Server an: Neue warten, bis einer es tut.',
  'It was not drained': 'Er wurde nicht geleert',
  'End its servers now': 'Seine Server jetzt beenden',
  'Type this on the machine, where Docker runs. Whoever has the token in it can join as well.':
    'Gib das auf dem Rechner ein, auf dem Docker läuft. Wer den Token darin hat, kann ebenfalls beitreten.',
  'It could not be asked': 'Es konnte nicht erfragt werden',
  'It needs the image {image} as well. Type this on a machine that has it:':
    'Er braucht auch das Image {image}. Gib das auf einem Rechner ein, der es hat:',
  'Copy the command': 'Befehl kopieren',
};
