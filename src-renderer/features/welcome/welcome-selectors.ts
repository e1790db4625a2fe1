// The words of the welcome page that depend on the instance. Pure.
import type { InstanceView } from '../../../src-shared/instances/bridge.ts';
import { durationWords } from '../../ui/words.ts';

/** How ready the service is: "Ready in 0.3 s" once it answers. */
export function readyWords(instance: InstanceView): string {
  if (instance.state === 'connected') {
    return instance.ready_ms === undefined ? 'Ready' : `Ready in ${durationWords(instance.ready_ms)}`;
  }
  return instance.state === 'starting' ? 'Starting' : 'Not connected';
}
