// How large a log may get, when it begins a new file, and how many logs have their files open.

const MIB = 1_048_576;
const USUAL_LOG = 256 * MIB;
const USUAL_SEGMENT = 16 * MIB;
/** Offsets in an index are 32 bits wide. */
const LARGEST_SEGMENT = 1_024 * MIB;
/** With few segments, dropping one would drop most of the log. */
const FEWEST_SEGMENTS = 4;
/** Two files each. Thousands of servers on nodes would otherwise take all that the system gives a program. */
export const MOST_OPEN_LOGS = 500;

export type LogLimits = {
  /** The most that one log may take; its oldest lines go first. */
  capBytes: number;
  /** One that is as long as this is followed by a new one. */
  segmentBytes: number;
};

export function limitsOf({ capBytes = USUAL_LOG, segmentBytes = USUAL_SEGMENT }: Partial<LogLimits>): LogLimits {
  return { capBytes, segmentBytes: Math.min(segmentBytes, Math.ceil(capBytes / FEWEST_SEGMENTS), LARGEST_SEGMENT) };
}
