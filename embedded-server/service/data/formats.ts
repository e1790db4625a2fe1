// The formats of the records in which columns came that an older export lacks.

/** The format that came with what became of deployments. */
export const OUTCOMES = 10;
/** The format that came with limits of tokens. */
export const TOKEN_LIMITS = 12;
/** The format that knows bytes in an object store. */
export const OBJECTS = 13;
/** The format that knows which kept folders a server had. */
export const KEPT_SLOTS = 14;
/** The format that knows nodes. */
export const NODES = 15;
/** The format that counts servers that did not start. */
export const FAILED_STARTS = 16;
/** Of builds: why one cannot be run, and what one asks for itself. */
export const OF_BUILDS = { refusal: { format: 9, before: null }, resources: { format: 17, before: null } };
