// What the service says about itself to anyone.
import { z } from 'zod';

/** That the service runs, what it is and which version of it. */
export const health = z.object({ status: z.literal('ok'), name: z.literal('slipway'), version: z.string() });
/** That the service runs, what it is and which version of it. */
export type Health = z.infer<typeof health>;

/** An OpenAPI document, as far as a caller of this table needs to know it. */
export const openApiAnswer = z.looseObject({ openapi: z.string(), info: z.looseObject({}), paths: z.looseObject({}) });
