// The fields of a slipway.json that Slipway does not know and ignores, and what each was probably meant to be.
import { type Message, messageFor } from '../text/message.ts';
import { nearestWord } from '../text/nearest-word.ts';
import { slipwaySchema } from './slipway-json-schema.ts';

/** A field that nothing reads, and a sentence about it. */
export type UnknownField = { path: readonly string[]; message: Message };

type Schema = { properties?: Record<string, unknown>; additionalProperties?: unknown; items?: unknown };
type Level = { schema: Schema; value: object; path: readonly string[] };

const MOST = 20;
/** Deeper than any field of ours. */
const MOST_DEPTH = 8;
let known: Schema | undefined;

/** What in it is unknown. Names alone are looked at: whether the values fit is another question. */
export function unknownFields(json: unknown): UnknownField[] {
  known ??= slipwaySchema();
  const found: UnknownField[] = [];
  const levels: Level[] = isRecord(json) ? [{ schema: known, value: json, path: [] }] : [];
  for (let level = levels.pop(); level !== undefined && found.length < MOST; level = levels.pop()) {
    for (const [name, value] of Object.entries(level.value)) {
      const path = [...level.path, name];
      const schema = schemaOf(level.schema, name);
      if (schema === undefined) found.push({ path, message: aboutUnknown(name, level.schema) });
      else if (isRecord(value) && path.length < MOST_DEPTH) levels.push({ schema, value, path });
    }
  }
  return found.slice(0, MOST);
}

/** The schema of what is in a field; undefined where there is no such field. What may be called anything is known. */
function schemaOf({ properties, additionalProperties, items }: Schema, name: string): Schema | undefined {
  if (properties !== undefined && Object.hasOwn(properties, name)) return Object(properties[name]);
  if (additionalProperties === false) return undefined;
  return Object(additionalProperties ?? items ?? {});
}

function aboutUnknown(name: string, { properties = {} }: Schema): Message {
  const here = closest(name, Object.keys(properties));
  if (here !== undefined) return messageFor('manifest.unknown-misspelled', { name: shown(name), known: here });
  const elsewhere = fieldsBelow(known ?? {}, '').find(({ field }) => squeeze(field) === squeeze(name));
  if (elsewhere === undefined) return messageFor('manifest.unknown', { name: shown(name) });
  return elsewhere.place === ''
    ? messageFor('manifest.unknown-belongs-outside', { name: shown(name), known: elsewhere.field })
    : messageFor('manifest.unknown-belongs-in', {
        name: shown(name),
        known: elsewhere.field,
        place: elsewhere.place,
      });
}

function fieldsBelow({ properties, additionalProperties, items }: Schema, place: string): Field[] {
  const own = Object.entries(properties ?? {});
  const below = own.flatMap(([field, schema]) =>
    fieldsBelow(Object(schema), place === '' ? field : `${place}.${field}`),
  );
  const named = isRecord(additionalProperties) ? fieldsBelow(additionalProperties, `${place}.NAME`) : [];
  const listed = isRecord(items) ? fieldsBelow(items, place) : [];
  return [...own.map(([field]) => ({ field, place })), ...below, ...named, ...listed];
}
type Field = { field: string; place: string };

/** What the same is called elsewhere, as in package.json, in files of containers and of services. */
const CALLED_ELSEWHERE: Readonly<Record<string, readonly string[]>> = {
  program: [
    'start',
    'command',
    'cmd',
    'exec',
    'execstart',
    'executable',
    'entrypoint',
    'entry',
    'main',
    'run',
    'binary',
    'script',
  ],
  arguments: ['argv', 'parameters', 'params', 'flags', 'options'],
  environment: ['variables', 'vars'],
  keep: ['volumes', 'persist', 'persistent', 'saves'],
};

/** The one that was probably meant: called so elsewhere, written otherwise (`killTimeout`), shortened (`args`, `env`), or with a slip or two. */
function closest(name: string, fields: readonly string[]): string | undefined {
  const typed = squeeze(name);
  const meant = fields.find((field) => CALLED_ELSEWHERE[field]?.includes(typed) === true);
  if (meant !== undefined) return meant;
  const short = fields.find((field) => squeeze(field) === typed || isShortFor(typed, squeeze(field)));
  if (short !== undefined) return short;
  return nearestWord(typed, fields, squeeze);
}

function squeeze(name: string): string {
  return name.toLowerCase().replaceAll(/[^a-z0-9]/g, '');
}

/** Its letters in their order, the first among them: three at least, as two are short for anything. */
function isShortFor(short: string, long: string): boolean {
  if (short.length < 3 || short[0] !== long[0]) return false;
  let at = 0;
  for (const letter of long) if (letter === short[at]) at += 1;
  return at === short.length;
}

/** A name is anybody's text. */
function shown(name: string): string {
  return name.length > 40 ? `${name.slice(0, 40).toWellFormed()}...` : name;
}

function isRecord(value: unknown): value is object {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
