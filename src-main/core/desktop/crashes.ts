// What a window is told about servers that crashed or did not start, wherever it looks: what happens together is one message, and a
// crash loop no flood.
import { createBridgeClient } from '../../../src-shared/bridge/client.ts';
import { slipwayBridge } from '../../../src-shared/bridge/contract.ts';
import { type BridgeOffer, serveBridge } from '../../../src-shared/bridge/serve.ts';
import { listSource, type Source, whileSubscribed } from '../../../src-shared/bridge/source.ts';
import { memoryTransportPair } from '../../../src-shared/bridge/transport.ts';
import type { CrashNotice } from '../../../src-shared/desktop/bridge.ts';
import { createNotifier, serverEvents } from './notices.ts';
import { followDesktop, nothingYet } from './state.ts';

const KEPT = 20;

/** Follows the servers only while a window listens. `offer` is asked for then, as this is a part of it. */
export function createCrashSource(offer: () => BridgeOffer<typeof slipwayBridge>): Source {
  let count = 0;
  return whileSubscribed(listSource<CrashNotice>(), (source) => {
    const [coreEnd, ownEnd] = memoryTransportPair();
    const client = createBridgeClient(slipwayBridge);
    serveBridge(offer(), coreEnd);
    client.attach(ownEnd);
    const notifier = createNotifier<CrashNotice['kind']>(({ names, ...news }) => {
      count += 1;
      source.set({ ...news, id: `crash-${count}`, names: [...names] });
      source.remove(`crash-${count - KEPT}`);
    });
    let last = nothingYet();
    const stop = followDesktop(client, (state) => {
      notifier.add(serverEvents(last, state));
      last = state;
    });
    return () => {
      stop();
      notifier.close();
      coreEnd.close();
    };
  });
}
