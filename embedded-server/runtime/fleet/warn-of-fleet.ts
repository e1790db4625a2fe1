// Says at the start what keeps servers off nodes: else it would be known with the first server alone.
import { asAppError } from '../../../src-shared/errors/app-error.ts';
import { isLoopbackHostname } from '../../../src-shared/host-address.ts';
import { messageFor } from '../../../src-shared/text/message.ts';
import type { Log } from '../../platform/logging/log.ts';
import type { Fleet } from './fleet.ts';

type Parts = {
  /** What the service was told of its fleet. */
  fleet?: object | undefined;
  serviceUrl(): string;
  log: Log;
};

/** Never rejects. */
export async function warnOfFleet({ driver }: Pick<Fleet, 'driver'>, { fleet, serviceUrl, log }: Parts): Promise<void> {
  const url = serviceUrl();
  // A driver that was given may have its hosts on this machine.
  if (fleet !== undefined && 'engine' in fleet && isLoopbackHostname(new URL(url).hostname))
    log('warn', messageFor('fleet.only-here', { url }).text);
  try {
    await driver.nodes();
  } catch (thrown) {
    log('warn', asAppError(thrown).toMessage().text);
  }
}
