// Adds servers that crashed or did not start to what stands behind the bell, wherever a person looks just then.
import { createBridgeClient } from '../../../src-shared/bridge/client.ts';
import { slipwayBridge } from '../../../src-shared/bridge/contract.ts';
import { type BridgeOffer, serveBridge } from '../../../src-shared/bridge/serve.ts';
import { type Source, whileSubscribed } from '../../../src-shared/bridge/source.ts';
import { memoryTransportPair } from '../../../src-shared/bridge/transport.ts';
import type { NoticeLog } from './notice-log.ts';
import { createNotifier, followUpEvents, newsOfPlaces, serverEvents } from './notices.ts';
import { followDesktop, nothingYet } from './state.ts';

/**
 * Follows the servers only while somebody listens, and then tells as well what happened since this was made, or since somebody listened
 * last: an app that was started again runs its servers before it has a window. `offer` is asked for then, as this is a part of it.
 */
export function createNoticeSource(log: NoticeLog, offer: () => BridgeOffer<typeof slipwayBridge>): Source {
  let since = Date.now();
  return whileSubscribed(log.source, () => {
    const [coreEnd, ownEnd] = memoryTransportPair();
    const client = createBridgeClient(slipwayBridge);
    serveBridge(offer(), coreEnd);
    client.attach(ownEnd);
    // What happens within a second is one change; the log makes one notice of what goes on.
    const notifier = createNotifier(log.addCrash, { group: newsOfPlaces, restMs: 0 });
    let last = nothingYet(since);
    const stop = followDesktop(
      client,
      (state) => {
        notifier.add([...serverEvents(last, state), ...followUpEvents(last, state)]);
        last = state;
      },
      since,
    );
    return () => {
      stop();
      since = Date.now();
      notifier.close();
      coreEnd.close();
    };
  });
}
