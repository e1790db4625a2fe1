// Opens a server to the network that this machine is in, and tries whether it is reached there.
import { asAppError } from '../../../../src-shared/errors/app-error.ts';
import type { ServerTarget, SharedAnswer, SharedPort } from '../../../../src-shared/servers/bridge.ts';
import { client } from '../../../bridge/client.ts';
import { phrase } from '../../../text/t.ts';
import { say } from '../../../ui/notices/notices-actions.ts';

/** Without an address nobody else reaches it any more. Answers whether that was done; a failure is said. */
export async function shareServer(target: ServerTarget, address: string | undefined): Promise<boolean> {
  try {
    await client.call('servers.share', { ...target, ...(address === undefined ? {} : { address }) });
    return true;
  } catch (thrown) {
    const title =
      address === undefined
        ? phrase('Sharing could not be turned off')
        : phrase('The server could not be opened to the network');
    say({ state: 'failed', title, detail: asAppError(thrown).toMessage() });
    return false;
  }
}

/** Undefined where it could not be tried. */
export async function testShare(address: string, ports: readonly SharedPort[]): Promise<SharedAnswer[] | undefined> {
  try {
    return await client.call('servers.testShare', { address, ports: [...ports] });
  } catch {
    return undefined;
  }
}
