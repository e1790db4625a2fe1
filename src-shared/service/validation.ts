// How a validate call answers: every problem at once, inside a normal answer.
import { z } from 'zod';

/** Where one problem originates, such as `['name-id', 'too-long']`. */
export const validationError = z.object({ path: z.array(z.string()) });
/** Where one problem originates. */
export type ValidationError = z.infer<typeof validationError>;

/** The answer of a validate call. No errors means nothing to object to. */
export const validationAnswer = z.object({ errors: z.array(validationError) });
