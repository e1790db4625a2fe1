// Reads the address of an instance.
import { AppError } from '../../../src-shared/errors/app-error.ts';

/** The address in one spelling, without a slash at its end. A path in front of the service's own stays. */
export function readAddress(text: string): string {
  const trimmed = text.trim();
  const url = URL.parse(/^[a-z][a-z0-9+.-]*:\/\//i.test(trimmed) ? trimmed : `https://${trimmed}`);
  if (url === null || !/^https?:$/.test(url.protocol) || url.hostname === '') {
    throw new AppError('INSTANCE_ADDRESS', 'instance.address-invalid', { text });
  }
  if (url.username !== '' || url.password !== '') {
    throw new AppError('INSTANCE_ADDRESS', 'instance.address-with-password');
  }
  if (url.search !== '' || url.hash !== '') {
    throw new AppError('INSTANCE_ADDRESS', 'instance.address-with-query', { address: url.origin + url.pathname });
  }
  return `${url.origin}${url.pathname}`.replace(/\/+$/, '');
}
