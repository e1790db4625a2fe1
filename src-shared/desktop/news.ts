// What a notification says, as facts, and the words for it in the language of whoever shows it.
import type { Sentence } from '../text/message.ts';
import type { Words } from '../text/say-in-language.ts';

type Kind = 'transfers_done' | 'transfers_failed' | 'servers_crashed' | 'servers_failed';

/** What happened together. `hash` is the page that shows it. */
export type News<K extends Kind = Kind> = {
  kind: K;
  count: number;
  /** The games or transfers that it happened to, each once. */
  names: readonly string[];
  /** What there is to say of it beyond that, where that is one thing. */
  reason?: Sentence | undefined;
  hash: string;
  /** The namespace that all of it happened to, where it is one, and the version, where it is one. */
  place?: NewsPlace | undefined;
  /** When the deployment began that it happened to, where that is the present one. */
  deployed_at?: number | undefined;
  /** The namespace does not start another server. */
  gave_up?: boolean | undefined;
  /** The name of the version that the service rolled the namespace back to by itself. */
  rolled_back_to?: string | undefined;
};

export type NewsPlace = {
  instance_id: string;
  game_id: string;
  namespace_id: string;
  name: string;
  version?: { id: string; name: string } | undefined;
};

const NAMED = 3;

/** The title and the text of a message. */
export function formatNews(words: Words, news: News) {
  const { kind, count, names, place } = news;
  const [name = ''] = names;
  const why = formatWhy(words, news);
  if (place !== undefined && isOfServers(kind))
    return { title: titleOfPlace(words, { kind, game: name, place, n: count }), body: why ?? unknown(words, kind) };
  if (count === 1) return { title: titleOfOne(words, kind, name), body: why ?? unknown(words, kind) };
  const which = listNames(words, names);
  // Servers of one build mostly fail to start for one reason, and there is no log to look for it.
  const body = kind === 'servers_failed' && why !== undefined ? `${which}: ${why}` : which;
  return { title: titleOfMany(words, kind, count), body };
}

function isOfServers(kind: Kind): kind is OfPlace['kind'] {
  return kind === 'servers_crashed' || kind === 'servers_failed';
}

function formatWhy(words: Words, news: News): string | undefined {
  const said = [formatFollowUp(words, news), words.translate(news.reason)].filter((one) => one !== undefined);
  return said.length === 0 ? undefined : said.join(' ');
}

/** What the namespace did about it. One that was rolled back restarts nothing of what crashed. */
function formatFollowUp({ t }: Words, { gave_up: gaveUp, rolled_back_to: version }: News): string | undefined {
  if (version !== undefined) return t('Rolled back to {version}.', { version });
  return gaveUp === true ? t('Restarts have stopped.') : undefined;
}

function listNames({ t }: Words, names: readonly string[]): string {
  const first = names.slice(0, NAMED).join(', ');
  return names.length > NAMED ? t('{names} and {count} more', { names: first, count: names.length - NAMED }) : first;
}

type OfPlace = { kind: 'servers_crashed' | 'servers_failed'; game: string; place: NewsPlace; n: number };

/** "Tidebreak 0.1.4 crashed 4 times on prod": who may have to do something about it. */
function titleOfPlace({ t }: Words, { kind, game, place: { name: namespace, version }, n }: OfPlace): string {
  const what = version === undefined ? game : `${game} ${version.name}`;
  if (kind === 'servers_crashed') {
    if (n === 1) return t('{what} crashed on {namespace}', { what, namespace });
    return t('{what} crashed {n} times on {namespace}', { what, namespace, n });
  }
  if (n === 1) return t('{what} did not start on {namespace}', { what, namespace });
  return t('{what} did not start {n} times on {namespace}', { what, namespace, n });
}

function titleOfOne({ t }: Words, kind: Kind, name: string): string {
  switch (kind) {
    case 'transfers_done':
      return t('{name} was sent', { name });
    case 'transfers_failed':
      return t('{name} was not sent', { name });
    case 'servers_crashed':
      return t('A server of {game} crashed', { game: name });
    case 'servers_failed':
      return t('A server of {game} did not start', { game: name });
  }
}

function titleOfMany({ plural }: Words, kind: Kind, n: number): string {
  switch (kind) {
    case 'transfers_done':
      return plural(n, '{n} transfer done', '{n} transfers done');
    case 'transfers_failed':
      return plural(n, '{n} transfer failed', '{n} transfers failed');
    case 'servers_crashed':
      return plural(n, '{n} server crashed', '{n} servers crashed');
    case 'servers_failed':
      return plural(n, '{n} server did not start', '{n} servers did not start');
  }
}

/** Nobody knows more about it. */
function unknown({ t }: Words, kind: Kind): string {
  if (kind === 'transfers_done') return t('The build is there.');
  return kind === 'transfers_failed' ? t('It needs your attention.') : t('Its log has the last output.');
}
