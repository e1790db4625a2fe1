// What only those are told who look at one transfer, its part map or its log of tries: anew when its transfer is, which is at most
// five times a second, and only when it is another one.
import type { Source } from '../../../../src-shared/bridge/source.ts';

type Listener = (change: unknown) => void;

export function createOwnSources(read: (id: string) => unknown) {
  const heard = new Map<string, { listeners: Set<Listener>; last: string }>();
  return {
    source: (id: string): Source => ({
      snapshot: () => read(id),
      listen: (listener) => {
        const own = heard.get(id) ?? { listeners: new Set(), last: '' };
        heard.set(id, own);
        own.listeners.add(listener);
        return () => {
          own.listeners.delete(listener);
          if (own.listeners.size === 0) heard.delete(id);
        };
      },
    }),
    touch: (id: string) => {
      const own = heard.get(id);
      if (own === undefined) return;
      const value = read(id);
      const text = JSON.stringify(value);
      if (text === own.last) return;
      own.last = text;
      for (const listener of own.listeners) listener(value);
    },
  };
}
