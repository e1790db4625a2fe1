// German for game-settings.
import type { Catalogue } from '../catalogue.ts';

export const gameSettings: Catalogue = {
  'Set the logo': 'Logo setzen',
  'The logo stays as it was': 'Das Logo bleibt, wie es war',
  'Set logo': 'Logo setzen',
  'The logo is set': 'Das Logo ist gesetzt',
  'The logo as it will show. Arrow keys move the picture.':
    'Das Logo, wie es erscheinen wird. Pfeiltasten bewegen das Bild.',
  'Set the banner': 'Banner setzen',
  'The banner stays as it was': 'Das Banner bleibt, wie es war',
  'Set banner': 'Banner setzen',
  'The banner is set': 'Das Banner ist gesetzt',
  'The banner as it will show. Arrow keys move the picture.':
    'Das Banner, wie es erscheinen wird. Pfeiltasten bewegen das Bild.',
  'Drag the picture, or move it with the arrow keys, until the part that should show is in sight.':
    'Zieh das Bild oder bewege es mit den Pfeiltasten, bis der Teil zu sehen ist, der erscheinen soll.',
  Zoom: 'Zoom',
  'This part has few pixels and will look blurred.': 'Dieser Teil hat wenige Pixel und wird unscharf aussehen.',
  'Everybody who follows the game sees it now.': 'Alle, die dem Spiel folgen, sehen es jetzt.',
  'Paste the link that the tool shows.': 'Füge den Link ein, den das Werkzeug zeigt.',
  'There is no device link in this. It is a long text with two dots, or an address that holds one.':
    'Hierin ist kein Geräte-Link. Er ist ein langer Text mit zwei Punkten oder eine Adresse, die ihn enthält.',
  'The device is linked': 'Das Gerät ist verknüpft',
  'It got a token for {gameName}.': 'Es bekam einen Token für {gameName}.',
  'Device link': 'Geräte-Link',
  'The tool that waits gets a token for all of {gameName}. Paste only links that you asked for yourself.':
    'Das wartende Werkzeug bekommt einen Token für ganz {gameName}. Füge nur Links ein, die du selbst angefordert hast.',
  'Link the device': 'Gerät verknüpfen',
  'For which tool': 'Für welches Werkzeug',
  'Copy the block': 'Block kopieren',
  'What the tool needs': 'Was das Werkzeug braucht',
  'The names are set': 'Die Namen sind gesetzt',
  'Everybody who follows the game sees them now.': 'Alle, die dem Spiel folgen, sehen sie jetzt.',
  'The names stay as they were.': 'Die Namen bleiben, wie sie waren.',
  Names: 'Namen',
  Pictures: 'Bilder',
  Ids: 'Ids',
  'Link a device': 'Gerät verknüpfen',
  'For tools and engines': 'Für Werkzeuge und Engines',
  'Point an editor, a script or a build machine at this game. The token is one that was made above.':
    'Richte einen Editor, ein Skript oder einen Build-Rechner auf dieses Spiel. Der Token ist einer, der oben angelegt wurde.',
  'Copy the id of {name}': 'Id von {name} kopieren',
  'Made {date}. {see}': 'Angelegt am {date}. {see}',
  'See its group and billing': 'Gruppe und Abrechnung ansehen',
  'The token of {name} may not link devices': 'Der Token von {name} darf keine Geräte verknüpfen',
  '{instance} is marked read-only here': '{instance} ist hier als schreibgeschützt markiert',
  'Name id': 'Namens-Id',
  'Small letters, digits and hyphens. Tools that use the old one stop finding the game.':
    'Kleinbuchstaben, Ziffern und Bindestriche. Werkzeuge mit der alten finden das Spiel nicht mehr.',
  'The names stay as they were': 'Die Namen bleiben, wie sie waren',
  'These are its names already': 'Das sind schon seine Namen',
  'Set names': 'Namen setzen',
  'Put back': 'Zurücksetzen',
  'Make a token': 'Token anlegen',
  'Its secret is shown once. Slipway keeps no copy that anybody could read later.':
    'Sein Geheimnis wird einmal gezeigt. Slipway behält keine Kopie, die jemand später lesen könnte.',
  'The whole game': 'Das ganze Spiel',
  'Builds and servers of {nameId}': 'Builds und Server von {nameId}',
  CI: 'CI',
  'So that you know later what uses it.': 'Damit du später weißt, was ihn benutzt.',
  'May use': 'Darf benutzen',
  'No token was made': 'Es wurde kein Token angelegt',
  'Make token': 'Token anlegen',
  'Copy the token': 'Token kopieren',
  'Copy it now: when this closes, nobody can show it again.':
    'Kopiere ihn jetzt: Wenn dies geschlossen ist, kann ihn niemand mehr zeigen.',
  'Close, it is copied': 'Schließen, er ist kopiert',
  '{file} is over 40 MB. Save a smaller copy of it first.':
    '{file} ist größer als 40 MB. Speichere zuerst eine kleinere Kopie davon.',
  '{file} is empty.': '{file} ist leer.',
  '{file} has more than 64 million pixels. Save a smaller copy of it first.':
    '{file} hat mehr als 64 Millionen Pixel. Speichere zuerst eine kleinere Kopie davon.',
  '{file} can not be read as a picture. Use a PNG, JPEG or WebP file.':
    '{file} lässt sich nicht als Bild lesen. Nimm eine Datei vom Typ PNG, JPEG oder WebP.',
  Logo: 'Logo',
  'Logo of the game': 'Logo des Spiels',
  'A square, shown in lists and beside the name. PNG, JPEG or WebP; drop a file here or choose one.':
    'Ein Quadrat, in Listen und neben dem Namen zu sehen. PNG, JPEG oder WebP; leg hier eine Datei ab oder wähle eine.',
  'A tile made of the id': 'Eine Kachel aus der Id',
  'Choose a logo': 'Logo wählen',
  'File of the logo': 'Datei des Logos',
  Banner: 'Banner',
  'Banner of the game': 'Banner des Spiels',
  'Wide, 16 to 9, for store pages and launchers that ask for it. PNG, JPEG or WebP; drop a file here or choose one.':
    'Breit, 16 zu 9, für Shop-Seiten und Launcher, die danach fragen. PNG, JPEG oder WebP; leg hier eine Datei ab oder wähle eine.',
  'None yet': 'Noch keines',
  'Choose a banner': 'Banner wählen',
  'File of the banner': 'Datei des Banners',
  'This file can not be used': 'Diese Datei kann nicht verwendet werden',
  'Tools sign in with a token. One of the whole game may do everything with it; one of a namespace only its builds and servers.':
    'Werkzeuge melden sich mit einem Token an. Einer des ganzen Spiels darf alles damit tun; einer eines Namespace nur mit dessen Builds und Servern.',
  'The tokens could not be read': 'Die Tokens konnten nicht gelesen werden',
  'No tokens yet.': 'Noch keine Tokens.',
  Made: 'Angelegt',
  'Last used': 'Zuletzt benutzt',
  Revoke: 'Widerrufen',
  'the whole game': 'das ganze Spiel',
  'a namespace': 'ein Namespace',
  'Without a name': 'Ohne Namen',
  never: 'nie',
  'Revoke {name} now': '{name} jetzt widerrufen',
};
