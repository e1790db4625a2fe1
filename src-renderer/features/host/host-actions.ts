// Follows the shell's abilities and asks it for favours.
import { client } from '../../bridge/client.ts';
import { useHost } from './host-store.ts';

/** Mirrors the shell's view until the answer is called. */
export function followHost(): () => void {
  return client.subscribe('host', {}, { next: (host) => useHost.setState({ host }) });
}

/** Opens a web address outside of Slipway. */
export async function openLink(url: string): Promise<void> {
  await client.call('host.openLink', { url });
}
