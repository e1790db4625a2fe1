// Says in a sentence why a port could not be opened, and who has it.
import { AppError } from '../../../src-shared/errors/app-error.ts';
import { messageFor } from '../../../src-shared/text/message.ts';
import { portOwner } from '../../platform/listening/port-owner.ts';
import type { RelayProtocol } from './messages.ts';

type Endpoint = { name: string; protocol: RelayProtocol; hostname: string; port: number };

export async function bindError(thrown: unknown, endpoint: Endpoint): Promise<unknown> {
  const { name, protocol, hostname, port } = endpoint;
  const what = messageFor('port.named', { port, protocol, name });
  const metadata = { name, protocol, hostname, port };
  switch (thrown instanceof Error && 'code' in thrown ? thrown.code : undefined) {
    case 'EADDRINUSE':
      return new AppError(
        'PORT_TAKEN',
        'port.taken',
        { what, owner: await portOwner(port, protocol) },
        { metadata, cause: thrown },
      );
    case 'EACCES':
      return new AppError('PORT_TAKEN', 'port.reserved', { what }, { metadata, cause: thrown });
    case 'EADDRNOTAVAIL':
    case 'ENOTFOUND':
      return new AppError(
        'LISTENING_REFUSED',
        'port.no-such-address',
        { what, host: hostname },
        { metadata, cause: thrown },
      );
    default:
      return thrown;
  }
}
