// The `--give-up-after` of commands that send a build: how long nothing may get through. See core/transfers/engine/backoff.ts, which ends
// a transfer then.
import { wholeNumber } from './arguments.ts';

const SECONDS = 300;

/** `until` says what else it waits for. */
export function giveUpHelp(until = ''): readonly [string, string] {
  return ['--give-up-after SECONDS', `End when nothing gets through${until} for so long (${SECONDS})`];
}

export const giveUpOption = { 'give-up-after': { type: 'string', default: String(SECONDS) } } as const;

export function patienceOf(command: string, { 'give-up-after': seconds }: { 'give-up-after': string }): number {
  return wholeNumber(command, '--give-up-after', seconds) * 1000;
}
