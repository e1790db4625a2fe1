// Reads links that begin with slipway://. They come from web pages and mails of anybody, so a link only ever becomes a request
// that a person is asked about, and whatever does not fit exactly is refused with a sentence.
import { AppError } from '../../../src-shared/errors/app-error.ts';
import { unshownSigns } from '../../../src-shared/service/name-signs.ts';
import { type Message, messageFor } from '../../../src-shared/text/message.ts';
import { readAddress } from '../http/address.ts';
import { readName } from './remote-name-from-link.ts';

const SCHEME = 'slipway:';
const LONGEST = 2048;
/**
 * What no name may have; beyond that, joiners and plain spaces, which names may have and which are as unseen in an address. In a name they
 * are written out. A tab or a line end would vanish within a URL, and with it what a person was shown.
 */
const UNSEEN = new RegExp(String.raw`[\p{Cf}\s${unshownSigns}]`, 'v');

/** What a link asks for. */
export type LinkRequest =
  | { kind: 'add_remote' | 'device_link'; url: string; name?: string }
  | { kind: 'open_game'; instance: string; game_id: string; namespace_id?: string };

export function isDeepLink(text: string): boolean {
  return /^slipway:/i.test(text);
}

export function parseDeepLink(text: string): LinkRequest {
  if (text.length > LONGEST) throw refuse(messageFor('link.too-long', { limit: LONGEST }));
  if (UNSEEN.test(text)) throw refuse(messageFor('link.unseen-characters'));
  const link = URL.parse(text);
  if (link === null || link.protocol !== SCHEME) throw refuse(messageFor('link.unreadable'));
  if (hasMore(link)) throw refuse(messageFor('link.other-parts'));
  const read = Object.hasOwn(readers, link.host) ? readers[link.host] : undefined;
  if (read === undefined) throw refuse(messageFor('link.unknown-request'));
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
    if (game === undefined) throw refuse(messageFor('link.no-game'));
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
    throw refuse(messageFor('link.with-token'));
  }
  const { url, name } = take(query, ['url', 'name']);
  if (url === undefined) throw refuse(messageFor('link.no-remote'));
  return { url: readAddress(url), ...(name === undefined ? {} : { name: readName(name) }) };
}

/** The values under these names, each given once, and no others. */
function take<Name extends string>(query: URLSearchParams, names: readonly Name[]): { [K in Name]?: string } {
  const found: { [K in Name]?: string } = {};
  for (const [key, value] of query) {
    const name = names.find((each) => each === key);
    if (name === undefined) throw refuse(messageFor('link.other-parts'));
    if (found[name] !== undefined) throw refuse(messageFor('link.said-twice', { name }));
    found[name] = value;
  }
  return found;
}

function readId(text: string): string {
  if (/^[\w-]{1,200}$/.test(text)) return text;
  throw refuse(messageFor('link.id-invalid'));
}

function refuse(why: Message): AppError {
  return new AppError('LINK_REFUSED', 'link.nothing-done', { why });
}
