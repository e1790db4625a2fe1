// The one frame format. The same eight frames go over Electron IPC, WebSocket and memory.
import { z } from 'zod';
import { errorBody } from '../errors/error-body.ts';

const id = z.int().min(0);
const name = z.string().max(80);

/** What the window sends. */
export const clientFrame = z.discriminatedUnion('t', [
  z.object({ t: z.literal('call'), id, name, input: z.unknown() }),
  z.object({ t: z.literal('cancel'), id }),
  z.object({ t: z.literal('subscribe'), id, name, input: z.unknown() }),
  z.object({ t: z.literal('unsubscribe'), id }),
]);

/** What the core sends. A change is numbered one above what came before it for that subscription. */
export const serverFrame = z.discriminatedUnion('t', [
  // JSON leaves out what is undefined: a call that answers nothing has a reply without an output.
  z.object({ t: z.literal('reply'), id, output: z.unknown().optional() }),
  z.object({ t: z.literal('error'), id, error: errorBody }),
  z.object({ t: z.literal('snapshot'), id, seq: id, value: z.unknown() }),
  z.object({ t: z.literal('change'), id, seq: id, change: z.unknown() }),
]);

/** A frame from the window. */
export type ClientFrame = z.infer<typeof clientFrame>;
/** A frame from the core. */
export type ServerFrame = z.infer<typeof serverFrame>;

/** The change of a list: items set by id (new ones go last) and ids removed. */
export type ListChange<T> = { set: T[]; remove: string[] };
