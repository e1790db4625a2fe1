// How the service and a host come together. Apart from what they say, which only the service checks: a host loads no schemas.

/** Changes with what is said; both sides have to have the same. */
export const PROTOCOL = 3;
/** Below the service's own address. */
export const HOSTS = '/hosts/';
/** How the service hangs up on a host that is to end whatever it runs. */
export const CLOSED_FOR_GOOD = 4_001;
/** How often a host tells its figures, which is its sign of life as well. */
export const BEAT_MS = 5_000;
/** The service gives a sign of its own every so many beats. Nothing answers it: ten thousand hosts cost as little as can be. */
export const BEATS_PER_SIGN = 2;
/** A message with a page of a log is the largest. */
export const LONGEST_MESSAGE = 8 * 1_048_576;
