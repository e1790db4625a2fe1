// German for connect.
import type { Catalogue } from '../catalogue.ts';

export const connect: Catalogue = {
  'The remote is connected': 'Das Remote ist verbunden',
  'Somebody opened the link there and chose a game for it.':
    'Jemand hat den Link dort geöffnet und ein Spiel dafür gewählt.',
  'The link could not be opened': 'Der Link konnte nicht geöffnet werden',
  'Type the address of the remote, like https://games.example.':
    'Gib die Adresse des Remotes ein, etwa https://games.example.',
  'A deployment of the same service that players can reach. Its token is kept on this machine.':
    'Ein Deployment desselben Dienstes, das Spieler erreichen können. Sein Token wird auf diesem Rechner aufbewahrt.',
  'or link this device': 'oder dieses Gerät verknüpfen',
  URL: 'URL',
  'https://': 'https://',
  'Paste a token': 'Token einfügen',
  'Type the URL and paste a token first': 'Gib zuerst die URL ein und füge einen Token ein',
  Connect: 'Verbinden',
  '{clock} left': 'noch {clock}',
  'Nobody vouches for this certificate': 'Niemand bürgt für dieses Zertifikat',
  'Others can read what is sent': 'Andere können lesen, was gesendet wird',
  'Do not connect': 'Nicht verbinden',
  'Send it unencrypted': 'Unverschlüsselt senden',
  'Signed by': 'Signiert von',
  itself: 'sich selbst',
  Valid: 'Gültig',
  '{from} to {to}': '{from} bis {to}',
  'Type the URL first: the remote makes the link': 'Gib zuerst die URL ein: Das Remote macht den Link',
  'Get a code': 'Code holen',
  'Get a new code': 'Neuen Code holen',
  'Copy the code': 'Code kopieren',
  'Copy the link': 'Link kopieren',
  'Open the link': 'Link öffnen',
  'Take the link back': 'Link zurücknehmen',
  '{message} It is asked again.': '{message} Es wird noch einmal gefragt.',
  'Nobody opened the code in time, so it counts no more.':
    'Niemand hat den Code rechtzeitig geöffnet, er gilt nicht mehr.',
};
