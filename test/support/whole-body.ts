// Bodies with everything in them that a row takes, made from its schema, and what each of their fields cannot take.
import type { Endpoint } from '../../src-shared/service/endpoint.ts';

/** A field of a body, however deep, and values that it cannot take. */
export type BodyField = { path: string[]; wrong: unknown[] };

type Schema = {
  type?: string | string[];
  enum?: unknown[];
  pattern?: string;
  format?: string;
  anyOf?: Schema[];
  properties?: Record<string, Schema>;
  required?: string[];
  items?: Schema;
  additionalProperties?: Schema | false;
  minimum?: number;
};

/** They go with other values of their neighbours than are made up here. schemas.test.ts tries them. */
const apart = new Set(['after', 'proxy_protocol']);

/** A body with everything in it that there is, and each of its fields with what it cannot take. */
export function wholeBody(row: Endpoint): { body: unknown; fields: BodyField[] } {
  const fields: BodyField[] = [];
  const schema = row.body?.toJSONSchema({ io: 'input' }) as Schema;
  return { body: fill(schema, [], fields), fields };
}

function fill(schema: Schema, path: string[], fields: BodyField[], isNeeded = false): unknown {
  const choices = choicesOf(schema);
  const core = choices.find(({ type }) => type !== 'null') ?? schema;
  const isNullable = choices.some(({ type }) => type === 'null');
  if (path.length > 0) fields.push({ path, wrong: [...wrongFor(core, isNullable), ...(isNeeded ? [undefined] : [])] });
  switch (core.type) {
    case 'object':
      return fillObject(core, path, fields);
    case 'array':
      return core.items === undefined ? [] : [fill(core.items, [...path, '0'], fields)];
    default:
      return fillLeaf(core);
  }
}

function choicesOf(schema: Schema): Schema[] {
  if (schema.anyOf !== undefined) return schema.anyOf.flatMap(choicesOf);
  return Array.isArray(schema.type) ? schema.type.map((type) => ({ ...schema, type })) : [schema];
}

function fillObject(
  { properties = {}, required, additionalProperties: any }: Schema,
  path: string[],
  fields: BodyField[],
) {
  const named = Object.entries(properties).filter(([key]) => !apart.has(key));
  const needed = new Set(required);
  const all = named.length === 0 && any ? [['key', any] as const] : named;
  return Object.fromEntries(
    all.map(([key, inner]) => [key, fill(inner, [...path, key], fields, named.length > 0 && needed.has(key))]),
  );
}

function fillLeaf(schema: Schema): unknown {
  if (schema.type === 'boolean') return true;
  return schema.type === 'integer' || schema.type === 'number' ? Math.max(1, schema.minimum ?? 1) : fillText(schema);
}

function fillText({ enum: words, format, pattern = '' }: Schema): unknown {
  if (words !== undefined) return words[0];
  if (format === 'uuid') return '00000000-0000-4000-8000-000000000001';
  if (format === 'date-time') return '2026-01-02T03:04:05.678Z';
  return pattern.includes('{64}') ? '0'.repeat(64) : 'x';
}

/** Values of every other kind, and those of its own that are out of bounds. */
function wrongFor(schema: Schema, isNullable: boolean): unknown[] {
  const { type, minimum = 0, enum: words, format, pattern } = schema;
  if (Object.keys(schema).length === 0) return []; // it takes anything
  const kinds: Record<string, unknown> = { number: 7, string: 'x', boolean: true, array: [], object: {}, null: null };
  const own = type === 'integer' ? 'number' : type;
  const others = Object.entries(kinds).filter(([kind]) => kind !== own && !(isNullable && kind === 'null'));
  const isText = own === 'string' && [words, format, pattern].some((each) => each !== undefined);
  return [
    ...others.map(([, value]) => value),
    ...(own === 'number' ? [minimum - 1, 2 ** 65] : []),
    ...(type === 'integer' ? [0.5] : []),
    ...(isText ? ['x', ''] : []),
  ];
}
