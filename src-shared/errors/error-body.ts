// Errors as they travel.
import { z } from 'zod';
import { messageParams } from '../text/message-schema.ts';
import type { ErrorBody } from './app-error.ts';

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
