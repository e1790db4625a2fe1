// The two spans that trouble with servers is judged by, the same in the service, the core and the window.

/**
 * So long a version or a server has to run to have run well, and to be over a crash. The index `outcomes_that_ran_well` of the records has
 * the same figure in its condition: another one here needs a migration that creates that index again.
 */
export const RAN_WELL_MS = 300_000;

/** Ends, and what is told of them, that are no further apart are told as one. */
export const TOLD_TOGETHER_MS = 300_000;
