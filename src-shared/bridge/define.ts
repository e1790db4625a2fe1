// How calls and topics between the window and the core are declared. The declared value is all that both ends go by.
import type { z } from 'zod';

/** A question with one answer. */
export type CallRow<I extends z.ZodType = z.ZodType, O extends z.ZodType = z.ZodType> = {
  readonly input: I;
  readonly output: O;
};

/** Live data. `list` holds items found by their `id`; `value` is one thing that is replaced whole. */
export type TopicRow<I extends z.ZodType = z.ZodType, V extends z.ZodType = z.ZodType> = {
  readonly kind: 'list' | 'value';
  readonly input: I;
  readonly of: V;
};

/** All calls and topics, by name. */
export type BridgeContract = {
  readonly calls: Readonly<Record<string, CallRow>>;
  readonly topics: Readonly<Record<string, TopicRow>>;
};

/** Declares a call. One that answers nothing has `z.void()` as its output. */
export function call<I extends z.ZodType, O extends z.ZodType>(input: I, output: O): CallRow<I, O> {
  return { input, output };
}

/** Declares a topic of items, each with an `id`. */
export function listTopic<I extends z.ZodType, V extends z.ZodType<{ id: string }>>(input: I, item: V) {
  return { kind: 'list', input, of: item } as const satisfies TopicRow;
}

/** Declares a topic of one value. */
export function valueTopic<I extends z.ZodType, V extends z.ZodType>(input: I, value: V) {
  return { kind: 'value', input, of: value } as const satisfies TopicRow;
}

/** What a subscriber of a topic holds: a list in order, or the one value. */
export type TopicState<T extends TopicRow> = T['kind'] extends 'list' ? z.output<T['of']>[] : z.output<T['of']>;
