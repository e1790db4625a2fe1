// Makes an example of a schema: what it needs and no more, or all of it where nothing is needed.
import { z } from 'zod';

const sampleUuid = '00000000-0000-4000-8000-000000000001';
const byName: Readonly<Record<string, string>> = {
  display_name: 'Tidebreak',
  name: 'Tidebreak 1.0',
  name_id: 'tidebreak',
  image_tag: 'tidebreak:1',
  path: 'tidebreak.tar',
};

type Schema = z.core.JSONSchema.BaseSchema;

/** An example of what a caller sends. */
export function sampleOf(schema: z.core.$ZodType): unknown {
  return fromJson(z.toJSONSchema(schema, { io: 'input' }), '');
}

function fromJson(schema: Schema, name: string): unknown {
  const choice = schema.anyOf?.find((each) => isSchema(each) && each.type !== 'null');
  if (isSchema(choice)) return fromJson(choice, name);
  return schema.enum === undefined ? fromType(schema, name) : schema.enum[0];
}

function fromType(schema: Schema, name: string): unknown {
  switch (schema.type) {
    case 'object':
      return sampleObject(schema);
    case 'array':
      return sampleList(schema);
    case 'integer':
    case 'number':
      return Math.max(1, schema.minimum ?? 1);
    case 'boolean':
      return true;
    default:
      return byName[name] ?? sampleText(schema, name);
  }
}

/** As many as there have to be, and they may not be many. */
function sampleList({ minItems = 0, items }: Schema): unknown[] {
  return minItems > 0 && isSchema(items) ? [fromJson(items, '')] : [];
}

function sampleObject({ properties = {}, required = [] }: Schema): Record<string, unknown> {
  const names = required.length > 0 ? required : Object.keys(properties);
  const entries = names.map((name) => {
    const property = properties[name];
    return [name, isSchema(property) ? fromJson(property, name) : {}];
  });
  return Object.fromEntries(entries);
}

function sampleText({ format }: Schema, name: string): string {
  if (format === 'date-time') return '2026-01-02T03:04:05.678Z';
  if (format === 'uuid' || name === 'id' || name.endsWith('_id') || name === 'build' || name === 'datacenter') {
    return sampleUuid;
  }
  return 'text';
}

function isSchema(value: unknown): value is Schema {
  return typeof value === 'object' && value !== null;
}
