// Parses what a service answers. Names in it may be somebody else's, or older than the rule for names: each sign in them that nobody
// sees, that turns the words around it or that a terminal would obey is a replacement character then. Figures that are none take
// nothing else with them.
import { invisibleSigns } from '../../../src-shared/service/name-signs.ts';

/** Spaces of all kinds are seen, where they do not end a line. */
const signs = String.raw`\p{Cc}\p{Cs}\p{Zl}\p{Zp}${invisibleSigns}`;
const HIDDEN = new RegExp(`[${signs}]`, 'gv');
/** The same in the text of JSON, as they are or written out. Line ends stand between its values. */
const IN_JSON = new RegExp(String.raw`[[${signs}]--[\t\n\r]]|\\u(?!00[0-7])`, 'v');
/** Controls are written out in every answer with lines of a log; here only those in what may be a name count. */
const CONTROL_IN_NAME =
  /"(?:\w*name(?:_id)?|game|namespace|version|node|region)"\s*:\s*"(?:[^"\\]|\\["\\/])*\\[bfnrtu]|"ids"\s*:\s*\[[^\]]*\\[bfnrtu]/;
const NAMES = /(?:^|_)(?:display_name|name_id)$/;
/** What builds, tokens and nodes are called, and what they tell of where they belong. Of other things the same may be no name: a file is asked for by it. */
const NAMES_OF_OWN = /^(?:name|game|namespace|version|node|region)$/;
const OWNS = ['id', 'token_id', 'kind'];

/** Some programs write a figure that is none into what else is JSON. Looked for only where that could not be read. */
const NO_FIGURE = /[:,[]\s*-?(?:NaN|Infinity)\b/;

/** As JSON has them: a number that is too large for any is read as the largest that its field can be. */
const figures: Readonly<Record<string, string>> = { NaN: 'null', '-NaN': 'null', Infinity: '1e999' };

export function parseAnswer(json: string): unknown {
  const reviver = showHiddenSigns(json);
  try {
    return JSON.parse(json, reviver);
  } catch (thrown) {
    if (!NO_FIGURE.test(json)) throw thrown;
    return JSON.parse(withoutNoFigures(json), reviver);
  }
}

function withoutNoFigures(json: string): string {
  return json.replaceAll(/"(?:[^"\\]|\\.)*"|\b(?:NaN|Infinity)\b|-NaN\b/g, (part) => figures[part] ?? part);
}

/** What JSON.parse is to do with each value; undefined where nothing is hidden, which most answers are. */
function showHiddenSigns(json: string): typeof withShownName | undefined {
  return IN_JSON.test(json) || CONTROL_IN_NAME.test(json) ? withShownName : undefined;
}

/** Names of games, namespaces, versions, builds, tokens, nodes and players. */
function withShownName(this: unknown, key: string, value: unknown): unknown {
  if (key === 'players' && typeof value === 'object') return withShownPlayers(value);
  return typeof value === 'string' && isName(key, this) ? shown(value) : value;
}

/** Players are known by what their server calls them. */
function withShownPlayers(players: object | null): object | null {
  if (players === null || !('ids' in players) || !Array.isArray(players.ids)) return players;
  return { ...players, ids: players.ids.map((id: unknown) => (typeof id === 'string' ? shown(id) : id)) };
}

function shown(name: string): string {
  return name.replaceAll(HIDDEN, '\ufffd');
}

function isName(key: string, holder: unknown): boolean {
  if (NAMES.test(key)) return true;
  if (!NAMES_OF_OWN.test(key) || typeof holder !== 'object' || holder === null) return false;
  return OWNS.some((own) => own in holder);
}
