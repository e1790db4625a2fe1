// German for instances.
import type { Catalogue } from '../catalogue.ts';

export const instances: Catalogue = {
  '{name} stopped at {time} and was started again.':
    '{name} ist um {time} stehen geblieben und wurde wieder gestartet.',
  '{name} stopped {count} times, last at {time}, and was started again.':
    '{name} ist {count}-mal stehen geblieben, zuletzt um {time}, und wurde wieder gestartet.',
  'It stopped {count} times within a few minutes, last at {time}, so Slipway no longer starts it by itself.':
    'Es ist innerhalb weniger Minuten {count}-mal stehen geblieben, zuletzt um {time}, darum startet Slipway es nicht mehr von selbst.',
  'Stopped, starts again in {wait}': 'Stehen geblieben, startet wieder in {wait}',
  'It is started again in {wait}.': 'Es wird in {wait} wieder gestartet.',
  'Start it now': 'Jetzt starten',
  'Look at the certificate': 'Zertifikat ansehen',
  'The clock of {name} is {n} minutes ahead of the one of this machine. What expires may do so too early.': {
    one: 'Die Uhr von {name} geht etwa {n} Minute vor gegenüber der dieses Rechners. Was abläuft, läuft vielleicht zu früh ab.',
    other:
      'Die Uhr von {name} geht {n} Minuten vor gegenüber der dieses Rechners. Was abläuft, läuft vielleicht zu früh ab.',
  },
  'The clock of {name} is {n} minutes behind the one of this machine. What expires may do so too early.': {
    one: 'Die Uhr von {name} geht etwa {n} Minute nach gegenüber der dieses Rechners. Was abläuft, läuft vielleicht zu früh ab.',
    other:
      'Die Uhr von {name} geht {n} Minuten nach gegenüber der dieses Rechners. Was abläuft, läuft vielleicht zu früh ab.',
  },
  'Rename {name}': '{name} umbenennen',
  'Sign in to {name} again': 'Bei {name} neu anmelden',
  'The certificate of {name}': 'Das Zertifikat von {name}',
  'Remove {name}': '{name} entfernen',
  Rename: 'Umbenennen',
  'Only here, in this app. Nothing changes there.': 'Nur hier, in dieser App. Dort ändert sich nichts.',
  'It is tried at {url} first. The token in use stays until the new one is found good.':
    'Er wird zuerst an {url} ausprobiert. Der bisherige Token bleibt, bis der neue für gut befunden ist.',
  'Remove {instance}': '{instance} entfernen',
  'Slipway forgets the address {url} and its token. Nothing changes there: games, builds and servers go on as they are. With the address and a token it can be connected again.':
    'Slipway vergisst die Adresse {url} und ihren Token. Dort ändert sich nichts: Spiele, Builds und Server laufen weiter wie bisher. Mit Adresse und Token lässt es sich wieder verbinden.',
  'It was not removed': 'Es wurde nicht entfernt',
  'This machine trusts it: an authority vouches for it, and its name and dates fit.':
    'Dieser Rechner vertraut ihm: Eine Stelle bürgt dafür, und Name und Daten stimmen.',
  'Nobody vouches for it. You agreed to this one, and Slipway takes no other:':
    'Niemand bürgt dafür. Du hast diesem zugestimmt, und Slipway nimmt kein anderes:',
  'Nobody vouches for it.': 'Niemand bürgt dafür.',
  'It is not the one that you agreed to before.': 'Es ist nicht das, dem du zuvor zugestimmt hast.',
  'Compare its fingerprint with the one that the people who run it tell you.':
    'Vergleiche seinen Fingerabdruck mit dem, den dir die Betreiber nennen.',
  'It was not trusted': 'Ihm wurde nicht vertraut',
  Instances: 'Instanzen',
  'What to do with {instance}': 'Was tun mit {instance}',
  'Menu of {instance}': 'Menü von {instance}',
  'Test the connection': 'Verbindung prüfen',
  'Copy the address': 'Adresse kopieren',
  'Sign in again…': 'Neu anmelden…',
  'Show the certificate…': 'Zertifikat zeigen…',
  'Rename…': 'Umbenennen…',
  'Allow changes again': 'Änderungen wieder erlauben',
  'Make it read-only here': 'Hier schreibgeschützt machen',
  'Remove from this app…': 'Aus dieser App entfernen…',
  '{name} did not start': '{name} ist nicht gestartet',
  '{name} did not start on a fresh folder': '{name} ist nicht auf einem frischen Ordner gestartet',
  '{name} runs on a fresh folder': '{name} läuft auf einem frischen Ordner',
  '{folder}. The old one stays as it is.': '{folder}. Der alte bleibt, wie er ist.',
  'The data folder was not changed': 'Der Datenordner wurde nicht geändert',
  'Data folder changed': 'Datenordner geändert',
  'Local restarts on {folder}.': 'Local startet auf {folder} neu.',
  'The folder could not be shown': 'Der Ordner konnte nicht gezeigt werden',
  '{name} did not answer well': '{name} hat nicht gut geantwortet',
  '{name} answers': '{name} antwortet',
  '{name} stays as it was': '{name} bleibt, wie es war',
  'On this machine, ready': 'Auf diesem Rechner, bereit',
  'Starting on this machine': 'Startet auf diesem Rechner',
  'Connecting to {host}': 'Verbindet mit {host}',
  'No answer, trying again': 'Keine Antwort, versucht es weiter',
  'No answer, next try in {wait}': 'Keine Antwort, nächster Versuch in {wait}',
  'Stopped, nothing is lost': 'Gestoppt, nichts geht verloren',
  'Look at its certificate': 'Sieh dir sein Zertifikat an',
  'It does not take this': 'Es nimmt das nicht an',
  'read-only': 'schreibgeschützt',
  'in the clear': 'unverschlüsselt',
  'Sign in again to go on.': 'Melde dich neu an, um weiterzumachen.',
  'Look at its certificate to go on.': 'Sieh dir sein Zertifikat an, um weiterzumachen.',
  'Slipway tries again by itself.': 'Slipway versucht es von selbst wieder.',
  'Next try in {wait}.': 'Nächster Versuch in {wait}.',
  'Nothing was read from it yet.': 'Noch wurde nichts von dort gelesen.',
  'What is shown is as of {since}.': 'Was du siehst, ist der Stand von {since}.',
  '{instance} is running': '{instance} läuft',
  '{instance} is connected': '{instance} ist verbunden',
  '{instance} is starting': '{instance} startet',
  '{instance} does not answer yet': '{instance} antwortet noch nicht',
  '{instance} shows a certificate that is not trusted': '{instance} zeigt ein Zertifikat, dem nicht vertraut wird',
  '{instance} refused this window': '{instance} hat dieses Fenster abgelehnt',
  '{instance} stopped': '{instance} ist gestoppt',
  'Slipway changes nothing in that folder. A fresh one beside it leaves it whole.':
    'Slipway ändert nichts in diesem Ordner. Ein frischer daneben lässt ihn unversehrt.',
  'Nothing is begun anew at its place, so nothing there is overwritten.':
    'An seiner Stelle wird nichts neu begonnen, also wird dort nichts überschrieben.',
  'Nothing is lost: games, versions and builds stay in the data folder as they were.':
    'Nichts geht verloren: Spiele, Versionen und Builds bleiben im Datenordner, wie sie waren.',
  '{headline}. This works again once it is connected': '{headline}. Das geht wieder, sobald die Verbindung steht',
  '{instance} is read-only here. Its menu in the sidebar allows changes again':
    '{instance} ist hier schreibgeschützt. Sein Menü in der Seitenleiste erlaubt Änderungen wieder',
  '{name} stopped': '{name} ist gestoppt',
  'The service ended without saying why. Its log is below.':
    'Der Dienst endete, ohne zu sagen, warum. Sein Log steht unten.',
  'Wait until the other step has ended': 'Warte, bis der andere Schritt fertig ist',
  'Restart {name}': '{name} neu starten',
  'Start on a fresh folder': 'Auf frischem Ordner starten',
  '{folder}, the old folder stays as it is': '{folder}, der alte Ordner bleibt, wie er ist',
  'Log of {name}': 'Log von {name}',
  Log: 'Log',
  'the last lines': 'die letzten Zeilen',
  'Copy the log': 'Log kopieren',
  'Log lines': 'Zeilen des Logs',
  'No lines yet.': 'Noch keine Zeilen.',
};
