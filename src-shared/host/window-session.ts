// How a window of the browser shell says who it is: by a secret that only its page keeps.
import { z } from 'zod';

/** POST trades the token of a link for a secret, GET asks whether a secret is good, DELETE signs its session out. */
export const SESSION = '/session';
/** The answer to a POST. */
export const windowSession = z.object({ secret: z.string().min(1).max(200) });
/** The WebSocket of the bridge offers this protocol and its secret as a second one: a page can give it no header. */
export const BRIDGE_PROTOCOL = 'slipway';
