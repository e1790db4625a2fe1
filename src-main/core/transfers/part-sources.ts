// The part maps that somebody looks at, each told anew when its transfer is, which is at most five times a second.
import type { Source } from '../../../src-shared/bridge/source.ts';
import type { PartMap } from '../../../src-shared/transfers/part-cells.ts';

type Listener = (change: unknown) => void;

export function createPartSources(mapOf: (id: string) => PartMap) {
  const heard = new Map<string, { listeners: Set<Listener>; last: string }>();
  return {
    source: (id: string): Source => ({
      snapshot: () => mapOf(id),
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
      const map = mapOf(id);
      const text = JSON.stringify(map);
      if (text === own.last) return;
      own.last = text;
      for (const listener of own.listeners) listener(map);
    },
  };
}
