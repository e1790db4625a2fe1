// German for welcome.
import type { Catalogue } from '../catalogue.ts';

export const welcome: Catalogue = {
  'What a game will look like here': 'Wie ein Spiel hier aussehen wird',
  Namespace: 'Namespace',
  '{history} with the players on each version. Click one to roll back.':
    '{history} mit Spielern je Version. Ein Klick rollt zurück.',
  History: 'Verlauf',
  'Right now': 'Gerade jetzt',
  '{version} Each namespace runs exactly one. Drag another one here to switch.':
    '{version} Jeder Namespace hat genau eine. Zieh eine andere hierher, um zu wechseln.',
  Version: 'Version',
  '{same} Production shows this lane too, with its own servers, versions and players.':
    '{same} Production zeigt diese Spur ebenso, mit eigenen Servern, Versionen und Spielern.',
  'Same on a remote': 'Auf Remotes genauso',
  '{servers} Started on demand. Select one for its log, ports and limits.':
    '{servers} Starten bei Bedarf. Wähle einen für Log, Ports und Limits.',
  'since today': 'seit heute',
  'Switch version': 'Version wechseln',
  Players: 'Spieler',
  'your build': 'dein Build',
  launched: 'vom Stapel',
  'Its address {address} is one of this machine: another service here, or a tunnel to one elsewhere.':
    'Seine Adresse {address} ist eine dieses Rechners: ein weiterer Dienst hier oder ein Tunnel zu einem anderswo.',
  'What is sent to {address} leaves this machine, and players can reach it.':
    'Was an {address} gesendet wird, verlässt diesen Rechner, und Spieler können es erreichen.',
  '{n} features not available': { one: '{n} Funktion nicht verfügbar', other: '{n} Funktionen nicht verfügbar' },
  'Drop a server build': 'Server-Build ablegen',
  'A folder, a .zip or a Docker image archive. Slipway finds the program to start and the ports it opens, and asks when it is unsure.':
    'Ein Ordner, ein .zip oder das Archiv eines Docker-Images. Slipway findet das Startprogramm und dessen Ports und fragt, wenn es unsicher ist.',
  'Drop a folder anywhere in this window': 'Leg irgendwo in diesem Fenster einen Ordner ab',
  'Choose a build': 'Build wählen',
  'A deployment of the same service that players can reach.':
    'Ein Deployment desselben Dienstes, das Spieler erreichen können.',
  'The sample runs on this machine. Open Local in the sidebar first':
    'Das Beispiel läuft auf diesem Rechner. Öffne zuerst Local in der Seitenleiste',
  'Watch a sample run': 'Ein Beispiel laufen sehen',
  'Pocket Regatta starts one server and two bots here, no account needed. Steer a boat yourself.':
    'Pocket Regatta startet hier einen Server und zwei Bots, ganz ohne Konto. Steure selbst ein Boot.',
  'Protected namespaces ask for their name on this computer. Whoever switches them from elsewhere is not asked.':
    'Geschützte Namespaces fragen auf diesem Computer nach ihrem Namen. Wer sie von anderswo umschaltet, wird nicht gefragt.',
  'The sample runs, its page could not be opened': 'Das Beispiel läuft, seine Seite ließ sich nicht öffnen',
  'The sample did not start': 'Das Beispiel ist nicht gestartet',
  'It is starting': 'Es startet gerade',
  'Starting Pocket Regatta…': 'Pocket Regatta startet…',
  'Run Pocket Regatta': 'Pocket Regatta starten',
  '{size} free': '{size} frei',
  'It listens on {address} and works without a network.': 'Es lauscht auf {address} und läuft ohne Netz.',
  'It works without a network.': 'Es läuft ohne Netz.',
  'Your games, builds and servers stay on this machine until you send them to a remote.':
    'Deine Spiele, Builds und Server bleiben auf diesem Rechner, bis du sie an ein Remote sendest.',
  Ready: 'Bereit',
  'Ready in {duration}': 'Bereit in {duration}',
  Starting: 'Startet',
  'Not connected': 'Nicht verbunden',
  Connecting: 'Verbindet',
  Connected: 'Verbunden',
  'Answers in {latency} ms': 'Antwortet in {latency} ms',
  'Token for everything there': 'Token für alles dort',
  'Token for one game': 'Token für ein Spiel',
  'Token for one namespace': 'Token für einen Namespace',
  'Version {version}': 'Version {version}',
  'Read-only here': 'Hier schreibgeschützt',
  'Not encrypted': 'Nicht verschlüsselt',
  '{n} features not available, as of {since}': {
    one: '{n} Funktion nicht verfügbar, Stand {since}',
    other: '{n} Funktionen nicht verfügbar, Stand {since}',
  },
};
