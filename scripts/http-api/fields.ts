// Writes the fields of a schema as lines of a list, nested ones indented, so that a person can read what goes in and out.
import { z } from 'zod';

/** A JSON schema, as zod makes them. */
export type Schema = z.core.JSONSchema.BaseSchema;

/** One line for each field: its name, its type, and whether it may be left out. */
export function fieldLines(schema: z.core.$ZodType, io: 'input' | 'output'): string[] {
  return linesOf(z.toJSONSchema(schema, { io }), '');
}

function linesOf({ properties = {}, required = [] }: Schema, indent: string): string[] {
  return Object.entries(properties).flatMap(([name, property]) => {
    if (!isSchema(property)) return [];
    const core = withoutNull(property);
    const needed = required.includes(name) ? '' : ', optional';
    return [`${indent}- \`${name}\`: ${typeName(core)}${needed}`, ...linesOf(listedIn(core), `${indent}  `)];
  });
}

/** What is inside a list or a map is listed below it, as what is inside an object is. */
export function listedIn(schema: Schema): Schema {
  if (schema.type === 'array' && isSchema(schema.items)) return schema.items;
  if (isSchema(schema.additionalProperties) && schema.properties === undefined) return schema.additionalProperties;
  return schema;
}

function withoutNull(schema: Schema): Schema {
  const choices = (schema.anyOf ?? []).filter(isSchema).filter(({ type }) => type !== 'null');
  const [only] = choices;
  return only !== undefined && choices.length === 1 ? withoutNull(only) : schema;
}

export function typeName(schema: Schema): string {
  if (schema.anyOf !== undefined) return schema.anyOf.filter(isSchema).map(typeName).join(' or ');
  if (schema.enum !== undefined) return schema.enum.map((value) => `\`${String(value)}\``).join(' or ');
  if (schema.const !== undefined) return `\`${String(schema.const)}\``;
  if (schema.type === 'array') return `list of ${isSchema(schema.items) ? typeName(schema.items) : 'anything'}`;
  if (schema.type === 'object') return objectName(schema);
  return String(schema.type ?? 'anything') + rangeOf(schema);
}

function objectName(schema: Schema): string {
  const isMap = schema.properties === undefined && isSchema(schema.additionalProperties);
  return isMap ? `map from string to ${typeName(withoutNull(listedIn(schema)))}` : 'object';
}

function rangeOf({ format, minimum, maximum }: Schema): string {
  const names: Readonly<Record<string, string>> = { 'date-time': 'RFC 3339 timestamp', uuid: 'UUID', uri: 'URL' };
  const named = names[format ?? ''];
  if (named !== undefined) return ` (${named})`;
  if (minimum === undefined && maximum === undefined) return '';
  const most = maximum === undefined || maximum === Number.MAX_SAFE_INTEGER ? '' : ` to ${boundText(maximum)}`;
  return ` (${minimum ?? ''}${most === '' ? ' or more' : most})`;
}

/** JavaScript would print what is beyond its own integers rounded. */
function boundText(bound: number): string {
  return bound === 2 ** 64 ? '2^64 - 1' : String(bound);
}

export function isSchema(value: unknown): value is Schema {
  return typeof value === 'object' && value !== null;
}
