// Runs something over each connection of an instance in turn, for as long as it is wanted, and says when there is none.
import type { InstanceFacts } from '../../../src-shared/instances/bridge.ts';
import type { ServiceClient } from '../../../src-shared/service/client.ts';
import { createWake, type Wake } from '../http/watch-loop.ts';
import type { InstanceService } from './instance-service.ts';

export type Feed = {
  /** Called with each new connection. The signal fires when that one is over. */
  begin(client: ServiceClient, signal: AbortSignal, wake: Wake): void;
  /** Called when the instance no longer answers. */
  onAway(): void;
};

/** Follows until the answer is called. */
export function followInstance(instances: InstanceService, instance_id: string, feed: Feed): () => void {
  const wake = createWake();
  let controller: AbortController | undefined;
  let followed: ServiceClient | undefined;
  let isAway = false;
  const take = (view: InstanceFacts) => {
    if (view.id !== instance_id) return;
    if (view.state !== 'connected') {
      if (!isAway) feed.onAway();
      isAway = true;
      return;
    }
    const client = instances.find(instance_id).client();
    if (client !== followed) {
      controller?.abort();
      controller = new AbortController();
      followed = client;
      feed.begin(client, controller.signal, wake);
    } else if (isAway) {
      wake.now();
    }
    isAway = false;
  };
  const stopListening = instances.listen(take);
  take(instances.find(instance_id).view());
  return () => {
    stopListening();
    controller?.abort();
  };
}
