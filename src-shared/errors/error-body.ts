// Errors as they travel, and how they come back to life with the same code and sentence.
import { z } from 'zod';
import { AppError, type ErrorBody } from './app-error.ts';
import { isErrorCode } from './codes.ts';

/** What travels: the service's error body, which the bridge uses as well. */
export const errorBody = z.object({
  code: z.string(),
  message: z.string(),
  ray_id: z.string().optional(),
  documentation: z.string().optional(),
  metadata: z.unknown().optional(),
}) satisfies z.ZodType<ErrorBody>;

/** Brings an error back to life from the wire. A code we do not know becomes ERROR and keeps its sentence. */
export function reviveError(body: unknown): AppError {
  const parsed = errorBody.safeParse(body);
  if (!parsed.success) return new AppError('ERROR', 'The other side failed without saying how.', { metadata: body });
  const { code, message, ray_id: rayId, metadata } = parsed.data;
  if (isErrorCode(code)) return new AppError(code, message, { metadata, rayId });
  return new AppError('ERROR', message, { metadata: { code, metadata }, rayId });
}
