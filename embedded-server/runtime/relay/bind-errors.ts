// Says in a sentence why a port could not be opened, and who has it.
import { AppError } from '../../../src-shared/errors/app-error.ts';
import { portOwner } from '../../platform/listening/port-owner.ts';
import type { RelayProtocol } from './messages.ts';

type Wish = { name: string; protocol: RelayProtocol; hostname: string; port: number };

export async function bindError(thrown: unknown, wish: Wish): Promise<unknown> {
  const { name, protocol, hostname, port } = wish;
  const what = `The port ${port} (${protocol}) for "${name}"`;
  const metadata = { name, protocol, hostname, port };
  switch (thrown instanceof Error && 'code' in thrown ? thrown.code : undefined) {
    case 'EADDRINUSE':
      return new AppError(
        'PORT_TAKEN',
        `${what} is taken by ${await portOwner(port, protocol)}. Close that program, or choose another port.`,
        { metadata, cause: thrown },
      );
    case 'EACCES':
      return new AppError('PORT_TAKEN', `${what} is kept back by the system. Choose one above 1023.`, {
        metadata,
        cause: thrown,
      });
    case 'EADDRNOTAVAIL':
    case 'ENOTFOUND':
      return new AppError(
        'LISTENING_REFUSED',
        `${what} cannot be opened on ${hostname}, as this machine has no such address. Use 127.0.0.1, or an address of this machine.`,
        { metadata, cause: thrown },
      );
    default:
      return thrown;
  }
}
