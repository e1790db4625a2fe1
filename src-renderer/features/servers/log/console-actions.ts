// Types into the console of a server.
import { asAppError } from '../../../../src-shared/errors/app-error.ts';
import type { ServerTarget } from '../../../../src-shared/servers/bridge.ts';
import { client } from '../../../bridge/client.ts';
import { errorText } from '../../../text/t.ts';

/** Answers why it was not typed, if it was not. */
export async function typeLine(target: ServerTarget, line: string): Promise<string | undefined> {
  try {
    const { instance_id, game_id, namespace_id, server_id } = target;
    await client.call('servers.type', { instance_id, game_id, namespace_id, server_id, line });
    return undefined;
  } catch (thrown) {
    return errorText(asAppError(thrown).toBody());
  }
}
