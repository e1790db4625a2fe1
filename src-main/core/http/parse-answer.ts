// Parses what a service answers. Names in it may be somebody else's, or older than the rules for names: marks that nobody sees, which turn
// the words around a name as well, are shown there.
import { invisibleSigns } from '../../../src-shared/invisible-signs.ts';

const HIDDEN = new RegExp(invisibleSigns, 'gv');
/** The same in the text of JSON, which may hold them written out, as any sign beyond ASCII. */
const IN_JSON = new RegExp(String.raw`${invisibleSigns}|\\u(?!00[0-7])`, 'v');
const NAMES = /(?:^|_)(?:display_name|name_id)$/;
/** What builds, tokens and nodes are called, and what they tell of where they belong. Of other things the same may be no name: a file is asked for by it. */
const NAMES_OF_OWN = /^(?:name|game|namespace|version|node|region)$/;
const OWNS = ['id', 'token_id', 'kind'];

/** Each hidden mark in a name of a game, namespace, version, build, token, node or player is a replacement character then. */
export function parseAnswer(json: string): unknown {
  const seen = IN_JSON.test(json) ? withSeenName : undefined;
  try {
    return JSON.parse(json, seen);
  } catch (thrown) {
    if (!NO_FIGURE.test(json)) throw thrown;
    return JSON.parse(withoutNoFigures(json), seen);
  }
}

/** Some programs write a figure that is none into what else is JSON. Looked for only where that could not be read. */
const NO_FIGURE = /[:,[]\s*-?(?:NaN|Infinity)\b/;

/** As JSON has them: a number that is too large for any is read as the largest that its field can be. */
const figures: Readonly<Record<string, string>> = { NaN: 'null', '-NaN': 'null', Infinity: '1e999' };

function withoutNoFigures(json: string): string {
  return json.replaceAll(/"(?:[^"\\]|\\.)*"|\b(?:NaN|Infinity)\b|-NaN\b/g, (part) => figures[part] ?? part);
}

function withSeenName(this: unknown, key: string, value: unknown): unknown {
  if (key === 'players' && typeof value === 'object') return withSeenPlayers(value);
  if (typeof value !== 'string' || !isName(key, this)) return value;
  return value.replaceAll(HIDDEN, '\ufffd');
}

/** Players are known by what their server calls them. */
function withSeenPlayers(players: object | null): object | null {
  if (players === null || !('ids' in players) || !Array.isArray(players.ids)) return players;
  const ids = players.ids.map((id: unknown) => (typeof id === 'string' ? id.replaceAll(HIDDEN, '\ufffd') : id));
  return { ...players, ids };
}

function isName(key: string, holder: unknown): boolean {
  if (NAMES.test(key)) return true;
  if (!NAMES_OF_OWN.test(key) || typeof holder !== 'object' || holder === null) return false;
  return OWNS.some((own) => own in holder);
}
