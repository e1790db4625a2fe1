// The lists of a server. It has those that its slipway.json names, as in Agones it has those of its specification.
import type { SdkList } from '../../../src-shared/service/server-sdk.ts';
import { SdkError } from './sdk-error.ts';
import { MOST_LIST_CAPACITY, MOST_VALUE_LENGTH } from './sdk-settings.ts';

export type ListUpdate = {
  name: string;
  capacity: number;
  values: readonly string[];
  /** Which of both are replaced. */
  mask: readonly string[];
};

const FIELDS = new Set(['name', 'capacity', 'values']);

export function createLists(given: Readonly<Record<string, SdkList>>, onChanged: () => void) {
  const lists = new Map<string, SdkList>(Object.entries(given));
  const find = (name: string): SdkList => {
    const found = lists.get(name);
    if (found !== undefined) return found;
    throw new SdkError('notFound', `There is no list "${name.slice(0, 63)}". Name it under "lists" in slipway.json.`);
  };
  const put = (name: string, list: SdkList) => {
    lists.set(name, list);
    onChanged();
    return messageOf(name, list);
  };
  return {
    get: (name: string) => messageOf(name, find(name)),
    update: (change: ListUpdate) => put(change.name, updated(find(change.name), change)),
    add: (name: string, value: string) => {
      const list = find(name);
      refuseValue(value);
      if (list.values.includes(value))
        throw new SdkError('alreadyExists', `The list "${name}" has this value already.`);
      if (list.values.length >= list.capacity) {
        throw new SdkError('outOfRange', `The list "${name}" is full: its capacity is ${list.capacity}.`);
      }
      return put(name, { ...list, values: [...list.values, value] });
    },
    remove: (name: string, value: string) => {
      const list = find(name);
      if (!list.values.includes(value)) throw new SdkError('notFound', `The list "${name}" does not have this value.`);
      return put(name, { ...list, values: list.values.filter((one) => one !== value) });
    },
    message: () =>
      lists.size === 0 ? {} : { lists: Object.fromEntries([...lists].map(([name, list]) => [name, shown(list)])) },
    view: () => Object.fromEntries(lists),
  };
}

/** An empty mask merges: what is said replaces, and values are added. */
function updated(before: SdkList, { capacity, values, mask }: ListUpdate): SdkList {
  const unknown = mask.find((field) => !FIELDS.has(field));
  if (unknown !== undefined) {
    throw new SdkError('invalid', `"${unknown.slice(0, 63)}" is no field of a list. Use: capacity, values.`);
  }
  if (capacity < 0 || capacity > MOST_LIST_CAPACITY) {
    throw new SdkError('outOfRange', `A capacity is from 0 to ${MOST_LIST_CAPACITY}. This would be ${capacity}.`);
  }
  for (const value of values) refuseValue(value);
  const isMerged = mask.length === 0;
  const size = mask.includes('capacity') || (isMerged && capacity > 0) ? capacity : before.capacity;
  const all = mask.includes('values') ? values : isMerged ? [...before.values, ...values] : before.values;
  return { capacity: size, values: all.slice(0, size) };
}

function refuseValue(value: string): void {
  if (value !== '' && value.length <= MOST_VALUE_LENGTH) return;
  throw new SdkError('invalid', `A value has 1 to ${MOST_VALUE_LENGTH} characters.`);
}

function messageOf(name: string, list: SdkList) {
  return { name, ...shown(list) };
}

function shown({ capacity, values }: SdkList) {
  return { ...(capacity === 0 ? {} : { capacity: String(capacity) }), ...(values.length === 0 ? {} : { values }) };
}
