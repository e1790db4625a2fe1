// Whether a token may travel to an address: where it could be read on the way, only as somebody has agreed to that.
import { isLoopbackHostname } from '../../../src-shared/host-address.ts';

/** What a person agreed to: now, or when the remote was added. */
export type ClearConsent = { allow_in_the_clear?: boolean | undefined };

/** Whether what is sent there can be read on the way. */
export function isInTheClear(address: string): boolean {
  const { protocol, hostname } = new URL(address);
  return protocol === 'http:' && !isLoopbackHostname(hostname);
}

export function mayCarryToken(address: string, ...consents: readonly (ClearConsent | undefined)[]): boolean {
  return !isInTheClear(address) || consents.some((consent) => consent?.allow_in_the_clear === true);
}
