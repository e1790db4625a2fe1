// Reads links that begin with slipway://. They come from web pages and mails of anybody, so a link only ever becomes a wish
// that a person is asked about, and whatever does not fit exactly is refused with a sentence.
import { AppError } from '../../../src-shared/errors/app-error.ts';
import { readAddress } from '../http/address.ts';
import { readName } from './names.ts';

const SCHEME = 'slipway:';
const LONGEST = 2048;

/** What a link asks for. */
export type LinkRequest =
  | { kind: 'add_remote' | 'device_link'; url: string; name?: string }
  | { kind: 'open_game'; instance: string; game_id: string; namespace_id?: string };

export function isDeepLink(text: string): boolean {
  return /^slipway:/i.test(text);
}

export function parseDeepLink(text: string): LinkRequest {
  if (text.length > LONGEST) throw refuse(`It is longer than ${LONGEST} characters.`);
  // A tab or a line end would vanish within a URL, and with it what a person was shown.
  if (/[\p{Cc}\p{Cf}\s]/u.test(text)) throw refuse('It holds characters that cannot be seen.');
  const link = URL.parse(text);
  if (link === null || link.protocol !== SCHEME) throw refuse('It cannot be read.');
  if (hasMore(link)) throw refuse('It has parts that no link of Slipway has.');
  const read = Object.hasOwn(readers, link.host) ? readers[link.host] : undefined;
  if (read === undefined) throw refuse('Slipway does not know what it asks for.');
  return read(link.searchParams);
}

function hasMore({ username, password, port, hash, pathname }: URL): boolean {
  return [username, password, port, hash].some((part) => part !== '') || !/^\/?$/.test(pathname);
}

const readers: Readonly<Record<string, (query: URLSearchParams) => LinkRequest>> = {
  'add-remote': (query) => ({ kind: 'add_remote', ...readRemote(query) }),
  'device-link': (query) => ({ kind: 'device_link', ...readRemote(query) }),
  'open-game': (query) => {
    const { game, instance = 'local', namespace } = take(query, ['game', 'instance', 'namespace']);
    if (game === undefined) throw refuse('It does not say which game.');
    return {
      kind: 'open_game',
      game_id: readId(game),
      instance: instance === 'local' ? instance : readAddress(instance),
      ...(namespace === undefined ? {} : { namespace_id: readId(namespace) }),
    };
  },
};

function readRemote(query: URLSearchParams): { url: string; name?: string } {
  if (query.has('token')) {
    const why = 'It carries a token. Links are kept by browsers and mail programs, so a token must not be in one.';
    throw refuse(`${why} Ask for a connection file, or sign in by a device link.`);
  }
  const { url, name } = take(query, ['url', 'name']);
  if (url === undefined) throw refuse('It does not say which remote.');
  return { url: readAddress(url), ...(name === undefined ? {} : { name: readName(name) }) };
}

/** The values under these names, each given once, and no others. */
function take<Name extends string>(query: URLSearchParams, names: readonly Name[]): { [K in Name]?: string } {
  const found: { [K in Name]?: string } = {};
  for (const [key, value] of query) {
    const name = names.find((each) => each === key);
    if (name === undefined) throw refuse('It has parts that no link of Slipway has.');
    if (found[name] !== undefined) throw refuse(`It says twice what its ${name} is.`);
    found[name] = value;
  }
  return found;
}

function readId(text: string): string {
  if (/^[\w-]{1,200}$/.test(text)) return text;
  throw refuse('The id in it is none.');
}

function refuse(why: string): AppError {
  return new AppError('LINK_REFUSED', 'link.nothing-done', { why });
}
