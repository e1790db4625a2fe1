// What is said of an answer that sends elsewhere. It is not followed, as the token would go along; where it is an address to use in the
// place of the one that was asked, that is said.
import { AppError } from '../../../src-shared/errors/app-error.ts';

type Asked = { url: string; path: string };

export function redirected({ url, path }: Asked, location: string | undefined): AppError {
  const target = location === undefined ? null : URL.parse(location, url + path);
  if (target === null || !/^https?:$/.test(target.protocol) || target.username !== '' || target.password !== '') {
    return new AppError('INSTANCE_ADDRESS', 'network.redirected-nowhere', { url });
  }
  const to = placeOf(target, path);
  const { host, hostname } = target;
  if (hostname === new URL(url).hostname) return new AppError('INSTANCE_ADDRESS', 'network.redirected', { url, to });
  return new AppError('INSTANCE_ADDRESS', 'network.redirected-to-host', { url, to, host });
}

/** The address that an instance would have there: what was asked of it is no part of it. */
function placeOf({ origin, pathname, search }: URL, path: string): string {
  const whole = pathname + search;
  const base = whole.endsWith(path) ? whole.slice(0, -path.length) : pathname;
  return origin + base.replace(/\/+$/, '');
}
