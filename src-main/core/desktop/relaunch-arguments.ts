// What a start of the app hands to the one that runs already: its words and where it was started. Whoever can start the app
// can hand over anything, so it is read like input from outside.
import { z } from 'zod';

const relaunchArguments = z.object({ words: z.array(z.string().max(8192)).max(100), from: z.string().max(8192) });

export type RelaunchArguments = z.infer<typeof relaunchArguments>;

/** Nothing, where it cannot be read. */
export function readRelaunchArguments(data: unknown): RelaunchArguments {
  const parsed = relaunchArguments.safeParse(data);
  return parsed.success ? parsed.data : { words: [], from: '/' };
}
