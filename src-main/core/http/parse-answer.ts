// Parses what a service answers. Names in it may be somebody else's, or older than the rules for names: marks that nobody sees, which turn
// the words around a name as well, are shown there.

const HIDDEN = /[\u200b\u202a-\u202e\u2066-\u2069\ufeff]/g;
/** The same in the text of JSON, which may hold them written out. */
const IN_JSON = new RegExp(`${HIDDEN.source}|\\\\u(?:200b|202[a-e]|206[6-9]|feff)`, 'i');
const NAMES = /(?:^|_)(?:display_name|name_id)$/;

/** Each hidden mark in a name of a game, namespace or version is a replacement character then. */
export function parseAnswer(json: string): unknown {
  return IN_JSON.test(json) ? JSON.parse(json, withSeenName) : JSON.parse(json);
}

function withSeenName(key: string, value: unknown): unknown {
  return typeof value === 'string' && NAMES.test(key) ? value.replaceAll(HIDDEN, '\ufffd') : value;
}
