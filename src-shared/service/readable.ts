// The schema by which an answer is read. What we answer keeps to the letter of the contract; what another deployment answers
// may spell ids, moments and names in its own way, for the interface leaves them open, and is still read.
import { z } from 'zod';
import { u32 } from './common.ts';

const known = new WeakMap<z.ZodType, z.ZodType>();

/**
 * The same shape with the bounds of texts taken off and those of numbers loosened, and `null` meaning absent where a field may be absent.
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
  if (schema instanceof z.ZodOptional) return makeOptional(inner(schema.unwrap()));
  if (schema instanceof z.ZodArray) return z.array(readable(inner(schema.element)));
  if (schema instanceof z.ZodRecord) return z.record(z.string(), readable(inner(schema.valueType)));
  if (schema instanceof z.ZodObject) return makeObject(schema);
  if (schema instanceof z.ZodEnum || schema._zod.def.type === 'string') return text;
  if (schema instanceof z.ZodNumber) return possible(schema);
  return schema;
}

function makeObject(schema: z.ZodObject): z.ZodType {
  if (schema._zod.def.catchall !== undefined) return schema;
  const fields = Object.entries(schema.shape).map(([name, field]) => [name, readable(inner(field))] as const);
  return z.object(Object.fromEntries(fields));
}

/** What can be no such figure is not known where a field may be absent: one bad figure takes none of the others with it. */
function makeOptional(schema: z.ZodType): z.ZodType {
  if (!(schema instanceof z.ZodNumber)) return absentIfNull(readable(schema));
  const bounds = boundsOf(schema);
  return z
    .preprocess((value) => {
      const isBad = typeof value === 'number' && nearest(value, bounds) !== value;
      return isBad ? undefined : (value ?? undefined);
    }, z.number().optional())
    .optional();
}

/** Elsewhere the nearest figure that can be stands in its place, and 0 for one that was written as null or no number. */
function possible(schema: z.ZodNumber): z.ZodType {
  const bounds = boundsOf(schema);
  return z.preprocess((value) => {
    if (value === null) return 0;
    return typeof value === 'number' ? nearest(value, bounds) : value;
  }, z.number());
}

type Bounds = { least: number; most: number };

/** The last moment that a date can be, in milliseconds; as bytes, more than any disk holds. */
const MOST = 8_640_000_000_000_000;

/** A count is not below zero, and people and servers are no more than fit in 32 bits. What else ours keep to, others need not. */
function boundsOf({ minValue, maxValue }: z.ZodNumber): Bounds {
  return { least: (minValue ?? -MOST) >= 0 ? 0 : -MOST, most: maxValue === u32.maxValue ? (maxValue ?? MOST) : MOST };
}

function nearest(value: number, { least, most }: Bounds): number {
  return Math.min(most, Math.max(least, value));
}

function absentIfNull(schema: z.ZodType): z.ZodType {
  return z.preprocess((value) => value ?? undefined, schema.optional()).optional();
}

/** What is within a schema is typed as zod's core sees it; everything of the contract is made with zod's usual face. */
function inner(schema: z.core.$ZodType): z.ZodType {
  if (schema instanceof z.ZodType) return schema;
  throw new Error('A schema of the contract was not made with z');
}
