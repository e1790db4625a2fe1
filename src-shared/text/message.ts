// A sentence as a value: a reason of the table with what is filled in. It is made where no language is known, travels as plain data,
// and is translated where somebody reads it.
import { PLACE, type Places } from './places.ts';
import { type English, english, type Reason } from './reasons/english.ts';

/** What a place is filled with. A message within a message is translated with it. */
export type Param = string | number | Message;
export type Params = Readonly<Record<string, Param>>;

/**
 * A sentence with the reason it was made from. `text` says it in English: for logs, for callers that know no reasons, and for a reader
 * whose table lacks this one. What others said has a text alone.
 */
export type Message = {
  readonly text: string;
  readonly reason?: string | undefined;
  readonly params?: Params | undefined;
};

/** A message, or the text of somebody who knows no reasons: another service, or records of an older Slipway. */
export type Sentence = string | Message;

type Spoken = { message: string; reason?: string | undefined; params?: Params | undefined };

/** The params that a reason asks for. */
export type ParamsOf<R extends Reason> = Readonly<Record<Places<English[R]>, Param>>;

/** The params of a reason as arguments: none where its sentence has no places. */
export type Given<R extends Reason> = [Places<English[R]>] extends [never] ? [] : [params: ParamsOf<R>];

/** The message of a reason: `messageFor('server.exited', { code, ran })`. */
export function messageFor<R extends Reason>(reason: R, ...[params]: Given<R>): Message {
  return makeMessage(reason, params);
}

/** The same where types cannot tell the params: for errors, whose constructor checks them. */
export function makeMessage(reason: Reason, params: Params | undefined): Message {
  // The window has only what it gives itself (reasons/window.ts).
  const known: Readonly<Record<string, string | undefined>> = english();
  const sentence = known[reason] ?? reason;
  if (params === undefined || Object.keys(params).length === 0) return { text: sentence, reason };
  return { text: fill(sentence, params), reason, params };
}

/** A sentence in English. */
export function textOf(sentence: Sentence): string {
  return typeof sentence === 'string' ? sentence : sentence.text;
}

/** Sentences one after the other, each translated by itself. */
export function joined(first: Sentence, second: Sentence): Message {
  return messageFor('joined', { first, second });
}

/** Phrases in a list, each translated by itself. */
export function listed(phrases: readonly Sentence[], separator: string): Message {
  const [first = '', ...others] = phrases;
  return others.reduce<Message>((list, next) => messageFor('listed', { list, separator, next }), asMessage(first));
}

/** What an error or its body says. */
export function messageOf({ message: text, reason, params }: Spoken): Message {
  return { text, reason, params };
}

/** The sentence as a message. */
export function asMessage(sentence: Sentence): Message {
  return typeof sentence === 'string' ? { text: sentence } : sentence;
}

/**
 * The sentence with its places filled. One without a value stays as it stands. A message within a sentence ends without its period:
 * it keeps that before a space and at the end.
 */
export function fill(sentence: string, params: Params = {}, say: (message: Message) => string = textOf): string {
  return sentence.replaceAll(PLACE, (place, name: string, next: string | undefined) => {
    const value = params[name] ?? place;
    if (typeof value !== 'object') return String(value);
    return next === undefined ? say(value) : say(value).replace(/\.$/, '');
  });
}

/** Whether it is a message, from a wire or a file. */
export function isMessage(value: unknown): value is Message {
  if (!isRecord(value) || typeof value['text'] !== 'string') return false;
  const { reason, params } = value;
  return (reason === undefined || typeof reason === 'string') && (params === undefined || isParams(params));
}

/** Whether it is what fills a message, from a wire or a file. */
export function isParams(value: unknown): value is Params {
  const isParam = (one: unknown) => typeof one === 'string' || typeof one === 'number' || isMessage(one);
  return isRecord(value) && Object.values(value).every(isParam);
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
