// How a game's client is opened: a web address, or a program with its arguments. Places in it are filled with where the server
// is. Pure; no shell ever reads it.
import { z } from 'zod';
import { formatEndpoint, hostInUrl } from '../host-address.ts';
import { type Message, messageFor } from '../text/message.ts';

/** Where a server is reached. */
export type ClientPlace = { host: string; port: number };
/** What opening a client comes to. */
export type ClientOpening = { kind: 'link'; url: string } | { kind: 'program'; program: string; arguments: string[] };

/** What may stand in a template, and what comes in its place. */
export const clientPlaces = ['{host}', '{port}', '{address}'] as const;

/** A template with its places filled, or what is wrong with it in a sentence. */
export function readClientCommand(template: string, place: ClientPlace): ClientOpening | { problem: Message } {
  const text = template.trim();
  if (text === '') return { problem: messageFor('client-command.empty') };
  const unknown = /\{(?!host\}|port\}|address\})\w+\}/.exec(text)?.[0];
  if (unknown !== undefined) {
    return { problem: messageFor('client-command.unknown-place', { unknown, places: clientPlaces.join(', ') }) };
  }
  if (/^https?:\/\//i.test(text)) return linkOf(filled(withHost(text, place), place));
  const words = wordsOf(text);
  if (words === undefined) return { problem: messageFor('client-command.open-quote') };
  const [program = '', ...rest] = words.map((word) => filled(word, place));
  if (program === '') return { problem: messageFor('client-command.no-program') };
  return { kind: 'program', program, arguments: rest };
}

/** As the host of a link an IPv6 address stands in brackets, and elsewhere in it without. */
function withHost(link: string, { host }: ClientPlace): string {
  return link.replace(/^(https?:\/\/)\{host\}/i, (_, scheme: string) => scheme + hostInUrl(host));
}

function linkOf(url: string): ClientOpening | { problem: Message } {
  return z.url().safeParse(url).success ? { kind: 'link', url } : { problem: messageFor('client-command.no-address') };
}

function filled(text: string, { host, port }: ClientPlace): string {
  return text
    .replaceAll('{host}', host)
    .replaceAll('{port}', String(port))
    .replaceAll('{address}', formatEndpoint(host, port));
}

const QUOTED = /"[^"]*"|'[^']*'/g;

/** Words with spaces between them; quotes keep spaces. A backslash is a plain letter, as paths of Windows have them. */
function wordsOf(text: string): string[] | undefined {
  if (/["']/.test(text.replaceAll(QUOTED, ''))) return undefined;
  const words = text.match(/(?:[^\s"']|"[^"]*"|'[^']*')+/g) ?? [];
  return words.map((word) => word.replaceAll(QUOTED, (piece) => piece.slice(1, -1)));
}
