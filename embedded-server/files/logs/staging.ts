// Large buffers in which small ones are copied together before they are written; lent out and given back, since making a new
// one each time costs more than the copying.

export type Staged = { bytes: Buffer; giveBack(): void };

const STAGE_BYTES = 524_288;
/** More logs than this that write at the same moment make their own. */
const MOST_SPARE = 4;
const spare: Buffer[] = [];

export function stage(buffers: readonly Buffer[], length: number): Staged {
  const whole =
    length > STAGE_BYTES ? Buffer.allocUnsafeSlow(length) : (spare.pop() ?? Buffer.allocUnsafeSlow(STAGE_BYTES));
  let at = 0;
  for (const buffer of buffers) {
    whole.set(buffer, at);
    at += buffer.length;
  }
  const giveBack = () => {
    if (whole.length === STAGE_BYTES && spare.length < MOST_SPARE) spare.push(whole);
  };
  return { bytes: whole.subarray(0, length), giveBack };
}
