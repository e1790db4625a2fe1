// Query values arrive as texts. These schemas read them strictly: no signs, exponents, spaces or second spellings.
import { z } from 'zod';

/** A whole number written in plain digits, within bounds. `1e1`, `+1`, `01` and ` 1` are refused. */
export function queryInteger(min: number, max: number) {
  return z
    .string()
    .regex(/^(0|[1-9]\d{0,15})$/, 'Expected a whole number in plain digits.')
    .transform(Number)
    .pipe(z.int().min(min).max(max));
}

/** `true` or `false`, and nothing else. */
export const queryBoolean = z
  .enum(['true', 'false'])
  .transform((text) => text === 'true')
  .pipe(z.boolean());

/** A list in a query: repeated, separated by commas, or as JSON. Only those may be repeated. */
export function queryList<S extends z.ZodType>(item: S) {
  const list = z
    .union([z.string(), z.array(z.string())])
    .transform((given, context): unknown => {
      const texts = typeof given === 'string' ? [given] : given;
      return texts.flatMap((text) => (text.startsWith('[') ? listInJson(text, context) : text.split(',')));
    })
    .pipe(z.array(item));
  lists.add(list);
  return list;
}

/** Known apart, as what a schema says of itself stands in the OpenAPI document. */
const lists = new WeakSet<z.core.$ZodType>();

/** Whether a parameter may be repeated. */
export function isQueryList(schema: z.core.$ZodType | undefined): boolean {
  if (schema instanceof z.ZodOptional) return isQueryList(schema.unwrap());
  return schema !== undefined && lists.has(schema);
}

function listInJson(text: string, context: z.RefinementCtx): unknown[] {
  try {
    const parsed: unknown = JSON.parse(text);
    if (Array.isArray(parsed)) return parsed;
  } catch {
    // said below
  }
  context.addIssue({ code: 'custom', message: 'Expected a list: repeated, separated by commas, or as JSON.' });
  return [];
}

/** A value that travels as JSON text within one query parameter. */
export function queryJson<S extends z.ZodType>(schema: S) {
  return z
    .string()
    .transform((text, context): unknown => {
      try {
        return JSON.parse(text);
      } catch {
        context.addIssue({ code: 'custom', message: 'Expected JSON.' });
        return z.NEVER;
      }
    })
    .pipe(schema);
}
