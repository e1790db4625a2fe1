// The small types that every resource of the service is made of.
import { z } from 'zod';

/** A lower-case hyphenated UUID, as every id of ours is. Another shape is "no such route". */
export const uuid = z
  .string()
  .regex(/^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/)
  .meta({ format: 'uuid' });

/** RFC 3339 in UTC with milliseconds and Z. */
export const timestamp = z.iso.datetime({ precision: 3 });

const RFC_3339 =
  /^\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d|3[01])[Tt](?:[01]\d|2[0-3]):[0-5]\d:(?:[0-5]\d|60)(?:\.\d{1,100})?(?:[Zz]|[+-](?:[01]\d|2[0-3]):[0-5]\d)$/;

/** Any moment of RFC 3339 as a caller may send it, with any offset and precision, read as one of ours. */
export const sentTimestamp = z
  .string()
  .max(140)
  .meta({ format: 'date-time' })
  .transform((text, context) => {
    const moment = RFC_3339.test(text) ? readMoment(text) : Number.NaN;
    if (!Number.isNaN(moment)) return new Date(moment).toISOString();
    context.addIssue({ code: 'custom', message: 'Expected a time such as 2026-11-24T12:00:00Z.' });
    return z.NEVER;
  })
  .pipe(timestamp);

/** A leap second is the second before it for whoever counts in Unix time. Whole milliseconds are what is kept. */
function readMoment(text: string): number {
  const [, date = '', time = '', fraction = '', offset = ''] =
    /^(.{10}).(.{8})(?:\.(\d+))?(.*)$/.exec(text.toUpperCase().replace(/:60(?=[.Z+-])/, ':59')) ?? [];
  const moment = Date.parse(`${date}T${time}.${fraction.slice(0, 3).padEnd(3, '0')}${offset}`);
  // 31 April is no day, though it is read as 1 May.
  const isDay = new Date(`${date}T00:00:00Z`).toISOString().startsWith(date);
  return isDay && moment >= FIRST_MOMENT && moment <= LAST_MOMENT ? moment : Number.NaN;
}

/** What has four digits for its year. */
const FIRST_MOMENT = Date.parse('0000-01-01T00:00:00.000Z');
const LAST_MOMENT = Date.parse('9999-12-31T23:59:59.999Z');

/** Unsigned 32-bit integer. */
export const u32 = z.int().min(0).max(4_294_967_295);

/** Unsigned 64-bit integer as far as JSON numbers are exact; no file is larger. */
export const u64 = z.int().min(0);

/** The same as a caller may send it, up to the last one: how much is too much, the service says under its own code. */
export const sentU64 = z
  .number()
  .min(0)
  // The last one is no number of JavaScript; it is read as the next.
  .lte(2 ** 64)
  .refine(Number.isInteger, 'Expected a whole number.')
  .meta({ type: 'integer' });

/** `null` for an optional field means absent, as the interface's callers expect. */
export function optional<S extends z.ZodType>(schema: S) {
  return schema.nullish().transform((value) => value ?? undefined);
}

/** The version of watchable data: an opaque decimal string that only grows. */
export const watch = z.object({ index: z.string().regex(/^\d{1,19}$/) });

/** The query of a watchable call. */
export const watchQuery = z.object({
  watch_index: z
    .string()
    .regex(/^\d{1,19}$/, 'Expected a watch index.')
    .optional(),
});

/** No fields: an absent query, no path parameters, or an "empty body" answer. */
export const nothing = z.object({});

/** A resource's readable name. Its rules are checked by the service, which lists every problem at once. */
export const display_name = z.string();

/** A short identifier: `0-9a-z-`, 1..16. Its rules are checked by the service likewise. */
export const name_id = z.string();
