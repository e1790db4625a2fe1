// Errors as they travel, and how they come back to life with the same code and sentence.
import { z } from 'zod';
import { messageOf } from '../text/message.ts';
import { messageParams } from '../text/message-schema.ts';
import { AppError, type ErrorBody } from './app-error.ts';
import { isErrorCode } from './codes.ts';

/** What the service answers to callers who know no reasons. */
export const plainErrorBody = z.object({
  code: z.string(),
  message: z.string(),
  ray_id: z.string().optional(),
  documentation: z.string().optional(),
  metadata: z.unknown().optional(),
});

/** What travels between parts of Slipway: the same with its reason. */
export const errorBody = plainErrorBody.extend({
  reason: z.string().optional(),
  params: messageParams.optional(),
}) satisfies z.ZodType<ErrorBody>;

/** Brings an error back to life from the wire. A code we do not know becomes ERROR and keeps its sentence. */
export function reviveError(body: unknown): AppError {
  const parsed = errorBody.safeParse(body);
  if (!parsed.success) return new AppError('ERROR', 'bridge.failed-silently', {}, { metadata: body });
  const { code, ray_id, metadata } = parsed.data;
  const message = messageOf(parsed.data);
  if (isErrorCode(code)) return new AppError(code, message, { metadata, ray_id });
  return new AppError('ERROR', message, { metadata: { code, metadata }, ray_id });
}
