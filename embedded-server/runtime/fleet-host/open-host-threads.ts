// The threads of a host, begun before the service has said what to run: what they load takes about as long as the connection.
import type { Worker } from 'node:worker_threads';
import type { UnpackCalls, UnpackEvent } from '../../files/archives/unpack-calls.ts';
import type { DoctorCalls } from '../../files/doctor/doctor-calls.ts';
import { beginThread, openThread, type Thread } from '../../platform/threads/open-thread.ts';
import type { SharedRelayThread } from '../relay/create-relay.ts';
import type { RelayCalls, RelayEvent } from '../relay/messages.ts';

export type HostThreads = {
  hosting: Worker;
  /** Unpacks and examines, and is the relay once the server runs. */
  work: Thread<UnpackCalls & DoctorCalls & RelayCalls>;
  relay: SharedRelayThread;
  /** Also those that nobody has used yet, which would keep the host from ending. */
  close(): Promise<void>;
};

export function openHostThreads(
  scripts: Readonly<Record<'hosting' | 'host', URL>>,
  onProblem: (thrown: unknown) => void,
): HostThreads {
  let relay: Parameters<SharedRelayThread>[0] | undefined;
  const work = openThread<UnpackCalls & DoctorCalls & RelayCalls, UnpackEvent | RelayEvent>({
    script: scripts.host,
    name: 'host',
    // Nobody looks at how far unpacking has come.
    onEvent: (event) => {
      if ('t' in event) relay?.onEvent(event);
    },
    onLost: (thrown) => {
      if (relay === undefined) onProblem(thrown);
      else relay.onLost(thrown);
    },
  });
  work.begin();
  const hosting = beginThread(scripts.hosting, 'hosting');
  return {
    hosting,
    work,
    relay: (listener) => {
      relay = listener;
      return work;
    },
    close: async () => {
      await work.close();
      await hosting.terminate();
    },
  };
}
