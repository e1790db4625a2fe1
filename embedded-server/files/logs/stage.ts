// Memory in which small pieces of a log are copied together before they are written.

type Staged = { bytes: Buffer; giveBack(): void };

const STAGE_BYTES = 524_288;
/** More logs than this that write at the same moment make their own, just as large as they need: thousands of servers may end together. */
const MOST_STAGES = 4;
const spare: Buffer[] = [];
let stages = 0;

/**
 * Large buffers in which small ones are copied together before they are written; lent out and given back, since making a new
 * one each time costs more than the copying.
 */
export function stage(buffers: readonly Buffer[], length: number): Staged {
  const lent = length > STAGE_BYTES ? undefined : lendStage();
  const whole = lent ?? Buffer.allocUnsafeSlow(length);
  let at = 0;
  for (const buffer of buffers) {
    whole.set(buffer, at);
    at += buffer.length;
  }
  const giveBack = () => {
    if (lent !== undefined) spare.push(lent);
  };
  return { bytes: whole.subarray(0, length), giveBack };
}

function lendStage(): Buffer | undefined {
  const found = spare.pop();
  if (found !== undefined || stages === MOST_STAGES) return found;
  stages += 1;
  return Buffer.allocUnsafeSlow(STAGE_BYTES);
}
