// Which addresses the app hands to the system to open. Systems start programs for many schemes, so only the web is let
// through: https to anywhere, and plain http to this machine, where games that are hosted here have their pages.
import { isIP } from 'node:net';
import { AppError } from '../../../src-shared/errors/app-error.ts';
import { bareHost } from '../../../src-shared/host-address.ts';
import { type Message, messageFor } from '../../../src-shared/text/message.ts';

/** The address in one spelling, or an error in a sentence. */
export function checkOutside(text: string): string {
  const url = URL.parse(text);
  if (url === null || url.username !== '' || url.password !== '') throw refuse(messageFor('app.not-a-page'));
  if (url.protocol === 'https:') return url.href;
  if (url.protocol === 'http:' && isThisMachine(url.hostname)) return url.href;
  throw refuse(messageFor('app.only-https'));
}

function isThisMachine(hostname: string): boolean {
  const bare = bareHost(hostname);
  return (
    bare === 'localhost' ||
    bare.endsWith('.localhost') ||
    bare === '::1' ||
    (isIP(bare) === 4 && bare.startsWith('127.'))
  );
}

function refuse(why: Message): AppError {
  return new AppError('LINK_REFUSED', 'app.address-not-opened', { why });
}
