// The small types that every resource of the service is made of.
import { z } from 'zod';

/** A lower-case hyphenated UUID, as every id of ours is. Another shape is "no such route". */
export const uuid = z
  .string()
  .regex(/^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/)
  .meta({ format: 'uuid' });

/** RFC 3339 in UTC with milliseconds and Z. */
export const timestamp = z.iso.datetime({ precision: 3 });

/** Unsigned 32-bit integer. */
export const u32 = z.int().min(0).max(4_294_967_295);

/** Unsigned 64-bit integer as far as JSON numbers are exact; no file is larger. */
export const u64 = z.int().min(0);

/** The same as a caller may send it, up to the last one: how much is too much, the service says under its own code. */
export const sentU64 = z
  .number()
  .min(0)
  .lt(2 ** 64)
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
