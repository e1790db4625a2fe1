// Who watches a server through the SDK: each gets its state at once, and again after each change.
import { SdkError } from './sdk-error.ts';
import { MOST_WATCHES } from './sdk-settings.ts';

export type Watcher<Message> = {
  /** Answers whether it takes more now. */
  send(message: Message): boolean;
  end(): void;
};
type Watching<Message> = Watcher<Message> & { isFull: boolean; isBehind: boolean };

export function createWatchers<Message>(message: () => Message) {
  const all = new Set<Watching<Message>>();
  let isWaking = false;
  const tell = (watching: Watching<Message>) => {
    watching.isBehind = watching.isFull;
    if (!watching.isFull) watching.isFull = !watching.send(message());
  };
  return {
    /** Throws where too many watch already. */
    add: (watcher: Watcher<Message>): { drained(): void; stop(): void } => {
      if (all.size >= MOST_WATCHES) {
        throw new SdkError('exhausted', `At most ${MOST_WATCHES} calls watch a server at once. End one of them first.`);
      }
      const watching = { ...watcher, isFull: false, isBehind: false };
      all.add(watching);
      tell(watching);
      return {
        /** It has read what it was sent, and hears the last of what it missed. */
        drained: () => {
          watching.isFull = false;
          if (watching.isBehind) tell(watching);
        },
        stop: () => void all.delete(watching),
      };
    },
    /** Many changes in a row are reported as one. */
    wake: (): void => {
      if (isWaking || all.size === 0) return;
      isWaking = true;
      setImmediate(() => {
        isWaking = false;
        for (const watching of all) tell(watching);
      });
    },
    close: (): void => {
      for (const watching of all) watching.end();
      all.clear();
    },
  };
}
