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
