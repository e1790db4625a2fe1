// The schema by which an answer is read. What we answer keeps to the letter of the contract; what another deployment answers
// may spell ids, moments and names in its own way, for the interface leaves them open, and is still read.
import { z } from 'zod';

const known = new WeakMap<z.ZodType, z.ZodType>();

/**
 * The same shape with the bounds of texts and numbers taken off, and `null` meaning absent where a field may be absent.
 * A text that the contract lists the values of may be another one: who tells them apart needs a case for the rest.
 */
export function readable(schema: z.ZodType): z.ZodType {
  const made = known.get(schema) ?? make(schema);
  known.set(schema, made);
  return made;
}

/** A number in the place of a text is that number's text: an index, a tag. */
const text = z.union([z.string(), z.number().transform(String), z.boolean().transform(String)]);

function make(schema: z.ZodType): z.ZodType {
  if (schema instanceof z.ZodOptional) return absentIfNull(readable(inner(schema.unwrap())));
  if (schema instanceof z.ZodArray) return z.array(readable(inner(schema.element)));
  if (schema instanceof z.ZodRecord) return z.record(z.string(), readable(inner(schema.valueType)));
  if (schema instanceof z.ZodObject) return makeObject(schema);
  if (schema instanceof z.ZodEnum || schema._zod.def.type === 'string') return text;
  if (schema._zod.def.type === 'number') return z.number();
  return schema;
}

function makeObject(schema: z.ZodObject): z.ZodType {
  if (schema._zod.def.catchall !== undefined) return schema;
  const fields = Object.entries(schema.shape).map(([name, field]) => [name, readable(inner(field))] as const);
  return z.object(Object.fromEntries(fields));
}

function absentIfNull(schema: z.ZodType): z.ZodType {
  return z.preprocess((value) => value ?? undefined, schema.optional()).optional();
}

/** What is within a schema is typed as zod's core sees it; everything of the contract is made with zod's usual face. */
function inner(schema: z.core.$ZodType): z.ZodType {
  if (schema instanceof z.ZodType) return schema;
  throw new Error('A schema of the contract was not made with z');
}
